import type { Edge } from '../connector.ts';
import type { PlatformEdge } from '../edges/edge.ts';
import { PlatformError } from '../http/platform-error.ts';
import { Refusal } from '../refusal.ts';
import { guidOf, textOf } from '../rows.ts';
import { addition, deletion, type EdgeContext } from './edge-context.ts';
import { allRows, type GraphPage } from './graph.ts';
import {
  findGroup,
  type GroupFacts,
  refuseGroup,
  refuseLastAdministrators,
  requirePrincipal,
} from './groups.ts';
import { type PrincipalName, parsePrincipalKey, pathOfPrincipal } from './keys.ts';
import { membersPath, nameOf } from './memberships.ts';

interface Membership {
  group_id: string;
  member_id: string;
}

/** Without `/$ref` the same request deletes the member itself. */
function removalPath({ group_id, member_id }: Membership): string {
  const path = `/v1.0/groups/${group_id}/members/${member_id}/$ref`;
  if (guidOf(group_id) === undefined || guidOf(member_id) === undefined || !path.endsWith('/$ref')) {
    throw new Error('the path of a membership must name a reference');
  }
  return path;
}

/** A direct membership of a principal in a group. */
export function membershipEdge(
  edge: Extract<Edge, { kind: 'membership' }>,
  context: EdgeContext,
): PlatformEdge<Membership> {
  const group = parsePrincipalKey(edge.group_key);
  const member = parsePrincipalKey(edge.member_key);
  if (group?.kind !== 'group') throw new Refusal('unknown_principal', 'This is no group of Entra ID.');
  if (!member) throw new Refusal('unknown_principal', 'This is no principal of Entra ID.');
  const membership: Membership = { group_id: group.id, member_id: member.id };

  const requireGroup = async (): Promise<GroupFacts> => {
    const found = await findGroup(context, group.id);
    if (found) return found;
    throw new Refusal('unknown_principal', `The tenant has no group ${group.id}.`);
  };
  const requireBoth = async (): Promise<GroupFacts> => {
    const found = await requireGroup();
    await requirePrincipal(context, member);
    await refuseGroup(context, found);
    return found;
  };

  return {
    target: `${edge.member_key} in ${edge.group_key}`,
    refuse: async () => refuseLastAdministrators(context, await requireBoth()),
    refuseRestore: async () => void (await requireBoth()),
    read: async () => ((await isMember(context, group.id, member)) ? [membership] : []),
    identityOf: ({ group_id, member_id }) => `${group_id} ${member_id}`,
    removal: (items) => items.map((item) => deletion(context, removalPath(item))),
    addition: (items) =>
      items.map(({ group_id, member_id }) =>
        addition(context, `/v1.0/groups/${group_id}/members/$ref`, {
          '@odata.id': context.writer.referenceTo(member_id),
        }),
      ),
    counted: (items) => (items.length === 1 ? 'a membership' : 'none'),
    state: ([item]) => ({ membership: item }),

    async warnings() {
      const { name } = await requireGroup();
      const owners = await ownersOf(context, group.id);
      return [
        `All access through ${name} ends, also to other applications and platforms.`,
        ...(member.kind === 'group' ? ['Its members lose what they have through it, too.'] : []),
        ...(owners.includes(member.id)
          ? [`The member owns ${name}, and can join it again: an administrator can remove the owner.`]
          : []),
      ];
    },

    recorded({ membership: row }) {
      const { group_id, member_id } = (row ?? {}) as Partial<Membership>;
      return group_id === group.id && member_id === member.id ? [membership] : undefined;
    },
  };
}

/**
 * The group's own list, or when that is long, the member's. Neither with `ConsistencyLevel: eventual`, which would read an
 * index that is behind.
 */
async function isMember(
  { reader, settings, signal }: EdgeContext,
  groupId: string,
  member: PrincipalName,
): Promise<boolean> {
  const page = await orGone(() => reader.list(membersPath(groupId, settings.page_size), signal));
  if (page === null) return false;
  if (page.rows.some((row) => guidOf(row.id) === member.id)) return true;
  return page.next !== null && (await groupsOf(reader, member, signal)).some(({ id }) => id === groupId);
}

/** Direct ones. */
export async function groupsOf(
  reader: EdgeContext['reader'],
  member: PrincipalName,
  signal: AbortSignal,
): Promise<{ id: string; name: string }[]> {
  const path = `/v1.0${pathOfPrincipal(member)}/memberOf?$select=id,displayName&$top=999`;
  const rows = await orGone(() => allRows(reader, path, signal));
  return (rows ?? []).flatMap((row) => {
    const name = nameOf(row);
    return name?.kind === 'group' ? [{ id: name.id, name: textOf(row.displayName) ?? name.id }] : [];
  });
}

async function ownersOf({ reader, signal }: EdgeContext, groupId: string): Promise<unknown[]> {
  const path = `/v1.0/groups/${groupId}/owners?$select=id&$top=999`;
  return ((await orGone(() => allRows(reader, path, signal))) ?? []).map((row) => guidOf(row.id));
}

export async function orGone<T extends GraphPage | unknown[]>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PlatformError && error.status === 404) return null;
    throw error;
  }
}
