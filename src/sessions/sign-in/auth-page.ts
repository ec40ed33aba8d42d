import { escapeHtml } from '../../platform/escape-html.ts';

export interface AuthPage {
  title: string;
  text: string;
  links?: { href: string; label: string }[];
  /** Asks for the organisation. */
  asksTenant?: { return_to: string };
  /** Goes on by itself. */
  next?: string;
}

const STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{display:grid;place-items:center;min-height:100vh;margin:0;padding:1rem;box-sizing:border-box}
main{max-width:26rem;overflow-wrap:anywhere}h1{font-size:1.5rem;margin:0 0 .5rem}
a,button{display:inline-block;margin:.5rem 1rem 0 0}
input{display:block;width:100%;box-sizing:border-box;font:inherit;padding:.4rem}`;

/** The few pages around a sign-in, which must work without the dashboard and without scripts. */
export function renderAuthPage({ title, text, links = [], asksTenant, next }: AuthPage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${next === undefined ? '' : `<meta http-equiv="refresh" content="0;url=${escapeHtml(next)}">\n`}<title>${escapeHtml(title)} · Lapse</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
${asksTenant ? tenantForm(asksTenant.return_to) : ''}${links.map(({ href, label }) => `<a href="${escapeHtml(href)}">${escapeHtml(label)}</a>`).join('\n')}
</main>
</body>
</html>
`;
}

function tenantForm(returnTo: string): string {
  return `<form action="/auth/sign-in" method="get">
<input type="hidden" name="return_to" value="${escapeHtml(returnTo)}">
<label>Organisation id <input name="tenant" required maxlength="200" autocomplete="organization" autofocus></label>
<button type="submit">Go on</button>
</form>
`;
}
