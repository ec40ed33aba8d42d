import { DAY_MS } from '../../../platform/iso-instant.ts';
import { activeDays, dayOf, type Use } from '../../scores/habit.rules.ts';
import type { Decision } from '../decisions/decision.rules.ts';
import { dayInWords } from '../holder/holder.rules.ts';

/**
 * A seeded question is a closed review, asked once more of somebody who has not seen it, with the evidence of then. What came of
 * the access since then says which answer was right.
 */

export const SEEDED_PERCENT_MAX = 10;
/** An open one counts for nothing after this. */
export const SEEDED_OPEN_DAYS = 14;

/** What is known is known after this many days: the same as of what was revoked and missed. */
export const KNOWN_AFTER_DAYS = 60;
/** What is longer ago says more about an organisation as it was. */
export const KNOWN_WITHIN_DAYS = 365;
/** Used on so many of those days, confirmed access was still needed: one use could be a try whether it is still there. */
export const STILL_NEEDED_DAYS = 10;

/** The two answers that history can have. */
export type Known = 'CONFIRM' | 'REVOKE';

/** `answered`: reviews that somebody has decided since they were last asked a seeded question. The seeded one is of the hundred too. */
export const isSeededDue = (answered: number, percent: number): boolean =>
  percent > 0 && (answered + 1) * percent >= 100;

/** With which of the two answers to look first: by the id, so that neither is asked more often while there are both. */
export const knownInOrder = (id: string): readonly Known[] =>
  Number.parseInt(id.slice(-1), 16) % 2 === 0 ? ['CONFIRM', 'REVOKE'] : ['REVOKE', 'CONFIRM'];

/** On how many of the days after it was decided. The day itself does not count: nobody knows whether the use came first. */
export function daysUsedAfter(use: Use, decidedAt: number): number {
  const from = dayOf(decidedAt);
  return activeDays(use).filter((day) => day > from && day <= from + KNOWN_AFTER_DAYS).length;
}

/** Null: neither, who answered does not know. */
export const isRight = (answer: Decision, known: Known): boolean | null =>
  answer === 'ESCALATE' ? null : answer === known;

/** What whoever has answered is told. */
export function toldOf({ decided_at, days_used }: { decided_at: string; days_used: number | null }): string {
  const day = dayInWords(decided_at);
  const outcome =
    days_used === null
      ? `revoked on ${day} and not missed in the ${KNOWN_AFTER_DAYS} days after that`
      : `confirmed on ${day} and used on ${days_used} of the ${KNOWN_AFTER_DAYS} days after that`;
  return `This was a question from the past, nothing was changed. The access was ${outcome}.`;
}

/** The span of time in which what is asked about was decided, half-open. */
export const decidedBetween = (now: number): { from: number; until: number } => ({
  from: now - KNOWN_WITHIN_DAYS * DAY_MS,
  until: now - KNOWN_AFTER_DAYS * DAY_MS,
});
