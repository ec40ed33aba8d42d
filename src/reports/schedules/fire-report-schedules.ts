import type { Querier } from '../../platform/database/database.ts';
import { LapseError } from '../../platform/errors.ts';
import { isoInstant } from '../../platform/iso-instant.ts';
import { lastFiring, nextFiring } from './cron-schedule.rules.ts';
import { appendScheduleEntry, askFor } from './manage-schedule.ts';
import { claimDueSchedule, type DueSchedule, recordRun } from './schedule-work.sql.ts';

interface Means {
  now: number;
}

/**
 * Asks for the report of one schedule that is due, and says when it is due next, in one transaction: once, however many
 * workers there are. What was missed while nobody ran is made up for by the last of it. False: nothing was due.
 */
export async function fireReportSchedule(tx: Querier, { now }: Means): Promise<boolean> {
  const schedule = await claimDueSchedule(tx, now);
  if (!schedule) return false;
  const { cron, time_zone, name, created_by } = schedule;
  const next = nextFiring(cron, time_zone, now);
  const next_run_at = next === null ? null : isoInstant(next);
  const at = lastFiring(cron, time_zone, now) ?? now;
  const actor = `${created_by} (schedule ${name})`;
  try {
    const report = await askFor(tx, schedule, { actor, at, now });
    await recordRun(tx, schedule.id, {
      next_run_at,
      last_run_at: isoInstant(now),
      report_id: report.id,
      error: null,
    });
  } catch (error) {
    if (!(error instanceof LapseError)) throw error;
    // Too many reports wait: it stays due, and is tried again.
    if (error.code === 'rate_limited') return false;
    await refuse(tx, schedule, { error, next_run_at, now });
  }
  return true;
}

/** Such as a year of what is kept for 90 days: the next run may be about another time. */
async function refuse(
  tx: Querier,
  { id, name }: DueSchedule,
  { error, next_run_at, now }: Means & { error: LapseError; next_run_at: string | null },
): Promise<void> {
  await recordRun(tx, id, {
    next_run_at,
    last_run_at: isoInstant(now),
    report_id: null,
    error: error.message,
  });
  await appendScheduleEntry(
    tx,
    { actor: 'system', now },
    {
      event_type: 'report_schedule.failed',
      description: `The report schedule ${name} could not ask for its report: ${error.message}`,
      data: { schedule_id: id, error: error.message },
    },
  );
}
