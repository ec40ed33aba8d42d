import { unpackVolume } from '../domain/anomaly-baseline.ts';
import { DAY_MS } from '../domain/decay.ts';
import { recordUse } from '../domain/habit.ts';
import { PEER_WINDOW_DAYS } from '../domain/peers.ts';
import { loadGrantFacts } from '../store/grant-facts.ts';
import type { Batch } from './batch.ts';

/** Loads what the lapse dates of the touched grants depend on, and records the uses of the batch. */
export async function recalculateDecay(batch: Batch): Promise<void> {
  for (const known of await loadGrantFacts(batch.tx, [...batch.grant_ids])) {
    batch.grants.set(known.grant_id, {
      known,
      use: { last_used_at: known.facts.last_used_at, active_days: known.facts.active_days },
      volume: known.stored?.volume ? unpackVolume(known.stored.volume) : null,
      peer_active: false,
    });
  }
  for (const event of batch.events) {
    for (const grantId of event.grant_ids) {
      const grant = batch.grants.get(grantId);
      if (grant) grant.use = recordUse(grant.use, event.at);
    }
  }
  const recently = batch.now - PEER_WINDOW_DAYS * DAY_MS;
  for (const grant of batch.grants.values()) {
    grant.peer_active = (grant.use.last_used_at ?? Number.NEGATIVE_INFINITY) >= recently;
  }
}
