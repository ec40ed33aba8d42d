import { hash } from 'node:crypto';
import { escapeHtml } from '../../../platform/escape-html.ts';

/** How pages look that somebody comes to by a link in a mail. */

/** In the colours of the dashboard (dashboard/src/app/theme.ts), which this page does not load. */
const STYLE = `:root{color-scheme:light dark;--ground:#f6f8fa;--card:#fff;--text:#1c2228;--dim:#5a6472;--edge:#dde3ea;--main:#1f5f8b;--on:#fff;--bad:#b3123d}
@media(prefers-color-scheme:dark){:root{--ground:#15181c;--card:#1e2227;--text:#e6e9ec;--dim:#a3abb5;--edge:#33393f;--main:#74b1db;--on:#10202c;--bad:#ff8fa8}}
*{box-sizing:border-box}
body{margin:0;padding:1rem;background:var(--ground);color:var(--text);font:1rem/1.5 ui-sans-serif,system-ui,"Segoe UI","Source Sans 3","Noto Sans",Arial,sans-serif}
main{max-width:38rem;margin:0 auto;overflow-wrap:anywhere}
.mark{display:flex;align-items:center;gap:.5rem;margin:.5rem 0 1rem;font-weight:650}
.card{background:var(--card);border:1px solid var(--edge);border-radius:.5rem;padding:1.25rem;margin:0 0 1rem}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 .75rem}
h2{font-size:1.125rem;margin:0 0 .5rem}
p{margin:0 0 .75rem}
.dim{color:var(--dim)}
.fault{color:var(--bad);font-weight:600}
label{display:block;margin:0 0 .25rem;font-weight:600}
label.tick{display:flex;gap:.5rem;align-items:flex-start;font-weight:400;margin:0 0 .75rem}
textarea{display:block;width:100%;min-height:5rem;margin:0 0 .75rem;padding:.5rem;border:1px solid var(--dim);border-radius:.375rem;background:var(--card);color:inherit;font:inherit}
input[type=checkbox]{width:1.25rem;height:1.25rem;margin:.125rem 0 0;flex:none;accent-color:var(--main)}
button{min-height:2.75rem;padding:.5rem 1.25rem;border:1px solid var(--main);border-radius:.375rem;background:var(--main);color:var(--on);font:inherit;font-weight:600;cursor:pointer}
button.second{background:transparent;color:var(--main)}
.buttons{display:flex;flex-wrap:wrap;gap:.75rem}
dl{margin:0 0 .75rem}
dt{color:var(--dim);font-size:.875rem}
dd{margin:0 0 .5rem}
:focus-visible{outline:3px solid var(--main);outline-offset:2px}
blockquote{margin:0 0 .75rem;padding:0 0 0 .75rem;border-left:3px solid var(--edge);white-space:pre-wrap}`;

/** No scripts, no other styles, nothing from elsewhere; answers come here and nowhere else. */
export const LINK_PAGE_POLICY = `default-src 'none'; style-src 'sha256-${hash('sha256', STYLE, 'base64')}'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

const MARK = `<svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="7" fill="#1f5f8b"/><path d="M6 8c9 0 7 15 20 15" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round"/><circle cx="26" cy="23" r="2.6" fill="#ffc078"/></svg>`;

/** Works without scripts. */
export function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · Lapse</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main>
<p class="mark">${MARK}Lapse</p>
${body}
</main>
</body>
</html>
`;
}

export interface LinkNote {
  title: string;
  text: string;
}

export const renderNote = ({ title, text }: LinkNote): string =>
  page(title, `<div class="card">\n<h1>${escapeHtml(title)}</h1>\n<p>${escapeHtml(text)}</p>\n</div>`);
