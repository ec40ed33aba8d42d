const DAY_MS = 86_400_000;

export interface ActivityWeek {
  week_of: string;
  active_days: number;
}

export interface Gap {
  started_at: string;
  ended_at: string | null;
}

/** Whether the sensor was blind for any part of the week; what was not seen then is not known. */
export function isBlind(week: ActivityWeek, gaps: readonly Gap[]): boolean {
  const from = Date.parse(week.week_of);
  const to = from + 7 * DAY_MS;
  return gaps.some(
    ({ started_at, ended_at }) =>
      Date.parse(started_at) < to && (ended_at === null || Date.parse(ended_at) > from),
  );
}

export const activeDaysIn = (weeks: readonly ActivityWeek[]): number =>
  weeks.reduce((sum, { active_days }) => sum + active_days, 0);
