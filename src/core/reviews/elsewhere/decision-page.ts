import { escapeHtml } from '../../../platform/escape-html.ts';
import { dayInWords } from '../holder/holder.rules.ts';
import { type LinkNote, page } from '../link-pages/link-page.ts';
import type { AskedReview } from './decide-by-link.ts';
import { DECISION_REASON_MAX, type DecisionForm, type LinkDecision } from './elsewhere.rules.ts';

/** The page on which a reviewer decides: what matters of the evidence, a reason, and two buttons. */
export function renderReview(asked: AskedReview, tried: DecisionForm | null): string {
  const { evidence } = asked;
  const title = `Does ${evidence.principal.display_name} still need ${evidence.asset.name}?`;
  const facts = factsOf(asked)
    .map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`)
    .join('\n');
  const fault =
    tried?.fault === undefined ? '' : `<p class="fault" role="alert">${escapeHtml(tried.fault)}</p>\n`;
  return page(
    title,
    `<div class="card">
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(evidence.summary)}</p>
<dl>
${facts}
</dl>
</div>
<form class="card" method="post" autocomplete="off">
<h2>Your decision</h2>
${fault}<label for="why">Why?</label>
<textarea id="why" name="reason" required maxlength="${DECISION_REASON_MAX}">${escapeHtml(tried?.reason ?? '')}</textarea>
<p class="dim">It is recorded as yours, with your reason. Nothing is decided yet.</p>
<div class="buttons">
<button name="decision" value="CONFIRM">Keep the access</button>
<button class="second" name="decision" value="REVOKE">Revoke the access</button>
</div>
</form>
<p class="dim">More of the evidence is in the dashboard: sign in, and open your reviews.</p>`,
  );
}

function factsOf({ review, evidence, recommendation, holder }: AskedReview): (readonly [string, string])[] {
  const { principal, asset, grants, score, last_used, asked_because, refused_by } = evidence;
  const permissions = [...new Set(grants.map(({ permission }) => permission))].join(', ');
  const why = [asked_because.reason, asked_because.notes].filter((each) => each !== null && each !== '');
  const facts: (readonly [string, string] | null)[] = [
    [
      'Who',
      principal.department === null
        ? principal.display_name
        : `${principal.display_name}, ${principal.department}`,
    ],
    ['What', `${permissions} on ${asset.name} (${asset.platform})`],
    ['Last used', last_used === null ? 'no use is known' : dayInWords(last_used)],
    ['Score', `${Math.round(score.current)} of 100: ${score.risk_level}`],
    ['Recommendation', RECOMMENDED[recommendation]],
    why.length === 0 ? null : ['Asked because', why.join('; ')],
    holder?.answer === 'keep' ? ['The holder says', `they still need it: ${holder.reason ?? ''}`] : null,
    refused_by.length === 0 ? null : ['If you revoke it', 'a guard would stop the removal as things stand'],
    ['Due', dayInWords(review.due_at)],
  ];
  return facts.filter((fact) => fact !== null);
}

const RECOMMENDED = { REVOKE: 'revoke', CONFIRM: 'confirm', REVIEW: 'look closely' } as const;

export function decidedNote({
  decision,
  decided_at,
}: {
  decision: LinkDecision;
  decided_at: string;
}): LinkNote {
  const did = decision === 'REVOKE' ? 'revoked the access' : 'kept the access';
  const follows =
    decision === 'REVOKE'
      ? 'Its removal was started, and goes through the usual checks.'
      : 'It will be asked about again in time.';
  return {
    title: 'Your decision is recorded',
    text: `On ${dayInWords(decided_at)} you ${did}. ${follows} You can close this page.`,
  };
}

/** The same for every link that is not good, so that it does not tell which there are. */
export const DEAD_DECISION_LINK: LinkNote = {
  title: 'This link does not work',
  text: 'It was used, has ended, was never one, or the review is not yours to decide any more. Nothing was changed. What still waits for you is in the dashboard, after you sign in.',
};

export const CLOSED_REVIEW: LinkNote = {
  title: 'The review was closed meanwhile',
  text: 'It was decided, or ended, before you answered. Nothing was changed by this page.',
};
