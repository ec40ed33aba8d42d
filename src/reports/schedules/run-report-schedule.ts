import type { Querier } from '../../platform/database/database.ts';
import { LapseError } from '../../platform/errors.ts';
import { isoInstant } from '../../platform/iso-instant.ts';
import { periodOf } from '../period.rules.ts';
import type { ReportRow } from '../reports.sql.ts';
import { requestReport } from '../request-report.ts';
import { type DueSchedule, insertRun, recordRun } from './schedule-work.sql.ts';
import { lockSchedule } from './schedules.sql.ts';

interface Means {
  now: number;
  newId: () => string;
}

/** Asks for the report of a schedule now, whether it is enabled or not; when it is due next stays as it is. */
export async function runReportSchedule(
  tx: Querier,
  id: string,
  { actor, now, newId }: Means & { actor: string },
): Promise<ReportRow> {
  const schedule = await lockSchedule(tx, id);
  if (!schedule) throw new LapseError('not_found', 'There is no report schedule with this id.');
  const report = await askFor(tx, schedule, { actor, at: now, now, newId });
  await recordRun(tx, id, { last_run_at: isoInstant(now), report_id: report.id, error: null });
  return report;
}

/** The report of a schedule as of the instant at which it was due. */
export async function askFor(
  tx: Querier,
  schedule: DueSchedule,
  { actor, at, now, newId }: Means & { actor: string; at: number },
): Promise<ReportRow> {
  const { type, format, filters, period_rule, time_zone, name, recipients } = schedule;
  const { start, end } = periodOf(period_rule, at, time_zone);
  const report = await requestReport(tx, {
    request: { type, format, filters, period_start: isoInstant(start), period_end: isoInstant(end) },
    actor,
    now,
    newId,
  });
  if (recipients.length > 0) await insertRun(tx, { report_id: report.id, schedule_name: name, recipients });
  return report;
}
