import { Cron } from 'croner';
import { type Fault, LapseError } from './errors.ts';
import { isTimeZone } from './local-time.rules.ts';

export const CRON_LENGTH_MAX = 100;

/** When something is done again and again. */
export interface CronSchedule {
  cron: string;
  time_zone: string;
  enabled: boolean;
}

export function cronScheduleFaults({ cron, time_zone }: Pick<CronSchedule, 'cron' | 'time_zone'>): Fault[] {
  const faults: Fault[] = [];
  const wrong = cronFault(cron);
  if (wrong !== null) faults.push({ loc: ['body', 'cron'], msg: wrong, type: 'invalid' });
  if (!isTimeZone(time_zone)) {
    const msg = 'expected the name of a time zone, such as UTC or Europe/Berlin';
    faults.push({ loc: ['body', 'time_zone'], msg, type: 'invalid' });
  }
  return faults;
}

/** So many of a kind that somebody must have lost track. */
const SCHEDULES_MAX = 100;

export function requireRoomForSchedule(count: number): void {
  if (count >= SCHEDULES_MAX) {
    throw new LapseError('conflict', `There are ${SCHEDULES_MAX} schedules already; delete one first.`);
  }
}

/** When it is due next; null: it is not enabled. */
export function nextRunOf({ enabled, cron, time_zone }: CronSchedule, now: number): string | null {
  const next = enabled ? nextFiring(cron, time_zone, now) : null;
  return next === null ? null : new Date(next).toISOString();
}

/** What is due after a change: as before, unless the change is about when. */
export function nextRunAfterChange<Schedule extends CronSchedule & { next_run_at: string | null }>(
  before: Schedule,
  after: CronSchedule,
  now: number,
): string | null {
  const isRetimed = (['cron', 'time_zone', 'enabled'] as const).some(
    (field) => after[field] !== before[field],
  );
  return isRetimed ? nextRunOf(after, now) : before.next_run_at;
}

/** The last instant at which it was due until now, of which the first is known: what was missed is made up for by the last. */
export function dueInstant(schedule: CronSchedule & { next_run_at: string | null }, now: number): number {
  const first = schedule.next_run_at === null ? now : Date.parse(schedule.next_run_at);
  return Math.max(first, lastFiring(schedule.cron, schedule.time_zone, now) ?? first);
}

/** What is wrong with an expression, or null. */
export function cronFault(cron: string): string | null {
  const fields = cron.trim().split(/\s+/);
  if (fields.length !== 5) return 'expected five fields: minute, hour, day of month, month, day of week';
  // Would mean another time at every restart.
  if (cron.includes('?')) return 'expected no question mark';
  if (!/^[0-5]?\d$/.test(fields[0] as string))
    return 'expected one minute (0 to 59) as the first field: it runs once an hour at most';
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

/** The last instant at or before this one; null when there was none. Seconds are the smallest step of an expression. */
export function lastFiring(cron: string, timeZone: string, at: number): number | null {
  const last = open(cron, timeZone).previousRuns(2, new Date(at + 1000));
  return last.map((date) => date.getTime()).find((ms) => ms <= at) ?? null;
}

const open = (cron: string, timezone: string): Cron => new Cron(cron.trim(), { mode: '5-part', timezone });
