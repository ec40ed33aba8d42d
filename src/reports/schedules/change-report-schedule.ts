import type { Querier } from '../../platform/database/database.ts';
import { LapseError } from '../../platform/errors.ts';
import { appendScheduleEntry, nextRunOf, requireValid, type ScheduleOrder } from './add-report-schedule.ts';
import type { ScheduleSettings } from './schedule.rules.ts';
import { lockSchedule, updateSchedule } from './schedules.sql.ts';

/** What is left out stays as it is. */
export type SchedulePatch = { [Field in keyof ScheduleSettings]?: ScheduleSettings[Field] | undefined };

export async function changeReportSchedule(
  tx: Querier,
  id: string,
  patch: SchedulePatch,
  order: ScheduleOrder,
): Promise<void> {
  const before = await lockSchedule(tx, id);
  if (!before) throw new LapseError('not_found', 'There is no report schedule with this id.');
  const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
  const after = { ...before, ...given };
  requireValid(after);
  const retimed = (['cron', 'time_zone', 'enabled'] as const).some((field) => after[field] !== before[field]);
  await updateSchedule(tx, {
    ...after,
    next_run_at: retimed ? nextRunOf(after, order.now) : before.next_run_at,
  });
  await appendScheduleEntry(tx, order, {
    event_type: 'report_schedule.changed',
    description: `The report schedule ${after.name} was changed.`,
    data: { schedule_id: id, ...given },
  });
}
