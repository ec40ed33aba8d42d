/** What is said of how somebody decides: what was observed, and only where there is enough of it. Whether that is good or bad it does not say. */

/** Of fewer decisions nothing is said. */
export const ANSWERS_MIN = 50;
/** So soon after the decision before, a decision is called quick. */
export const QUICK_MS = 2_000;
/** Quick decisions count from so many in a row on: fewer happen when easy questions come together. */
export const ROW_MIN = 10;
/** More are not looked at in one answer, which would take seconds. */
export const DECISIONS_MAX = 20_000;
/** Those who decided most. */
export const REVIEWERS_MAX = 100;

export interface AnswerCounts {
  decisions: number;
  confirmations: number;
  quick: number;
  revoked_since: number;
  used_since: number;
  not_used: number;
}

/** Shares of what was counted; null: of too few. */
export function answerShares({
  decisions,
  confirmations,
  quick,
  revoked_since,
  used_since,
  not_used,
}: AnswerCounts) {
  const known = revoked_since + used_since + not_used;
  return {
    confirmation_share: confirmations / decisions,
    quick_share: quick / decisions,
    not_needed_share: known < ANSWERS_MIN ? null : (revoked_since + not_used) / known,
  };
}
