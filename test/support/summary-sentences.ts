import type { ComplianceSummary } from '../../src/reports/summary/compliance-summary.rules.ts';

/** What a plain look at every row gives; see summary-reference.ts. */
export interface RowFigures {
  held: Record<string, number | null>;
  holders: number;
  reviews: Omit<ComplianceSummary['reviews'], 'by_risk'>;
  removals: Record<string, number>;
  exceptions: { against: number; fast: number; bulk: number; without_reason: number };
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
  ['# stale grants? had no open review', ({ held }) => [held.unanswered_stale]],
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
  ['Of # remediations?, # (?:is|are) verified removed', ({ removals }) => [removals.all, removals.verified]],
  [
    'No answer went against a recommendation',
    ({ exceptions: { against, fast, bulk } }) => [against + fast + bulk === 0 ? undefined : 1],
  ],
  // What supports the controls.
  ['No access was held', ({ held }) => [held.active_grants === 0 ? undefined : 1]],
  [
    'Each of # grants? is scored by its use; # grants? \\(# %\\) (?:was|were) stale, # critically',
    ({ held }) => [held.active_grants, held.stale_grants, tenth(held.stale_share), held.critical_grants],
  ],
  ['# grants? of administrative access (?:was|were) stale', ({ held }) => [held.privileged_stale]],
  ['# grants? of access to personal data (?:was|were) stale', ({ held }) => [held.personal_stale]],
  ['# enabled users? with access had shown no sign of life', ({ held }) => [held.inactive_90_holders]],
  ['# users? with access had not signed in for longer', ({ held }) => [held.dormant_holders]],
  ['The data does not tell', ({ held }) => [held.dormant_holders === null ? undefined : 1]],
  [
    'No review was (?:answered|decided) by a person',
    ({ reviews }) => [reviews.confirmed + reviews.revoked === 0 ? undefined : 1],
  ],
  [
    '# reviews? (?:was|were) decided, # of them by people, # late',
    ({ reviews }) => [reviews.decided, reviews.confirmed + reviews.revoked, reviews.decided_late],
  ],
  [
    'Use decides continuously [^:]*: # reviews? opened, # decided, # expired and # open past the deadline',
    ({ reviews }) => [reviews.created, reviews.decided, reviews.expired, reviews.open_overdue],
  ],
  [
    'Every answer names its decider and a reason',
    ({ exceptions }) => [exceptions.without_reason === 0 ? undefined : 1],
  ],
  ['Every answer names its decider, # answers? no reason', ({ exceptions }) => [exceptions.without_reason]],
];

/** Numbers in the middle of sentences that are lists of what there is: each one wherever its words are. */
const PARTS: Rule[] = [
  ['# to remove access', ({ reviews }) => [reviews.revoked]],
  ['# to keep it', ({ reviews }) => [reviews.confirmed]],
  ['# by the access being used again', ({ reviews }) => [reviews.confirmed_by_use]],
  ['# by the access being removed elsewhere', ({ reviews }) => [reviews.removed_elsewhere]],
  ['# by the policy, because nobody answered', ({ reviews }) => [reviews.revoked_unanswered]],
  ['# by a rule, without a question', ({ reviews }) => [reviews.revoked_by_rule]],
  ['# answers? kept access whose remediation', ({ exceptions }) => [exceptions.against]],
  ['# answers? (?:was|were) given within 5 seconds', ({ exceptions }) => [exceptions.fast]],
  ['# failed(?: and|,|\\.)', ({ removals }) => [removals.failed]],
  ['# (?:was|were) blocked by a safeguard', ({ removals }) => [removals.blocked]],
  ['# (?:was|were) reverted', ({ removals }) => [removals.reverted]],
  ['# (?:was|were) attested by a person', ({ removals }) => [removals.attested]],
  ['# (?:was|were) simulated', ({ removals }) => [removals.simulated]],
  ['# (?:was|were) recorded as removed', ({ removals }) => [removals.not_verified]],
  ['# (?:was|were) claimed to be removed', ({ removals }) => [removals.contradicted]],
  ['# (?:was|were) called off', ({ removals }) => [removals.cancelled]],
  ['# (?:was|were) only rehearsed', ({ removals }) => [removals.rehearsed]],
  ['# (?:was|were) requested of a person', ({ removals }) => [removals.awaiting_person]],
  ['# (?:was|were) still open', ({ removals }) => [(removals.open ?? 0) - (removals.awaiting_person ?? 0)]],
  ['# answers? against a recommendation', ({ exceptions }) => [exceptions.against]],
  ['# answers? within 5 seconds', ({ exceptions }) => [exceptions.fast]],
  ['# confirmations? of several grants', ({ exceptions }) => [exceptions.bulk]],
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
