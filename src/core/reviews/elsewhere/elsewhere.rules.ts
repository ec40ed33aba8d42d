import { findUnstorable } from '../../../platform/unstorable.ts';
import { isReason } from '../decisions/decision.rules.ts';
import type { ReviewStatus } from '../review.rules.ts';
import { isOpen } from '../states.rules.ts';

/** Deciding where somebody is: by a link in a mail. Instants are milliseconds since 1970. */

export const LINK_DECISIONS = ['CONFIRM', 'REVOKE'] as const;
export type LinkDecision = (typeof LINK_DECISIONS)[number];

export const DECISION_LINK_DAYS = 14;
/** Of this length it fits in a form, whatever the characters are. */
export const DECISION_REASON_MAX = 1_000;

/** What decides whether a person who was asked may still decide, and was known when this was looked at. */
export interface Standing {
  reviewer_id: string;
  review: { status: ReviewStatus; assigned_to_id: string | null } | null;
  /** A token with the role was seen of them, not long ago, and none without it since. */
  has_role: boolean;
  /** Why the rules of deciding refuse them; null: they do not. */
  refusal: string | null;
}

/** `refused`: with the sentence that says why. `closed`: nothing is asked any more. */
export type StandingState = { state: 'open' } | { state: 'closed' } | { state: 'refused'; refusal: string };

export function standingOf({ reviewer_id, review, has_role, refusal }: Standing): StandingState {
  const refused = (sentence: string) => ({ state: 'refused', refusal: sentence }) as const;
  if (review === null) return refused('The review is not there any more.');
  if (!isOpen(review.status)) return { state: 'closed' };
  if (review.assigned_to_id !== reviewer_id) return refused('The review was given to somebody else.');
  if (!has_role)
    return refused(
      'Lapse has not seen you with the role service.reviewer lately. Sign in, and decide there.',
    );
  return refusal === null ? { state: 'open' } : refused(refusal);
}

/** A link as whoever opens it finds it. */
export interface FoundLink {
  decision: LinkDecision | null;
  expires_at: number;
  standing: StandingState['state'];
}

/** `dead`: unknown, expired, or good for somebody else by now, which nobody learns apart. */
export type LinkState = 'open' | 'decided' | 'closed' | 'dead';

export function decisionLinkState(link: FoundLink | null, now: number): LinkState {
  if (link === null || now >= link.expires_at) return 'dead';
  if (link.decision !== null) return 'decided';
  return link.standing === 'refused' ? 'dead' : link.standing;
}

/** What a form has said; `fault`: what is wrong with it, for a person to read. */
export type DecisionForm =
  | { decision: LinkDecision; reason: string; fault?: never }
  | { decision: LinkDecision | null; reason: string; fault: string };

/** Fields that are missing, repeated or unknown decide nothing. */
export function readDecisionForm(body: string): DecisionForm {
  const fields = new URLSearchParams(body);
  const one = (name: string): string => {
    const values = fields.getAll(name);
    return values.length === 1 ? (values[0] as string) : '';
  };
  const reason = one('reason').replaceAll(/\r\n?/g, '\n').trim();
  const decision = LINK_DECISIONS.find((each) => each === one('decision')) ?? null;
  if (decision === null) return { decision, reason, fault: 'Choose one of the two decisions.' };
  const fault = reasonFault(reason);
  return fault === null ? { decision, reason } : { decision, reason, fault };
}

/** Null: it can be recorded. */
export function reasonFault(reason: string): string | null {
  if ([...reason].length > DECISION_REASON_MAX) return `Say it in at most ${DECISION_REASON_MAX} characters.`;
  if (findUnstorable(reason, []).length > 0) return 'The reason has characters that cannot be kept.';
  return isReason(reason) ? null : 'Say in a few words why.';
}
