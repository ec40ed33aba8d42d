import { v7 as uuidv7 } from 'uuid';
import { appendAuditEntries } from '../../audit/entries.sql.ts';
import type { AuditType } from '../../audit/types.rules.ts';
import { refuse } from '../../gateway/lists/instants.ts';
import { nextRunAfterChange, nextRunOf, requireRoomForSchedule } from '../../platform/cron-schedule.rules.ts';
import type { Querier } from '../../platform/database/database.ts';
import { required } from '../../platform/errors.ts';
import { isoInstant } from '../../platform/iso-instant.ts';
import { periodOf } from '../period.rules.ts';
import type { ReportRow } from '../reports.sql.ts';
import { requestReport } from '../request-report.ts';
import { type ScheduleSettings, scheduleFaults } from './schedule.rules.ts';
import { insertRun, recordRun } from './schedule-work.sql.ts';
import {
  deleteSchedule,
  insertSchedule,
  lockAndCountSchedules,
  lockSchedule,
  type ScheduleRow,
  updateSchedule,
} from './schedules.sql.ts';

export interface ScheduleOrder {
  /** As the audit trail shows it. */
  actor: string;
  now: number;
}

export async function addReportSchedule(
  tx: Querier,
  settings: ScheduleSettings,
  order: ScheduleOrder,
): Promise<string> {
  refuse(scheduleFaults(settings));
  requireRoomForSchedule(await lockAndCountSchedules(tx));
  const { actor, now } = order;
  const id = uuidv7();
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

export async function appendScheduleEntry(
  tx: Querier,
  { actor, now }: ScheduleOrder,
  entry: { event_type: AuditType; description: string; data: Record<string, unknown> },
): Promise<void> {
  const at = new Date(now).toISOString();
  await appendAuditEntries(tx, [{ actor, at, ...entry }]);
}

/** What is left out stays as it is. */
export type SchedulePatch = { [Field in keyof ScheduleSettings]?: ScheduleSettings[Field] | undefined };

export async function changeReportSchedule(
  tx: Querier,
  id: string,
  patch: SchedulePatch,
  order: ScheduleOrder,
): Promise<void> {
  const before = required(await lockSchedule(tx, id), 'report schedule');
  const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
  const after = { ...before, ...given };
  refuse(scheduleFaults(after));
  await updateSchedule(tx, { ...after, next_run_at: nextRunAfterChange(before, after, order.now) });
  await appendScheduleEntry(tx, order, {
    event_type: 'report_schedule.changed',
    description: `The report schedule ${after.name} was changed.`,
    data: { schedule_id: id, ...given },
  });
}

/** Reports it has asked for stay. */
export async function removeReportSchedule(tx: Querier, id: string, order: ScheduleOrder): Promise<void> {
  const before = required(await lockSchedule(tx, id), 'report schedule');
  await deleteSchedule(tx, id);
  await appendScheduleEntry(tx, order, {
    event_type: 'report_schedule.deleted',
    description: `The report schedule ${before.name} was deleted.`,
    data: { schedule_id: id },
  });
}

/** Asks for the report of a schedule now, whether it is enabled or not; when it is due next stays as it is. */
export async function runReportSchedule(
  tx: Querier,
  id: string,
  { actor, now }: ScheduleOrder,
): Promise<ReportRow> {
  const schedule = required(await lockSchedule(tx, id), 'report schedule');
  const report = await askFor(tx, schedule, { actor, at: now, now });
  await recordRun(tx, id, { last_run_at: isoInstant(now), report_id: report.id, error: null });
  return report;
}

/** The report of a schedule as of the instant at which it was due. */
export async function askFor(
  tx: Querier,
  schedule: ScheduleRow,
  { actor, at, now }: ScheduleOrder & { at: number },
): Promise<ReportRow> {
  const { type, format, filters, period_rule, time_zone, name, recipients } = schedule;
  const { start, end } = periodOf(period_rule, at, time_zone);
  const report = await requestReport(tx, {
    request: { type, format, filters, period_start: isoInstant(start), period_end: isoInstant(end) },
    actor,
    now,
  });
  if (recipients.length > 0) await insertRun(tx, { report_id: report.id, schedule_name: name, recipients });
  return report;
}
