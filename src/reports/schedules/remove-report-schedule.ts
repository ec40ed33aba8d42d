import type { Querier } from '../../platform/database/database.ts';
import { LapseError } from '../../platform/errors.ts';
import { appendScheduleEntry, type ScheduleOrder } from './add-report-schedule.ts';
import { deleteSchedule, lockSchedule } from './schedules.sql.ts';

/** Reports it has asked for stay. */
export async function removeReportSchedule(tx: Querier, id: string, order: ScheduleOrder): Promise<void> {
  const before = await lockSchedule(tx, id);
  if (!before) throw new LapseError('not_found', 'There is no report schedule with this id.');
  await deleteSchedule(tx, id);
  await appendScheduleEntry(tx, order, {
    event_type: 'report_schedule.deleted',
    description: `The report schedule ${before.name} was deleted.`,
    data: { schedule_id: id },
  });
}
