/**
 * How many revocations were missed. A revocation is judged when the days are over within which it may be missed; one that was missed
 * sooner is known sooner. The share is of the former alone: of the latest revocations only those that were missed are known, and with them it
 * would be far too high.
 */

/** As long after a revocation a use, or the same access granted again, says that it was needed. */
export const REGRET_DAYS = 60;
/** Of fewer no share is given. */
export const SHARE_CASES_MIN = 10;

/** What is asked about unless somebody says otherwise. */
export const PERIOD_DAYS = 90;
/** More are not looked at in one answer, which would take seconds. */
export const REVOCATIONS_MAX = 20_000;
/** Of a breakdown; those with most revocations. */
export const PARTS_MAX = 100;

/** What decided a revocation: one person about one review, one person about a group of reviews, a rule, or that nobody answered. */
export const DECIDED_THROUGH = ['person', 'group', 'rule', 'system'] as const;
export type DecidedThrough = (typeof DECIDED_THROUGH)[number];

/** What can show that a revocation was missed. */
export const REGRET_SIGNS = ['called_off', 'put_back', 'granted_again', 'used'] as const;
export type RegretSign = (typeof REGRET_SIGNS)[number];

export interface RegretCounts {
  revocations: number;
  regretted: number;
  /** Those whose days are over. */
  cases: number;
  cases_regretted: number;
}

export interface RegretFigure extends RegretCounts {
  /** Of the revocations, those of which it is known: their days are over, or they were missed. */
  judged: number;
  not_yet_judged: number;
  /** Of the cases; null: they are too few. */
  share: number | null;
}

export function regretFigure({ revocations, regretted, cases, cases_regretted }: RegretCounts): RegretFigure {
  const judged = cases + regretted - cases_regretted;
  return {
    revocations,
    judged,
    not_yet_judged: revocations - judged,
    regretted,
    cases,
    cases_regretted,
    share: cases < SHARE_CASES_MIN ? null : cases_regretted / cases,
  };
}
