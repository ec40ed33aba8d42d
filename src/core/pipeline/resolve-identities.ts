import { isWayIn } from '../directory/permission.rules.ts';
import { usersOf } from '../directory/principals.sql.ts';
import {
  appendEvents,
  eventKey,
  grantsOfPairs,
  groupsOfMembers,
  type PairGrant,
} from '../events/events.sql.ts';
import type { Batch, PipelineEvent } from './batch.ts';

/**
 * Whose grants does each event use? Admission already knows the principal; here its groups are followed, because a use
 * by a member is a use of the group's grant, and what contains the asset, because a use of a table is one of its schema
 * too. Repeated events end here: only new ones go on.
 */
export async function resolveIdentities(batch: Batch): Promise<void> {
  if (batch.events.length === 0) return;
  const { tx } = batch;
  // Whoever was linked to another since the event was accepted is that other.
  const users = await usersOf(tx, [...new Set(batch.events.map((event) => event.principal_id))]);
  const inventories = new Set(
    [...users.values()].flatMap(({ id, is_inventory }) => (is_inventory ? [id] : [])),
  );
  for (const event of batch.events)
    event.principal_id = users.get(event.principal_id)?.id ?? event.principal_id;
  const distinct = distinctInOrder(batch.events);
  const added = await appendEvents(tx, distinct, new Date(batch.now).toISOString());
  batch.events = added === null ? distinct : distinct.filter((event) => added.has(eventKey(event)));

  const groups = await groupsOfMembers(tx, [...new Set(batch.events.map((event) => event.principal_id))]);
  const grants = new GrantsOfPairs();
  for (const { principal_id, asset_id, within } of batch.events) {
    for (const place of [asset_id, ...within]) {
      grants.of(principal_id, place);
      for (const { group_id } of groups.get(principal_id) ?? []) grants.of(group_id, place);
    }
  }
  for (const grant of await grantsOfPairs(tx, grants.pairs)) {
    grants.of(grant.principal_id, grant.asset_id).push(grant);
  }
  for (const event of batch.events) {
    const { principal_id, asset_id, within, at } = event;
    const used: PairGrant[] = [];
    for (const place of [asset_id, ...within]) {
      used.push(...heldAt(grants.of(principal_id, place), at));
      for (const { group_id, ended_ms } of groups.get(principal_id) ?? []) {
        if (wasThere(ended_ms, at)) used.push(...heldAt(grants.of(group_id, place), at));
      }
    }
    // That an inventory account touched it says nothing about what the others in its groups need.
    const kept = inventories.has(principal_id)
      ? used.filter((grant) => grant.principal_id === principal_id)
      : used;
    event.grant_ids = kept.map(({ grant_id }) => grant_id);
    event.is_granted = used.some((grant) => grant.asset_id === asset_id || !isWayIn(grant.permission));
    for (const id of event.grant_ids) batch.grant_ids.add(id);
  }
}

/** A use that is told late counts for what was there when it happened, whatever has been removed since. */
const wasThere = (endedMs: number | null, at: number): boolean => endedMs === null || at < endedMs;

const heldAt = (grants: readonly PairGrant[], at: number): PairGrant[] =>
  grants.filter(({ ended_ms }) => wasThere(ended_ms, at));

/** In the order of their ids, each once. */
function distinctInOrder(events: readonly PipelineEvent[]): PipelineEvent[] {
  const sorted = [...events].sort((a, b) =>
    a.event_id < b.event_id ? -1 : a.event_id > b.event_id ? 1 : a.at - b.at,
  );
  return sorted.filter((event, i) => {
    const before = sorted[i - 1];
    return before === undefined || before.event_id !== event.event_id || before.at !== event.at;
  });
}

/** Who may do what: a list of grants for each (principal, asset) that was asked for, empty at first. */
class GrantsOfPairs {
  readonly pairs: { principal_id: string; asset_id: string }[] = [];
  readonly #assets = new Map<string, Map<string, PairGrant[]>>();

  of(principal_id: string, asset_id: string): PairGrant[] {
    let assets = this.#assets.get(principal_id);
    if (assets === undefined) {
      assets = new Map();
      this.#assets.set(principal_id, assets);
    }
    let grants = assets.get(asset_id);
    if (grants === undefined) {
      grants = [];
      assets.set(asset_id, grants);
      this.pairs.push({ principal_id, asset_id });
    }
    return grants;
  }
}
