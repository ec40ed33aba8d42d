import type { Loop } from '../../platform/background/run-loop.ts';
import { runTenants } from '../../platform/background/run-tenants.ts';
import { dueWork } from '../../platform/background/tenants-with.sql.ts';
import type { Database } from '../../platform/database/database.ts';
import { fireReportSchedule } from './fire-report-schedules.ts';
import { tellFinishedRuns } from './tell-finished-runs.ts';

export interface ScheduleContext {
  db: Database;
  now: () => number;
  /** Where people reach this program, without a slash at its end. */
  public_url: string;
  onError: (error: Error, tenantId: number) => void;
}

/** Asks for the report of a schedule that is due. */
export function fireSchedule(context: ScheduleContext, tenantId: number): Promise<boolean> {
  const { db, now } = context;
  return db.transaction(tenantId, (tx) => fireReportSchedule(tx, now()));
}

/** Tells who waits for a report that it is there. */
export function tellTenant(context: ScheduleContext, tenantId: number): Promise<number> {
  const { db, now, public_url } = context;
  return db.transaction(tenantId, (tx) => tellFinishedRuns(tx, { now: now(), public_url }));
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
      return (fired ?? false) || (told ?? 0) > 0;
    },
  });
}
