/**
 * The earliest distinct days of something, ascending. Joining two such lists is "union, keep the smallest", so the list
 * depends on the set of days alone: not on the order in which they become known, and not on repetition.
 */
export type EarliestDays = number[];

/** What came back on this many days is a habit: an office that moved must not be remarkable for ever. */
const HABIT_DAYS = 5;

/** Everything is new on the first days: so many must have passed, and as many or more with any use. */
const ESTABLISHING_DAYS = 7;

/** Whether the list has changed. Most of the time it is full and the day is later: two comparisons. */
function addDay(days: EarliestDays, day: number, limit: number): boolean {
  let place = days.length;
  while (place > 0 && (days[place - 1] as number) > day) place--;
  if (place === limit || days[place - 1] === day) return false;
  days.splice(place, 0, day);
  if (days.length > limit) days.pop();
  return true;
}

export function addHabitDay(days: EarliestDays, day: number): boolean {
  return addDay(days, day, HABIT_DAYS);
}

export function addEarlyDay(days: EarliestDays, day: number, activeDays = ESTABLISHING_DAYS): boolean {
  return addDay(days, day, activeDays);
}

/** On the day that completes it, it is one. Once true of a day, it stays true: the fifth day only becomes earlier. */
export function isHabitOn(days: EarliestDays, day: number): boolean {
  return days.length === HABIT_DAYS && day >= (days[HABIT_DAYS - 1] as number);
}

/** The first day on which something can be remarkable; it only becomes earlier. */
export function establishedFrom(early: EarliestDays, activeDays = ESTABLISHING_DAYS): number {
  if (early.length < activeDays) return Number.POSITIVE_INFINITY;
  return Math.max((early[0] as number) + ESTABLISHING_DAYS, (early[activeDays - 1] as number) + 1);
}

/** The first day and the steps to the next ones: three bytes a day instead of six. */
export function packDays(days: readonly number[]): number[] {
  return days.map((day, i) => day - (days[i - 1] ?? 0));
}

export function unpackDays(steps: readonly number[]): EarliestDays {
  const days: EarliestDays = [];
  let day = 0;
  for (const step of steps) {
    day += step;
    days.push(day);
  }
  return days;
}
