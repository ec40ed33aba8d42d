import type { Fault } from '../../../platform/errors.ts';
import { DAY_MS } from '../../../platform/iso-instant.ts';
import type { Policy } from '../../policy/policy.rules.ts';

export const DECISIONS = ['CONFIRM', 'REVOKE', 'ESCALATE'] as const;
export type Decision = (typeof DECISIONS)[number];

/** Both vocabularies of the contract, in either case. */
const WORDS: Readonly<Record<string, Decision>> = {
  confirm: 'CONFIRM',
  approve: 'CONFIRM',
  revoke: 'REVOKE',
  escalate: 'ESCALATE',
};
export const DECISION_WORDS = Object.keys(WORDS);

export function readDecision(word: string): Decision | null {
  const key = word.toLowerCase();
  return Object.hasOwn(WORDS, key) ? (WORDS[key] as Decision) : null;
}

/** As grants are spoken of: in the grant form, in the tutorial and in events. */
export const SPOKEN: Readonly<Record<Decision, string>> = {
  CONFIRM: 'approve',
  REVOKE: 'revoke',
  ESCALATE: 'escalate',
};

/** Whether anything can be read in it: spaces and characters that nobody sees are no reason. */
export function isReason(text: string): boolean {
  return /[^\s\p{C}\u115f\u1160\u2800\u3164\uffa0]/u.test(text);
}

export const CONFIRMATION_DAYS_MAX = 365;
/** A leap year is a year too. */
const CONFIRMATION_MS_MAX = (CONFIRMATION_DAYS_MAX + 1) * DAY_MS;

/**
 * How long a confirmation holds when the reviewer does not say. By the second model each one without a use in between holds
 * longer: what was wrongly asked about twice is half of all wrong alarms.
 */
export function backoffDays({ model_version, review, rhythm }: Policy, timesSinceUse: number): number {
  if (model_version === 1) return review.confirmation_days;
  const days = rhythm.confirmation_days;
  return days[Math.min(timesSinceUse, days.length - 1)] as number;
}

/** Until when a confirmation holds; null and a fault when that is not in the coming year. */
export function confirmedUntil(
  asked: string | undefined | null,
  now: number,
  defaultDays: number,
): { until: number; fault?: never } | { fault: Omit<Fault, 'loc'>; until?: never } {
  if (asked === undefined || asked === null) return { until: now + defaultDays * DAY_MS };
  const until = Date.parse(asked);
  if (until > now && until <= now + CONFIRMATION_MS_MAX) return { until };
  return { fault: { msg: 'expected an instant in the future, at most a year ahead', type: 'out_of_range' } };
}
