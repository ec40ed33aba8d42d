import { appendEvents, eventKey, grantsOfPairs, groupsOfMembers } from '../store/events.ts';
import type { Batch, PipelineEvent } from './batch.ts';

/**
 * Whose grants does each event use? Admission already knows the principal; here its groups are followed, because a use
 * by a member is a use of the group's grant. Repeated events end here: only new ones go on.
 */
export async function resolveIdentities(batch: Batch): Promise<void> {
  if (batch.events.length === 0) return;
  const { tx } = batch;
  const distinct = distinctInOrder(batch.events);
  const added = await appendEvents(tx, distinct, new Date(batch.now).toISOString());
  batch.events = added === null ? distinct : distinct.filter((event) => added.has(eventKey(event)));

  const groups = await groupsOfMembers(tx, [...new Set(batch.events.map((event) => event.principal_id))]);
  const grants = new GrantsOfPairs();
  for (const { principal_id, asset_id } of batch.events) {
    grants.of(principal_id, asset_id);
    for (const group of groups.get(principal_id) ?? []) grants.of(group, asset_id);
  }
  for (const { grant_id, principal_id, asset_id } of await grantsOfPairs(tx, grants.pairs)) {
    grants.of(principal_id, asset_id).push(grant_id);
    batch.grant_ids.add(grant_id);
  }
  for (const event of batch.events) {
    const own = grants.of(event.principal_id, event.asset_id);
    const inGroups = groups.get(event.principal_id);
    event.grant_ids = inGroups
      ? [...own, ...inGroups.flatMap((group) => grants.of(group, event.asset_id))]
      : own;
  }
}

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
  readonly #assets = new Map<string, Map<string, string[]>>();

  of(principal_id: string, asset_id: string): string[] {
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
