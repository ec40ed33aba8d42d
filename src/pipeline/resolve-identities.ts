import { appendEvents, eventKey, grantsOfPairs, groupsOfMembers } from '../store/events.ts';
import type { Batch } from './batch.ts';

/**
 * Whose grants does each event use? Admission already knows the principal; here its groups are followed, because a use
 * by a member is a use of the group's grant. Repeated events end here: only new ones go on.
 */
export async function resolveIdentities(batch: Batch): Promise<void> {
  if (batch.events.length === 0) return;
  const { tx } = batch;
  const distinct = [...new Map(batch.events.map((event) => [eventKey(event), event])).values()];
  const added = await appendEvents(tx, distinct, new Date(batch.now).toISOString());
  batch.events = distinct.filter((event) => added.has(eventKey(event)));

  const principals = [...new Set(batch.events.map((event) => event.principal_id))];
  const groups = await groupsOfMembers(tx, principals);
  const pairs = new Map<string, { principal_id: string; asset_id: string }>();
  for (const { principal_id, asset_id } of batch.events) {
    for (const holder of [principal_id, ...(groups.get(principal_id) ?? [])]) {
      pairs.set(pairKey(holder, asset_id), { principal_id: holder, asset_id });
    }
  }
  const grants = new Map<string, string[]>();
  for (const { grant_id, principal_id, asset_id } of await grantsOfPairs(tx, [...pairs.values()])) {
    const key = pairKey(principal_id, asset_id);
    grants.set(key, [...(grants.get(key) ?? []), grant_id]);
    batch.grant_ids.add(grant_id);
  }
  for (const event of batch.events) {
    const holders = [event.principal_id, ...(groups.get(event.principal_id) ?? [])];
    event.grant_ids = holders.flatMap((holder) => grants.get(pairKey(holder, event.asset_id)) ?? []);
  }
}

const pairKey = (principalId: string, assetId: string): string => `${principalId}\u0000${assetId}`;
