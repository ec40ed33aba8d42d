import { Cron } from 'croner';

export const CRON_LENGTH_MAX = 100;

/** What is wrong with an expression, or null. */
export function cronFault(cron: string): string | null {
  const fields = cron.trim().split(/\s+/);
  if (fields.length !== 5) return 'expected five fields: minute, hour, day of month, month, day of week';
  // Would mean another time at every restart.
  if (cron.includes('?')) return 'expected no question mark';
  if (!/^[0-5]?\d$/.test(fields[0] as string))
    return 'expected one minute (0 to 59) as the first field: a report is made once an hour at most';
  try {
    return open(cron, 'UTC').nextRun(new Date(0)) === null ? 'expected an instant that ever comes' : null;
  } catch {
    return 'expected a cron expression such as "0 6 1 * *"';
  }
}

/** The first instant after this one; null when there is none. */
export function nextFiring(cron: string, timeZone: string, after: number): number | null {
  return open(cron, timeZone).nextRun(new Date(after))?.getTime() ?? null;
}

/** The last instant at or before this one; null when there was none. */
export function lastFiring(cron: string, timeZone: string, at: number): number | null {
  return (
    open(cron, timeZone)
      .previousRuns(1, new Date(at + 1000))[0]
      ?.getTime() ?? null
  );
}

const open = (cron: string, timezone: string): Cron => new Cron(cron.trim(), { mode: '5-part', timezone });
