import type { Edge } from '../../connector.ts';
import type { PlatformEdge } from '../../edges/edge.ts';
import { ownIds } from '../../microsoft/own-ids.ts';
import { Refusal } from '../../refusal.ts';
import { guidOf, type Row, rowOf, rowsOf, textOf } from '../../rows.ts';
import type { FabricContext } from '../connector-context.ts';
import type { PrincipalName } from '../keys.ts';
import { accessKey, dataAccessRolesPath, oneLakeRoleOf } from './data-access-roles.ts';
import { readRoles, replaceRoles } from './replace-roles.ts';

type RoleName = Extract<PrincipalName, { kind: 'onelake_role' }>;

/** A member of a OneLake role, as the platform sent it. */
interface Member {
  member: Row;
}

/** A principal in a OneLake role of an item. */
export function memberEdge(
  edge: Extract<Edge, { kind: 'membership' }>,
  group: RoleName,
  member: PrincipalName,
  context: FabricContext,
): PlatformEdge<Member> {
  const { reader } = context;
  const on = { workspace: group.workspace, item: group.item };
  const path = dataAccessRolesPath(on);

  const roleRow = async (): Promise<Row | undefined> =>
    (await readRoles(reader, on, context))?.rows.find(({ name }) => name === group.role);
  const read = async (): Promise<Member[]> => {
    const row = await roleRow();
    if (row === undefined) return [];
    if (member.kind === 'entra')
      return membersOf(row)
        .filter(isMember)
        .map((one) => ({ member: one }));
    const access = oneLakeRoleOf(row, on)?.item_access ?? [];
    return access
      .filter((one) => accessKey(on, one) === edge.member_key)
      .map((one) => ({ member: { itemAccess: one } }));
  };
  const isMember = ({ objectId }: Row): boolean => member.kind === 'entra' && guidOf(objectId) === member.id;

  const refuse = async (): Promise<void> => {
    if (member.kind !== 'entra') {
      throw new Refusal(
        'everybody',
        'Everybody with a permission on the item is in this role: take the permission from whom you mean, or change the role in OneLake.',
      );
    }
    const [one] = await read();
    const own = await ownIds(context);
    if (own.has(member.id) || (own.has(null) && one && !isPerson(one.member))) {
      throw new Refusal(
        'connector_itself',
        'This is, or may be, the application of Lapse itself: change the role in OneLake.',
      );
    }
  };
  const change = (kind: string, rows: (row: Row) => Row[] | null) => ({
    text: `PUT ${path} ${kind} of ${JSON.stringify(group.role)}, all else as it is then`,
    send: () =>
      replaceRoles(context, on, (all) => {
        const role = all.find(({ name }) => name === group.role);
        const members = role === undefined ? null : rows(role);
        if (role === undefined || members === null) return null;
        const changed = { ...role, members: { ...rowOf(role.members), microsoftEntraMembers: members } };
        return all.map((row) => (row === role ? changed : row));
      }),
  });
  const words = `member ${member.kind === 'entra' ? member.id : edge.member_key}`;

  return {
    target: `${edge.member_key} in ${edge.group_key}`,
    refuse,
    async refuseRestore() {
      await refuse();
      if ((await roleRow()) === undefined) {
        throw new Refusal('not_supported', `The OneLake role ${group.role} is gone: make it again first.`);
      }
    },
    read,
    identityOf: ({ member: row }) => guidOf(row.objectId) ?? JSON.stringify(row),
    removal: () => [
      change(`without ${words}`, (role) => {
        const members = membersOf(role);
        const others = members.filter((row) => !isMember(row));
        return others.length === members.length ? null : others;
      }),
    ],
    addition: ([item]) => [
      change(`with ${words}`, (role) => {
        const members = membersOf(role);
        return item === undefined || members.some(isMember) ? null : [...members, item.member];
      }),
    ],
    counted: (items) => (items.length === 0 ? 'none' : 'a member'),
    state: ([item]) => ({ member: item?.member }),

    async warnings() {
      const [one] = await read();
      return [
        ...(textOf(one?.member.objectType)?.toLowerCase() === 'group'
          ? ['Every member of the group in Entra ID loses it.']
          : []),
        'A role in the workspace, or ReadAll on the item, may still give access to the data.',
      ];
    },

    recorded({ member: row }) {
      const raw = rowOf(row);
      return isMember(raw) ? [{ member: raw }] : undefined;
    },
  };
}

const membersOf = (role: Row): Row[] => rowsOf(rowOf(role.members).microsoftEntraMembers);

const isPerson = ({ objectType }: Row): boolean => /^(user|group)$/i.test(textOf(objectType) ?? '');
