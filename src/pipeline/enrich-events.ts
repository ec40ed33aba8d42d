import { dayOf } from '../domain/habit.ts';
import { networkOf } from '../domain/network.ts';
import { principalContexts, recordLogins } from '../store/events.ts';
import { requestForChanged } from '../store/recalculations.ts';
import type { Batch } from './batch.ts';

const WORK_BEGINS_HOUR = 6;
const WORK_ENDS_HOUR = 20;

/** Adds where from and when in the day, and lets a sign-in count as one. */
export async function enrichEvents(batch: Batch): Promise<void> {
  for (const event of batch.events) {
    const address = event.metadata?.source_ip;
    event.network = typeof address === 'string' ? networkOf(address) : null;
    const instant = new Date(event.at);
    const isWeekday = instant.getUTCDay() !== 0 && instant.getUTCDay() !== 6;
    const hour = instant.getUTCHours();
    event.is_working_hours = isWeekday && hour >= WORK_BEGINS_HOUR && hour < WORK_ENDS_HOUR;
  }
  await noteLogins(batch);
}

/** Dormancy counts whole days, so a second login of the same day changes nothing and is not written. */
async function noteLogins(batch: Batch): Promise<void> {
  const latest = new Map<string, number>();
  for (const { principal_id, action, at } of batch.events) {
    if (isLogin(action)) latest.set(principal_id, Math.max(at, latest.get(principal_id) ?? 0));
  }
  if (latest.size === 0) return;
  const known = await principalContexts(batch.tx, [...latest.keys()]);
  const later = new Map<string, string>();
  for (const [id, at] of latest) {
    const before = known.get(id)?.last_login_at;
    if (!before || dayOf(at) > dayOf(Date.parse(before))) later.set(id, new Date(at).toISOString());
  }
  await recordLogins(batch.tx, later);
  await requestForChanged(batch.tx, 'login', 'principal_id', [...later.keys()]);
}

function isLogin(action: string): boolean {
  return /login|sign[_-]?in|logon/i.test(action);
}
