import type { Querier } from '../../platform/database/database.ts';
import { oldestPending } from '../lines.sql.ts';
import { latestCheckpoint } from './checkpoints.sql.ts';
import type { LogKeys } from './log-keys.ts';
import { findAuditLog } from './logs.sql.ts';
import { findAuditTrouble } from './troubles.sql.ts';

/** Longer than any worker takes that is there. */
const BEHIND_SECONDS = 60;

/** Whether the log is being signed, and if not, why; and why none of its entries is verified, if its key is not to be trusted. */
export async function logStatus(q: Querier, keys: LogKeys) {
  const [log, latest, pending, told] = await Promise.all([
    findAuditLog(q),
    latestCheckpoint(q),
    oldestPending(q),
    findAuditTrouble(q),
  ]);
  const untrusted = log && keys.of(q.tenant_id, log).trouble;
  const trouble = told?.message ?? untrusted ?? null;
  const isBehind = pending.items > 0 && pending.oldest_seconds > BEHIND_SECONDS;
  return {
    state: trouble ? ('stopped' as const) : isBehind ? ('behind' as const) : ('signed' as const),
    tree_size: latest?.tree_size ?? 0,
    signed_at: latest?.signed_at ?? null,
    pending: pending.items,
    oldest_pending_seconds: pending.oldest_seconds,
    trouble,
    trouble_since: told?.since ?? null,
  };
}
