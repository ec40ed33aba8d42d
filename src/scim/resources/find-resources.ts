import type { Querier } from '../../platform/database/database.ts';
import { groupedBy } from '../../platform/grouped-by.ts';
import type { Resource, ResourceType } from '../rules/attributes.rules.ts';
import type { Filter } from '../rules/filter.rules.ts';
import { membersAskedFor, narrow } from '../rules/keys.rules.ts';
import { matchesFilter } from '../rules/match-filter.rules.ts';
import { type Projection, wantsMembers } from '../rules/projection.rules.ts';
import { scimFault } from '../rules/scim-fault.rules.ts';
import { project, showResource } from '../rules/show-resource.rules.ts';
import {
  groupsOf,
  type MemberRow,
  memberCounts,
  membershipsAmong,
  membersOf,
  membersOfGroups,
} from './members.sql.ts';
import {
  countResources,
  idsWithKey,
  type ResourceRow,
  resourcesAfter,
  resourcesFrom,
  resourcesOf,
} from './resources.sql.ts';

/** As many are looked at together where a filter cannot be looked up. */
const BATCH = 1_000;
/** A page ends before it would show more members than these; it shows one group in any case. */
const MEMBERS_MAX = 20_000;

export interface ListRequest {
  filter: Filter | null;
  /** From 1. */
  start: number;
  count: number;
}

export async function findResources(
  q: Querier,
  type: ResourceType,
  { filter, start, count }: ListRequest,
): Promise<{ total: number; rows: ResourceRow[] }> {
  const offset = start - 1;
  if (filter === null) {
    const total = await countResources(q, type.name);
    const rows =
      count === 0 || offset >= total ? [] : await resourcesFrom(q, type.name, { offset, limit: count });
    return { total, rows };
  }
  const asked = membersAskedFor(filter);
  if (asked === null)
    throw scimFault('invalidFilter', 'Members can be asked for by members.value eq "…" only.');
  const rows: ResourceRow[] = [];
  let total = 0;
  for await (const batch of candidates(q, type, filter)) {
    const members = await membersAmong(q, batch, asked);
    for (const row of batch) {
      const resource = {
        ...showResource(type, row, { base: '', members: null }),
        members: members.get(row.id),
      };
      if (!matchesFilter(filter, resource)) continue;
      if (total >= offset && rows.length < count) rows.push(row);
      total += 1;
    }
  }
  return { total, rows };
}

async function* candidates(q: Querier, type: ResourceType, filter: Filter): AsyncGenerator<ResourceRow[]> {
  const narrowed = narrow(filter);
  if (narrowed) {
    const ids = {
      id: async () => [narrowed.by === 'id' ? narrowed.id : ''],
      key: () => idsWithKey(q, narrowed.by === 'key' ? narrowed.key : ''),
      member: () => groupsOf(q, narrowed.by === 'member' ? narrowed.id : ''),
    };
    yield await resourcesOf(q, type.name, await ids[narrowed.by]());
    return;
  }
  for (let after = ''; ; ) {
    const batch = await resourcesAfter(q, type.name, after, BATCH);
    if (batch.length > 0) yield batch;
    if (batch.length < BATCH) return;
    after = batch.at(-1)?.id ?? '';
  }
}

/** Of the members that were asked about, those who are in each group. */
async function membersAmong(
  q: Querier,
  groups: readonly ResourceRow[],
  asked: readonly string[],
): Promise<Map<string, { value: string }[]>> {
  if (asked.length === 0 || groups.length === 0) return new Map();
  const found = await membershipsAmong(
    q,
    groups.map(({ id }) => id),
    asked,
  );
  return new Map(
    [...groupedBy(found, ({ group_id }) => group_id)].map(([id, rows]) => [
      id,
      rows.map(({ member_id }) => ({ value: member_id })),
    ]),
  );
}

export interface Showing {
  base: string;
  projection: Projection;
}

/** A page as it is answered: groups with their members, as far as they fit. */
export async function showPage(
  q: Querier,
  type: ResourceType,
  rows: readonly ResourceRow[],
  { base, projection }: Showing,
): Promise<Resource[]> {
  const withMembers = type.name === 'Group' && wantsMembers(projection);
  if (!withMembers)
    return rows.map((row) => project(showResource(type, row, { base, members: null }), projection));
  const ids = rows.map(({ id }) => id);
  const counts = await memberCounts(q, ids);
  let sum = 0;
  const shown = rows.filter(({ id }, index) => {
    sum += counts.get(id) ?? 0;
    return index === 0 || sum <= MEMBERS_MAX;
  });
  const found = await membersOfGroups(
    q,
    shown.map(({ id }) => id),
  );
  const members = groupedBy(found, ({ group_id }) => group_id);
  return shown.map((row) =>
    project(showResource(type, row, { base, members: members.get(row.id) ?? [] }), projection),
  );
}

export async function showOne(
  q: Querier,
  type: ResourceType,
  row: ResourceRow,
  { base, projection }: Showing,
): Promise<Resource> {
  const wanted = type.name === 'Group' && wantsMembers(projection);
  const members: MemberRow[] | null = wanted ? await membersOf(q, row.id) : null;
  return project(showResource(type, row, { base, members }), projection);
}
