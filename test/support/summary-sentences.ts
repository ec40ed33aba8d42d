import type { ComplianceSummary } from '../../src/domain/compliance-summary.ts';

/** What a plain look at every row gives; see summary-reference.ts. */
export interface RowFigures {
  held: Record<string, number | null>;
  holders: number;
  reviews: Omit<ComplianceSummary['reviews'], 'by_risk'>;
  removals: Record<string, number>;
  exceptions: { against: number; fast: number; bulk: number };
  previous_stale_share: number | null;
}

/** "1,204" and "15.2"; "no" and "none" are numbers too. */
const NUMBER = String.raw`(\d[\d,]*(?:\.\d+)?|no|none)`;
const numberOf = (text: string): number => (/^no/i.test(text) ? 0 : Number(text.replaceAll(',', '')));
const tenth = (value: number | null | undefined): number | null =>
  value === null || value === undefined ? null : Math.round(value * 10) / 10;

type Rule = [pattern: string, expected: (figures: RowFigures) => (number | null | undefined)[]];

/**
 * Every sentence a summary can have, each number of it as `#`, and what the rows say these numbers are. A sentence that
 * is not here is a failure: it would be one that nobody holds against the rows.
 */
const RULES: Rule[] = [
  [
    'Nobody held any access at the end of the period',
    ({ held }) => [held.active_grants === 0 ? undefined : 1],
  ],
  [
    'At the end of the period # grants? of access (?:was|were) held by # accounts?',
    ({ held, holders }) => [held.active_grants, holders],
  ],
  ['None of this access was stale', ({ held }) => [held.stale_grants === 0 ? undefined : 1]],
  [
    '# grants? \\(# %\\) (?:was|were) stale, .* # grants? critically so',
    ({ held }) => [held.stale_grants, tenth(held.stale_share), held.critical_grants],
  ],
  ['The stale share (?:fell|rose) from # %', ({ previous_stale_share }) => [tenth(previous_stale_share)]],
  [
    'The stale share was the same',
    ({ held, previous_stale_share }) => [
      tenth(held.stale_share ?? null) === tenth(previous_stale_share) ? undefined : 1,
    ],
  ],
  ['# grants? had never been used', ({ held }) => [held.never_used_grants]],
  [
    'No stale access allows administration',
    ({ held }) => [(held.privileged_stale ?? 0) + (held.personal_stale ?? 0) === 0 ? undefined : 1],
  ],
  [
    '# stale grants? allows? administration and # stale grants? reach(?:es)? personal data',
    ({ held }) => [held.privileged_stale, held.personal_stale],
  ],
  ['# stale grants? allows? administration\\.', ({ held }) => [held.privileged_stale]],
  ['# stale grants? reach(?:es)? personal data\\.', ({ held }) => [held.personal_stale]],
  ['# disabled accounts? (?:still )?held access', ({ held }) => [held.disabled_holders]],
  ['# users? with access had neither signed in', ({ held }) => [held.inactive_90_holders]],
  ['# users? with access (?:has|have) no second factor', ({ held }) => [held.mfa_missing_holders]],
  [
    '# reviews? (?:was|were) opened, and # (?:was|were) decided',
    ({ reviews }) => [reviews.created, reviews.decided],
  ],
  ['# reviews? (?:was|were) opened\\.', ({ reviews }) => [reviews.created]],
  ['No review was decided in this period', ({ reviews }) => [reviews.decided === 0 ? undefined : 1]],
  [
    'No review was opened, open or decided',
    ({ reviews }) => [reviews.created + reviews.open + reviews.decided === 0 ? undefined : 1],
  ],
  [
    '# % of the answers by people came within the deadline',
    ({ reviews }) => [tenth((100 * reviews.decided_within_sla) / (reviews.confirmed + reviews.revoked))],
  ],
  [
    'No review expired, and none was open past its deadline',
    ({ reviews }) => [reviews.expired + reviews.open_overdue === 0 ? undefined : 1],
  ],
  [
    '# reviews? expired without an answer, and # reviews? (?:was|were) open past',
    ({ reviews }) => [reviews.expired, reviews.open_overdue],
  ],
  ['No access was to be removed', ({ removals }) => [removals.all === 0 ? undefined : 1]],
  ['Of # removals?, # (?:is|are) verified removed', ({ removals }) => [removals.all, removals.completed]],
  [
    'No answer went against a recommendation',
    ({ exceptions: { against, fast, bulk } }) => [against + fast + bulk === 0 ? undefined : 1],
  ],
];

/** Numbers in the middle of sentences that are lists of what there is: each one wherever its words are. */
const PARTS: Rule[] = [
  ['# to remove access', ({ reviews }) => [reviews.revoked]],
  ['# to keep it', ({ reviews }) => [reviews.confirmed]],
  ['# by the access being used again', ({ reviews }) => [reviews.confirmed_by_use]],
  ['# by the access being removed elsewhere', ({ reviews }) => [reviews.removed_elsewhere]],
  ['# answers? kept access whose removal', ({ exceptions }) => [exceptions.against]],
  ['# answers? (?:was|were) given within 5 seconds', ({ exceptions }) => [exceptions.fast]],
  ['# failed(?: and|,|\\.)', ({ removals }) => [removals.failed]],
  ['# (?:was|were) blocked by a safeguard', ({ removals }) => [removals.blocked]],
  ['# (?:was|were) reverted', ({ removals }) => [removals.reverted]],
];

/** What is wrong with a sentence; null when the rows say the same. */
export function faultOfSentence(sentence: string, figures: RowFigures): string | null {
  let isKnown = /^Use was /.test(sentence);
  for (const [rules, whole] of [
    [RULES, true],
    [PARTS, false],
  ] as const) {
    for (const [pattern, expected] of rules) {
      const found = new RegExp(`${whole ? '^' : ''}${pattern.replaceAll('#', NUMBER)}`, 'i').exec(sentence);
      if (!found) continue;
      isKnown = true;
      const said = found.slice(1).map(numberOf);
      const wanted = expected(figures).filter((value) => value !== undefined);
      if (JSON.stringify(said) !== JSON.stringify(wanted)) {
        return `“${sentence}” says ${JSON.stringify(said)}; the rows say ${JSON.stringify(wanted)}`;
      }
    }
  }
  return isKnown ? null : `“${sentence}” is not held against anything`;
}
