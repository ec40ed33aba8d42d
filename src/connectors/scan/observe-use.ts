import { implausibleTime, parseInstant } from '../../core/events/event-time.rules.ts';
import { isLogin } from '../../core/events/login-action.rules.ts';
import { recordUse } from '../../core/scores/habit.rules.ts';
import type { RawEvent } from '../connector.ts';
import type { HeldAccess, HeldGrant } from './held-access.ts';

/**
 * Notes a use on every grant that it goes through. A use of a table is one of its schema and database too: without
 * them nobody comes to it. Answers whether it was about somebody and something that was listed.
 */
export function observeUse(access: HeldAccess, event: RawEvent, now: number): boolean {
  const at = parseInstant(event.timestamp);
  const principal = access.principals.get(event.principal_key);
  const place = [event.asset_key, ...(event.within ?? [])].find((key) => access.assets.has(key));
  if (at === null || !principal || place === undefined) return false;
  // What the scan itself does is no sign that somebody needs the access.
  if (access.isAccount(principal.key)) return false;
  if (implausibleTime(at, now) !== null) return false;
  if (isLogin(event.action)) principal.last_login_at = Math.max(principal.last_login_at ?? at, at);
  const { not_before } = event.metadata;
  const since = typeof not_before === 'string' ? parseInstant(not_before) : null;
  for (const grant of access.grantsUsed(principal.key, place)) {
    noteUse(grant, at, since);
    if (grant.principal !== principal && principal.type !== 'group') grant.users?.add(principal.key);
  }
  return true;
}

function noteUse(grant: HeldGrant, at: number, since: number | null): void {
  const last = grant.use.last_used_at;
  // The latest use was somewhere between; what is known of an earlier one narrows it.
  const earliest = Math.max(grant.not_before ?? last ?? Number.NEGATIVE_INFINITY, since ?? at);
  grant.use = recordUse(grant.use, at);
  const latest = grant.use.last_used_at ?? at;
  grant.not_before = earliest < latest ? earliest : null;
}
