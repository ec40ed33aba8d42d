import { DAY_MS } from '../../platform/iso-instant.ts';
import { networkOf } from '../../platform/network/network.ts';
import { grantsLapsingBetween, type Login, loginsOf, recordLogins } from '../directory/logins.sql.ts';
import { latestPlausible, storedInstant } from '../events/event-time.rules.ts';
import { isLogin } from '../events/login-action.rules.ts';
import { requestRecalculation } from '../scores/apply/recalculations.sql.ts';
import { dayOf } from '../scores/habit.rules.ts';
import { datesMovedByLogin } from '../scores/shifts.rules.ts';
import type { Batch } from './batch.ts';

const HOUR_MS = 3_600_000;
const WORK_BEGINS_HOUR = 6;
const WORK_ENDS_HOUR = 20;

/** Adds where from, when in the day and how much, and lets a sign-in count as one. */
export async function enrichEvents(batch: Batch): Promise<void> {
  for (const event of batch.events) {
    const address = event.metadata?.source_ip;
    event.network = typeof address === 'string' ? networkOf(address) : null;
    const rows = event.metadata?.rows_returned;
    event.rows_returned = typeof rows === 'number' && Number.isFinite(rows) && rows >= 0 ? rows : null;
    event.is_working_hours = isWorkingHours(event.at);
  }
  await noteLogins(batch);
}

function isWorkingHours(at: number): boolean {
  const day = dayOf(at);
  const hour = (at - day * DAY_MS) / HOUR_MS;
  // The first day of 1970 was a Thursday.
  const weekday = (((day + 4) % 7) + 7) % 7;
  return weekday !== 0 && weekday !== 6 && hour >= WORK_BEGINS_HOUR && hour < WORK_ENDS_HOUR;
}

/** Dormancy counts whole days, so a second login of the same day changes nothing and is not written. */
async function noteLogins(batch: Batch): Promise<void> {
  const latest = new Map<string, number>();
  for (const { principal_id, action, at } of batch.events) {
    if (isLogin(action)) latest.set(principal_id, Math.max(at, latest.get(principal_id) ?? 0));
  }
  if (latest.size === 0) return;
  const known = await loginsOf(batch.tx, [...latest.keys()]);
  const later: Login[] = [];
  for (const [principal_id, at] of latest) {
    const text = known.get(principal_id);
    const stored = text ? storedInstant(text) : null;
    const before = stored !== null && stored <= latestPlausible(batch.now) ? stored : null;
    if (before === null || dayOf(at) > dayOf(before)) later.push({ principal_id, at, before });
  }
  await recordLogins(batch.tx, later);
  const { after_days } = batch.policy.shifts.dormant;
  const ranges = later.map((login) => ({
    principal_id: login.principal_id,
    ...datesMovedByLogin(login, after_days),
  }));
  const moved = await grantsLapsingBetween(batch.tx, ranges);
  await requestRecalculation(batch.tx, 'login', moved);
}
