import type { Batch, TouchedGrant } from '../../pipeline/batch.ts';
import type { Policy } from '../../policy/policy.rules.ts';
import { peerShift } from '../peers.rules.ts';
import type { PeerPlace } from './grant-facts.sql.ts';
import { addToPeerGroups, notePeerMoves, type PeerCounts, placeKey } from './peer-groups.sql.ts';

/**
 * Keeps count of who among the holders of an asset, in one department and of one type, used it lately. Only when the
 * count moves the shift of a group are its members' lapse dates recomputed, when nothing more urgent waits.
 */
export async function analysePeers(batch: Batch): Promise<void> {
  const deltas = new Map<string, PeerCounts>();
  const add = (place: PeerPlace, holders: number, active: number): void => {
    const key = placeKey(place);
    const delta = deltas.get(key) ?? { ...place, holders: 0, active: 0 };
    delta.holders += holders;
    delta.active += active;
    deltas.set(key, delta);
  };
  for (const grant of batch.grants.values()) {
    const { stored } = grant.known;
    if (stored?.place && stored.peer_counted) add(stored.place, -1, stored.peer_active ? -1 : 0);
    const place = placeOf(grant);
    if (place && isCounted(grant)) add(place, 1, grant.peer_active ? 1 : 0);
  }
  const changed = [...deltas.values()].filter((delta) => delta.holders !== 0 || delta.active !== 0);
  const counts = await addToPeerGroups(batch.tx, changed);

  const moved: PeerPlace[] = [];
  const after = new Map(counts.map((count) => [placeKey(count), count]));
  for (const count of counts) {
    const delta = deltas.get(placeKey(count)) as PeerCounts;
    const before = { holders: count.holders - delta.holders, active: count.active - delta.active };
    if (shiftsOf(before, batch.policy) !== shiftsOf(count, batch.policy)) moved.push(count);
  }
  for (const grant of batch.grants.values()) {
    const place = placeOf(grant);
    const count = place && after.get(placeKey(place));
    if (!count) continue;
    const active = count.active - (isCountedActive(batch, grant) ? 1 : 0);
    grant.known.facts.peers = { peers: Math.max(0, count.holders - 1), active: Math.max(0, active) };
  }
  await notePeerMoves(batch.tx, moved);
}

/** The shifts that members of a group get: one that used it lately does not count itself among those who did. */
function shiftsOf({ holders, active }: { holders: number; active: number }, { shifts }: Policy): string {
  const peers = Math.max(0, holders - 1);
  return [active, active - 1]
    .map((users) => peerShift({ peers, active: Math.max(0, users) }, shifts.peers))
    .join();
}

/** Whoever holds several grants on an asset is one holder; the first of them stands for all. */
export function isCounted({ known }: TouchedGrant): boolean {
  return known.counted_as?.grant_id === known.grant_id;
}

function isCountedActive(batch: Batch, grant: TouchedGrant): boolean {
  const { counted_as } = grant.known;
  if (counted_as === null || isCounted(grant)) return grant.peer_active;
  const counted = batch.grants.get(counted_as.grant_id);
  return counted?.peer_active ?? (batch.used.has(counted_as.grant_id) || counted_as.peer_active);
}

/** Where a grant is counted: groups have no peers, inventory accounts are like nobody, and what is revoked is held by nobody. */
export function placeOf({ known }: TouchedGrant): PeerPlace | null {
  return known.active && known.place.type !== 'group' && !known.is_inventory ? known.place : null;
}
