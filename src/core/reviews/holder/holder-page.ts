import { escapeHtml } from '../../../platform/escape-html.ts';
import { type LinkNote, page } from '../link-pages/link-page.ts';
import { dayInWords, questionInWords, REASON_LENGTH_MAX, useInWords } from './holder.rules.ts';
import type { LinkedRow } from './holder.sql.ts';
import type { ReadForm } from './holder-form.rules.ts';

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

/** The same for every link that is not good, so that it does not tell which there are. */
export const DEAD_LINK: LinkNote = {
  title: 'This link does not work',
  text: 'It was used, has ended, or was never one. Nothing was changed. If you want to say something about your access, tell your reviewer.',
};

export const TOO_LATE: Readonly<Record<'gone' | 'going' | 'closed', LinkNote>> = {
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
