import { appendAuditEntries } from '../../audit/entries.sql.ts';
import type { AuditType } from '../../audit/types.rules.ts';
import type { Querier } from '../../platform/database/database.ts';
import { LapseError } from '../../platform/errors.ts';
import { nextFiring } from './cron-schedule.rules.ts';
import { type ScheduleSettings, scheduleFaults } from './schedule.rules.ts';
import { insertSchedule, lockAndCountSchedules } from './schedules.sql.ts';

/** So many that somebody must have lost track. */
const SCHEDULES_MAX = 100;

export interface ScheduleOrder {
  /** As the audit trail shows it. */
  actor: string;
  now: number;
  newId: () => string;
}

export async function addReportSchedule(
  tx: Querier,
  settings: ScheduleSettings,
  order: ScheduleOrder,
): Promise<string> {
  requireValid(settings);
  if ((await lockAndCountSchedules(tx)) >= SCHEDULES_MAX) {
    throw new LapseError('conflict', `There are ${SCHEDULES_MAX} schedules already; delete one first.`);
  }
  const { actor, now, newId } = order;
  const id = newId();
  await insertSchedule(tx, {
    ...settings,
    id,
    next_run_at: nextRunOf(settings, now),
    created_by: actor,
    created_at: new Date(now).toISOString(),
  });
  await appendScheduleEntry(tx, order, {
    event_type: 'report_schedule.created',
    description: `The report schedule ${settings.name} was set up.`,
    data: { schedule_id: id, ...settings },
  });
  return id;
}

export function requireValid(settings: ScheduleSettings): void {
  const faults = scheduleFaults(settings);
  if (faults.length === 0) return;
  const summary = faults.map(({ loc, msg }) => `${loc.join('.')} ${msg}`).join('; ');
  throw new LapseError('invalid_request', summary, faults);
}

export function nextRunOf(
  { enabled, cron, time_zone }: Pick<ScheduleSettings, 'enabled' | 'cron' | 'time_zone'>,
  now: number,
): string | null {
  const next = enabled ? nextFiring(cron, time_zone, now) : null;
  return next === null ? null : new Date(next).toISOString();
}

export async function appendScheduleEntry(
  tx: Querier,
  { actor, now, newId }: ScheduleOrder,
  entry: { event_type: AuditType; description: string; data: Record<string, unknown> },
): Promise<void> {
  const at = new Date(now).toISOString();
  await appendAuditEntries(tx, [{ id: newId(), principal_id: null, actor, at, ...entry }]);
}
