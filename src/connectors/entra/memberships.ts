import { ConnectorError, type Page, type RawMembership } from '../connector.ts';
import { nestedPage } from '../http/nested-listing.ts';
import { PlatformError } from '../http/platform-error.ts';
import { guidOf, type Row } from '../rows.ts';
import type { EntraSettings } from './entra-settings.ts';
import type { Graph, GraphPage } from './graph.ts';
import { kindOf, type PrincipalName, principalKey } from './keys.ts';

/** Groups named in one cursor. */
const GROUPS_PER_PAGE = 100;

/** On beta, because v1.0 leaves service principals out. */
export const membersPath = (groupId: string, top: number): string =>
  `/beta/groups/${groupId}/members?$select=id&$top=${top}`;

/** Direct members of every group. */
export function listMemberships(
  { graph, settings, signal }: { graph: Graph; settings: EntraSettings; signal: AbortSignal },
  cursor: string | null,
): Promise<Page<RawMembership>> {
  return nestedPage<RawMembership>('memberships', cursor, {
    first: `/v1.0/groups?$select=id&$top=${Math.min(settings.page_size, GROUPS_PER_PAGE)}`,
    parents: async (path) => {
      const { rows, next } = await graph.page(path, signal);
      return { ids: rows.flatMap((row) => guidOf(row.id) ?? []), next };
    },
    children: (groupId, path) => membersOfGroup({ graph, settings, signal }, groupId, path),
    keyOf: membershipKey,
  });
}

export const membershipKey = ({ group_key, member_key }: RawMembership): string =>
  `${group_key} ${member_key}`;

/** A page of them; `null` begins. */
export async function membersOfGroup(
  { graph, settings, signal }: { graph: Graph; settings: EntraSettings; signal: AbortSignal },
  groupId: string,
  path: string | null,
): Promise<{ items: RawMembership[]; next: string | null }> {
  const page = await membersPage(graph, groupId, path ?? membersPath(groupId, settings.page_size), signal);
  const group_key = principalKey({ kind: 'group', id: groupId });
  const items = page.rows.flatMap((row): RawMembership[] => {
    const member = nameOf(row);
    return member ? [{ group_key, member_key: principalKey(member), details: {} }] : [];
  });
  return { items, next: page.next };
}

/** A group that was deleted since it was listed has no members. */
async function membersPage(
  graph: Graph,
  groupId: string,
  path: string,
  signal: AbortSignal,
): Promise<GraphPage> {
  try {
    return await graph.page(path, signal);
  } catch (error) {
    if (error instanceof PlatformError && error.status === 404) return { rows: [], next: null };
    // To say that nobody is in it would end access that is there.
    if (error instanceof PlatformError && error.code === 'permission') {
      throw new ConnectorError(
        'permission',
        `The members of group ${groupId} may not be read; if they are hidden, grant Member.Read.Hidden. ${error.message}`,
      );
    }
    throw error;
  }
}

/** Devices, contacts and what is not known are no principals. */
export function nameOf(row: Row): PrincipalName | undefined {
  const kind = kindOf(row['@odata.type']);
  const id = guidOf(row.id);
  return kind && id !== undefined ? { kind, id } : undefined;
}
