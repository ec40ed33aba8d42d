import { DAY_MS } from '../../../platform/iso-instant.ts';
import { unpackCandidates } from '../../anomalies/grant-signals.ts';
import { latestPlausible } from '../../events/event-time.rules.ts';
import type { Batch } from '../../pipeline/batch.ts';
import { loadAndCompute } from '../../pipeline/overlap.ts';
import { recordUse, type Use } from '../habit.rules.ts';
import { PEER_WINDOW_DAYS } from '../peers.rules.ts';
import type { Outages } from '../unobserved.rules.ts';
import { loadGrantFacts, loadOutages } from './grant-facts.sql.ts';
import { loadUseFacts, type UseFacts } from './use-facts.sql.ts';

/**
 * Loads what the lapse dates of the touched grants depend on, and records the uses of the batch. Most uses move one date
 * and nothing else, which their own row is enough for; of the others everything is loaded.
 */
export async function recalculateDecay(batch: Batch): Promise<void> {
  const outages = await loadOutages(batch.tx);
  const uses = usesByGrant(batch);
  const rest = batch.cause === 'use' ? await touchUsed(batch, uses, outages) : [...batch.grant_ids];
  await touchWhole(batch, uses, { grantIds: rest, outages });
}

/** Answers the grants of which more has to be known. */
async function touchUsed(
  batch: Batch,
  uses: ReadonlyMap<string, number[]>,
  outages: Outages,
): Promise<string[]> {
  const watchedSince = Math.max(peersSince(batch), ...[...outages.values()].flat().map(({ until }) => until));
  const rest = new Set(batch.grant_ids);
  const until = latestPlausible(batch.now);
  const touch = (known: UseFacts): void => {
    // An older version took any date from an import.
    if ((known.facts.last_used_at as number) > until) return;
    const use = withUses(known.facts, uses.get(known.grant_id));
    if ((use.last_used_at as number) < watchedSince) return;
    rest.delete(known.grant_id);
    batch.used.set(known.grant_id, {
      known,
      use,
      volume: null,
      candidates: unpackCandidates(known.stored.candidates),
      lapses_at: known.stored.lapses_at,
      half_life_class: known.stored.half_life_class,
    });
  };
  await loadAndCompute(
    [...batch.grant_ids],
    (part) => loadUseFacts(batch.tx, part),
    (part) => part.forEach(touch),
  );
  return [...rest];
}

async function touchWhole(
  batch: Batch,
  uses: ReadonlyMap<string, number[]>,
  { grantIds, outages }: { grantIds: string[]; outages: Outages },
): Promise<void> {
  const recently = peersSince(batch);
  for (const known of await loadGrantFacts(batch.tx, grantIds, outages, latestPlausible(batch.now))) {
    const use = withUses(known.facts, uses.get(known.grant_id));
    const peer_active = (use.last_used_at ?? Number.NEGATIVE_INFINITY) >= recently;
    const { lapses_at, half_life_class } = known.stored ?? { lapses_at: 0, half_life_class: 0 };
    const candidates = unpackCandidates(known.stored?.candidates ?? null);
    batch.grants.set(known.grant_id, {
      known,
      use,
      volume: null,
      candidates,
      lapses_at,
      half_life_class,
      peer_active,
    });
  }
}

function usesByGrant({ events }: Batch): Map<string, number[]> {
  const uses = new Map<string, number[]>();
  for (const { grant_ids, at } of events) {
    for (const id of grant_ids) {
      const instants = uses.get(id);
      if (instants) instants.push(at);
      else uses.set(id, [at]);
    }
  }
  return uses;
}

function withUses({ last_used_at, active_days }: Use, instants: readonly number[] = []): Use {
  let use: Use = { last_used_at, active_days };
  for (const at of instants) use = recordUse(use, at);
  return use;
}

function peersSince({ now }: Batch): number {
  return now - PEER_WINDOW_DAYS * DAY_MS;
}
