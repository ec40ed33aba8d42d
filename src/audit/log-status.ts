import { latestCheckpoint } from '../store/audit-checkpoints.ts';
import { oldestPending } from '../store/audit-lines.ts';
import { findAuditTrouble } from '../store/audit-troubles.ts';
import type { Querier } from '../store/database.ts';

/** Longer than any worker takes that is there. */
const BEHIND_SECONDS = 60;

/** Whether the log is being signed, and if not, why. */
export async function logStatus(q: Querier) {
  const [latest, pending, trouble] = await Promise.all([
    latestCheckpoint(q),
    oldestPending(q),
    findAuditTrouble(q),
  ]);
  const isBehind = pending.items > 0 && pending.oldest_seconds > BEHIND_SECONDS;
  return {
    state: trouble ? ('stopped' as const) : isBehind ? ('behind' as const) : ('signed' as const),
    tree_size: latest?.tree_size ?? 0,
    signed_at: latest?.signed_at ?? null,
    pending: pending.items,
    oldest_pending_seconds: pending.oldest_seconds,
    trouble: trouble?.message ?? null,
    trouble_since: trouble?.since ?? null,
  };
}
