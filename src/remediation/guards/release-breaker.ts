import { appendAuditEntries } from '../../audit/entries.sql.ts';
import type { Querier } from '../../platform/database/database.ts';
import { LapseError } from '../../platform/errors.ts';
import { type BreakerRow, releaseBreakers } from './breakers.sql.ts';

/** An admin has looked: remediations go on, and are counted from now on. */
export async function releaseBreaker(
  tx: Querier,
  order: { id: string | null; note: string; actor: string; now: number },
): Promise<BreakerRow[]> {
  const { id, note, actor, now } = order;
  const released = await releaseBreakers(tx, { id, released_by: actor, note, now });
  if (released.length === 0) throw new LapseError('conflict', 'No such breaker is tripped.');
  await appendAuditEntries(
    tx,
    released.map((breaker) => ({
      event_type: 'remediation.breaker_released',
      description: `The breaker was released: ${note}`,
      actor,
      at: new Date(now).toISOString(),
      data: {
        breaker_id: breaker.id,
        scope: breaker.scope,
        asset_id: breaker.asset_id,
        reason: breaker.reason,
        note,
      },
    })),
  );
  return released;
}
