import { hash } from 'node:crypto';
import { escapeHtml } from '../../../platform/escape-html.ts';
import { dayInWords, questionInWords, REASON_LENGTH_MAX, useInWords } from './holder.rules.ts';
import type { LinkedRow } from './holder.sql.ts';
import type { ReadForm } from './holder-form.rules.ts';

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
:focus-visible{outline:3px solid var(--main);outline-offset:2px}
blockquote{margin:0 0 .75rem;padding:0 0 0 .75rem;border-left:3px solid var(--edge);white-space:pre-wrap}`;

/** No scripts, no other styles, nothing from elsewhere; answers come here and nowhere else. */
export const HOLDER_PAGE_POLICY = `default-src 'none'; style-src 'sha256-${hash('sha256', STYLE, 'base64')}'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

const MARK = `<svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="7" fill="#1f5f8b"/><path d="M6 8c9 0 7 15 20 15" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round"/><circle cx="26" cy="23" r="2.6" fill="#ffc078"/></svg>`;

/** Works without scripts. Of people and things it says no more than the mail did. */
function page(title: string, body: string): string {
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

export function renderQuestion({ said, expires_at }: LinkedRow, tried: ReadForm | null): string {
  const title = questionInWords(said);
  const kept = tried?.answer === 'release' ? '' : (tried?.reason ?? '');
  const given = tried?.answer === 'release' ? tried.reason : '';
  const fault =
    tried?.fault === undefined ? '' : `<p class="fault" role="alert">${escapeHtml(tried.fault)}</p>\n`;
  return page(
    title,
    `<div class="card">
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(useInWords(said))}</p>
<p class="dim">${escapeHtml(said.asked_by_name)} asks, because this access on ${escapeHtml(said.platform)} is under review. Nothing is decided yet. You can answer once, until ${dayInWords(expires_at)}.</p>
${fault}</div>
<form class="card" method="post" autocomplete="off">
<h2>I still need it</h2>
<input type="hidden" name="answer" value="keep">
<label for="why">What do you need it for?</label>
<textarea id="why" name="reason" required maxlength="${REASON_LENGTH_MAX}">${escapeHtml(kept)}</textarea>
<p class="dim">The reviewer reads your reason, and decides.</p>
<button>I still need it</button>
</form>
<form class="card" method="post" autocomplete="off">
<h2>I no longer need it</h2>
<input type="hidden" name="answer" value="release">
<label for="note">Anything to add? (optional)</label>
<textarea id="note" name="reason" maxlength="${REASON_LENGTH_MAX}">${escapeHtml(given)}</textarea>
<label class="tick"><input type="checkbox" name="sure" value="yes" required> <span>Yes, remove my access. I cannot take that back on this page.</span></label>
<button class="second">Give it up</button>
</form>`,
  );
}

export function renderAnswered({ said, answer, reason, answered_at }: LinkedRow): string {
  const when = dayInWords(answered_at as string);
  const quote = reason === null || reason === '' ? '' : `<blockquote>${escapeHtml(reason)}</blockquote>\n`;
  const [did, follows] =
    answer === 'keep'
      ? ['that you still need it', 'Your reviewer sees that and decides. Your access is as it was.']
      : ['that you no longer need it', 'Its removal was started, and goes through the usual checks.'];
  return page(
    'Your answer is recorded',
    `<div class="card">
<h1>Your answer is recorded</h1>
<p class="dim">${escapeHtml(questionInWords(said))}</p>
<p>On ${when} you said ${did}.</p>
${quote}<p>${follows}</p>
<p class="dim">You can close this page.</p>
</div>`,
  );
}

export interface HolderNote {
  title: string;
  text: string;
}

export const renderNote = ({ title, text }: HolderNote): string =>
  page(title, `<div class="card">\n<h1>${escapeHtml(title)}</h1>\n<p>${escapeHtml(text)}</p>\n</div>`);

/** The same for every link that is not good, so that it does not tell which there are. */
export const DEAD_LINK: HolderNote = {
  title: 'This link does not work',
  text: 'It was used, has ended, or was never one. Nothing was changed. If you want to say something about your access, tell your reviewer.',
};

export const TOO_LATE: Readonly<Record<'gone' | 'going' | 'closed', HolderNote>> = {
  gone: {
    title: 'This access was removed meanwhile',
    text: 'There is nothing left to keep or to give up. Nothing was changed by this page.',
  },
  going: {
    title: 'This access is being removed already',
    text: 'That was decided before you answered. Nothing was changed by this page.',
  },
  closed: {
    title: 'The review was closed meanwhile',
    text: 'It was decided, or ended, before you answered. Nothing was changed by this page.',
  },
};
