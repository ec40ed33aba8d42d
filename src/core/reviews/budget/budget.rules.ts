import { DAY_MS } from '../../../platform/iso-instant.ts';
import type { PriorityFacts } from '../priority/priority.rules.ts';

/**
 * How many questions one reviewer is asked in a week. The heaviest are asked first; the others wait for a week that has room. A
 * week begins on Monday at midnight UTC.
 */

const WEEK_MS = 7 * DAY_MS;
/** The first of January 1970 was a Thursday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

export const weekStart = (instant: number): number =>
  Math.floor((instant - FIRST_MONDAY_MS) / WEEK_MS) * WEEK_MS + FIRST_MONDAY_MS;

export const nextWeek = (instant: number): number => weekStart(instant) + WEEK_MS;

/** From such a priority on a question does not wait: only stale access to much that matters weighs so much. */
export const URGENT_PRIORITY = 80;

/** Whether a question is asked whatever the budget is. What a disabled account may still do is nobody's work any more. */
export const isUrgent = ({
  priority,
  priority_facts,
}: {
  priority: number;
  priority_facts: PriorityFacts | null;
}): boolean => priority >= URGENT_PRIORITY || priority_facts?.account === 'disabled';

/** Later turns are not told: until then the order will have changed. */
export const WEEKS_TOLD = 52;

export interface Line {
  /** Null: nobody waits for long. */
  budget: number | null;
  /** Questions asked since the week began. */
  asked: number;
}

/** When the question in this place of the line, counted from 0, is asked if nothing else changes; null: in a year or later. */
export function turnOf(place: number, { budget, asked }: Line, now: number): number | null {
  const room = budget === null ? Number.POSITIVE_INFINITY : Math.max(0, budget - asked);
  if (place < room || budget === null) return now;
  const weeks = Math.floor((place - room) / budget);
  return weeks >= WEEKS_TOLD ? null : nextWeek(now) + weeks * WEEK_MS;
}
