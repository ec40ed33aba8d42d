import type { Edge } from '../connector.ts';
import type { PlatformEdge, Step } from '../edges/edge.ts';
import { PlatformError } from '../http/platform-error.ts';
import { Refusal } from '../refusal.ts';
import { rowOf, textOf } from '../rows.ts';
import type { EdgeContext } from './edge-context.ts';
import { refuseGroup, refuseLastMember } from './groups.ts';
import { type Holder, requireHolder } from './holders.ts';
import { EVERYBODY_KEY, isId, type PrincipalName, parsePrincipalKey } from './keys.ts';
import { membersIn } from './memberships.ts';
import { findGroup } from './scim.ts';

interface Membership {
  group_id: string;
  member_id: string;
}

/** A direct membership of a principal in a group. */
export function membershipEdge(
  edge: Extract<Edge, { kind: 'membership' }>,
  context: EdgeContext,
): PlatformEdge<Membership> {
  if (edge.group_key === EVERYBODY_KEY) {
    throw new Refusal(
      'everybody',
      'Everybody in the account is an account user: nobody can be taken out of that group.',
    );
  }
  const group = parsePrincipalKey(edge.group_key);
  const member = parsePrincipalKey(edge.member_key);
  if (group?.kind !== 'group') throw new Refusal('unknown_principal', 'This is no group of Databricks.');
  if (!member) throw new Refusal('unknown_principal', 'This is no principal of Databricks.');
  const membership: Membership = { group_id: group.id, member_id: member.id };

  const requireGroup = async (): Promise<Holder> => {
    await requireHolder(context, member);
    const found = await requireHolder(context, group);
    refuseGroup(context, found);
    return found;
  };

  return {
    target: `${edge.member_key} in ${edge.group_key}`,
    refuse: async () => refuseLastMember(context, await requireGroup(), member.id),
    refuseRestore: async () => void (await requireGroup()),
    read: async () => ((await isMember(context, group.id, member)) ? [membership] : []),
    identityOf: ({ group_id, member_id }) => `${group_id} ${member_id}`,
    removal: (items) =>
      items.map(({ group_id, member_id }) =>
        groupChange(context, group_id, { op: 'remove', path: removalPath(member_id) }),
      ),
    addition: (items) =>
      items.map(({ group_id, member_id }) =>
        groupChange(context, group_id, { op: 'add', path: 'members', value: [{ value: member_id }] }),
      ),
    counted: (items) => (items.length === 1 ? 'a membership' : 'none'),
    state: ([item]) => ({ membership: item }),

    async warnings() {
      const row = await findGroup(context, group.id);
      const name = textOf(row?.displayName) ?? group.id;
      return [
        `All access through ${name} ends, also to other catalogs and workspaces.`,
        ...(member.kind === 'group' ? ['Its members lose what they have through it, too.'] : []),
      ];
    },

    recorded({ membership: row }) {
      const { group_id, member_id } = rowOf(row);
      return group_id === group.id && member_id === member.id ? [membership] : undefined;
    },
  };
}

/** Without the filter the same operation empties the group. */
function removalPath(memberId: string): string {
  if (!isId(memberId)) throw new Error('the path of a removal must name a member');
  return `members[value eq "${memberId}"]`;
}

function groupChange({ writer, signal }: EdgeContext, groupId: string, operation: object): Step {
  const { host, base } = writer.scim;
  const path = `${base}/Groups/${groupId}`;
  const json = { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations: [operation] };
  return {
    text: `PATCH ${path} ${JSON.stringify(json)}`,
    async send() {
      try {
        await host.send({ method: 'PATCH', path, json, signal });
        return true;
      } catch (error) {
        if (!(error instanceof PlatformError) || (error.status !== 400 && error.status !== 404)) throw error;
        throw new Refusal('not_supported', `Databricks does not take the change: ${error.message}`);
      }
    },
  };
}

async function isMember(context: EdgeContext, groupId: string, member: PrincipalName): Promise<boolean> {
  const row = await findGroup(context, groupId);
  return row !== null && membersIn(row).some(({ kind, id }) => kind === member.kind && id === member.id);
}
