import type { Loop } from '../../platform/background/run-loop.ts';
import { runTenants } from '../../platform/background/run-tenants.ts';
import { dueWork } from '../../platform/background/tenants-with.sql.ts';
import { dueInstant, nextRunOf } from '../../platform/cron-schedule.rules.ts';
import type { Database, Querier } from '../../platform/database/database.ts';
import { LapseError } from '../../platform/errors.ts';
import { isoInstant } from '../../platform/iso-instant.ts';
import { reportCompletedCampaign } from '../campaigns/report-campaign.ts';
import { appendScheduleEntry, askFor } from './manage-schedule.ts';
import { claimDueSchedule, recordRun } from './schedule-work.sql.ts';
import { tellFinishedRuns } from './tell-finished-runs.ts';

export interface ScheduleContext {
  db: Database;
  now: () => number;
  /** Where people reach this program, without a slash at its end. */
  public_url: string;
  onError: (error: Error, tenantId: number) => void;
}

/**
 * Asks for the report of one schedule that is due, and says when it is due next, in one transaction: once, however many
 * workers there are. What was missed while nobody ran is made up for by the last of it. False: nothing was due.
 */
async function fireDue(tx: Querier, now: number): Promise<boolean> {
  const schedule = await claimDueSchedule(tx, now);
  if (!schedule) return false;
  const { id, name, created_by } = schedule;
  const run = { next_run_at: nextRunOf(schedule, now), last_run_at: isoInstant(now) };
  const at = dueInstant(schedule, now);
  const actor = `${created_by} (schedule ${name})`;
  try {
    const report = await askFor(tx, schedule, { actor, at, now });
    await recordRun(tx, id, { ...run, report_id: report.id, error: null });
  } catch (error) {
    if (!(error instanceof LapseError)) throw error;
    // Too many reports wait: it stays due, and is tried again.
    if (error.code === 'rate_limited') return false;
    // Such as a year of what is kept for 90 days: the next run may be about another time.
    const { message } = error;
    await recordRun(tx, id, { ...run, report_id: null, error: message });
    const order = { actor: 'system', now };
    await appendScheduleEntry(tx, order, {
      event_type: 'report_schedule.failed',
      description: `The report schedule ${name} could not ask for its report: ${message}`,
      data: { schedule_id: id, error: message },
    });
  }
  return true;
}

/** Asks for the report of a schedule that is due. */
export function fireSchedule(context: ScheduleContext, tenantId: number): Promise<boolean> {
  const { db, now } = context;
  return db.transaction(tenantId, (tx) => fireDue(tx, now()));
}

/** Tells who waits for a report that it is there. */
export function tellTenant(context: ScheduleContext, tenantId: number): Promise<number> {
  const { db, now, public_url } = context;
  return db.transaction(tenantId, (tx) => tellFinishedRuns(tx, { now: now(), public_url }));
}

/** Asks for the report of a campaign that is completed. */
export function reportTenantCampaign(context: ScheduleContext, tenantId: number): Promise<boolean> {
  const { db, now } = context;
  return db.transaction(tenantId, (tx) => reportCompletedCampaign(tx, now()));
}

const AT_ONCE = 2;

/** Any number of these may run. */
export function runSchedules(context: ScheduleContext): Loop {
  return runTenants({
    context,
    at_once: AT_ONCE,
    due: () => dueWork(context, 'schedules'),
    turn: async (tenantId, { take }) => {
      const fired = await take('report_schedules', () => fireSchedule(context, tenantId));
      const told = await take('finished_runs', () => tellTenant(context, tenantId));
      const reported = await take('campaign_reports', () => reportTenantCampaign(context, tenantId));
      return (fired ?? false) || (told ?? 0) > 0 || (reported ?? false);
    },
  });
}
