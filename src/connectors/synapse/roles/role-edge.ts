import type { Edge } from '../../connector.ts';
import type { PlatformEdge, Step } from '../../edges/edge.ts';
import { PlatformError } from '../../http/platform-error.ts';
import { ownIds } from '../../microsoft/own-ids.ts';
import { Refusal } from '../../refusal.ts';
import { guidOf, rowsOf, textOf } from '../../rows.ts';
import { type SynapseContext, TITLE } from '../connector-context.ts';
import { type AssetName, assetKey, type PrincipalName, principalKey } from '../keys.ts';
import { roleName } from './list-roles.ts';
import { roleOfGrant, scopeKey } from './scopes.ts';
import { allAssignments, assignmentPath, type RoleAssignment } from './workspace-api.ts';

const ADMINISTRATOR = 'synapse administrator';
/** The built-in role has this id in every workspace. */
const ADMINISTRATOR_ID = '6e4bf58a-b8e1-4cc3-bbf9-d73143322b78';

/** The Synapse roles of a principal on the workspace or an item in it: one role, or all when the edge names none. */
export function roleEdge(
  edge: Extract<Edge, { kind: 'grant' }>,
  principal: Extract<PrincipalName, { kind: 'entra' }>,
  asset: Extract<AssetName, { kind: 'workspace' | 'item' }>,
  context: SynapseContext,
): PlatformEdge<RoleAssignment> {
  const { reader, writer, settings, signal } = context;
  const workspace = settings.workspace.toLowerCase();
  if (asset.kind === 'workspace' && asset.workspace !== workspace) {
    throw new Refusal('unknown_asset', `This connector reads the workspace ${settings.workspace}.`);
  }
  const named = edge.grant_key ?? null;
  const role = named === null ? null : (roleOfGrant(named, edge.principal_key, edge.asset_key) ?? 'none');

  const read = async (): Promise<RoleAssignment[]> =>
    (await allAssignments(reader, { principal_id: principal.id }, signal))
      .filter((one) => scopeKey(one.scope) === edge.asset_key && (role === null || one.role_id === role))
      .sort((a, b) => (a.role_id < b.role_id ? -1 : 1));

  return {
    target: `${edge.principal_key} on ${edge.asset_key}`,

    async refuse() {
      const held = await read();
      if (held.length === 0) return;
      await refuseOwn(principal.id, held, context);
      if (asset.kind === 'workspace') await refuseLastAdministrator(principal.id, held, context);
    },

    refuseRestore: async () => {},
    read,
    identityOf: ({ role_id, scope }) => `${role_id} ${scopeKey(scope)}`,
    removal: (items) => items.map((item) => removal(item, writer, signal)),
    addition: (items) => items.map((item) => addition(item, writer, signal)),
    counted: (items) => (items.length === 1 ? 'one role' : `${items.length} roles`),
    state: (assignments) => ({ assignments }),

    async warnings() {
      const [held, names] = await Promise.all([read(), reader.roleNames(signal)]);
      const isSqlRole = held.some(({ role_id }) =>
        /^synapse (sql )?administrator$/i.test(roleName(role_id, names)),
      );
      return [
        ...(held.some(({ principal_type }) => principal_type?.toLowerCase() === 'group')
          ? ['Every member of the group in Entra ID loses it.']
          : []),
        ...(isSqlRole ? ['With the role goes access to every database of the serverless pool.'] : []),
        'Changes of Synapse roles take some minutes to reach everybody who is signed in.',
      ];
    },

    recorded({ assignments }) {
      const rows = rowsOf(assignments);
      const items = rows.flatMap((row): RoleAssignment[] => {
        const [id, scope, role_id] = [textOf(row.id), textOf(row.scope), guidOf(row.role_id)];
        if (id === null || scope === null || role_id === undefined) return [];
        if (row.principal_id !== principal.id || scopeKey(scope) !== edge.asset_key) return [];
        return [
          { id, scope, role_id, principal_id: principal.id, principal_type: textOf(row.principal_type) },
        ];
      });
      return items.length > 0 && items.length === rows.length ? items : undefined;
    },
  };
}

function removal({ id, scope }: RoleAssignment, writer: SynapseContext['writer'], signal: AbortSignal): Step {
  const path = assignmentPath(id, `&scope=${encodeURIComponent(scope)}`);
  return {
    text: `DELETE ${path}`,
    // 204: there was nothing, and what was read was behind.
    send: async () => (await writer.write({ method: 'DELETE', path, accept: [404], signal })).status === 200,
  };
}

/** Under its old id, so that what was sent twice is there once. */
function addition(item: RoleAssignment, writer: SynapseContext['writer'], signal: AbortSignal): Step {
  const path = assignmentPath(item.id);
  const json = {
    roleId: item.role_id,
    principalId: item.principal_id,
    scope: item.scope,
    ...(item.principal_type === null ? {} : { principalType: item.principal_type }),
  };
  return {
    text: `PUT ${path} ${JSON.stringify(json)}`,
    async send() {
      try {
        // 409: the same role is there under another id.
        return (await writer.write({ method: 'PUT', path, json, accept: [409], signal })).status !== 409;
      } catch (error) {
        if (!(error instanceof PlatformError) || error.status !== 400) throw error;
        throw new Refusal('not_supported', `${TITLE} does not take it back: ${error.message}`);
      }
    },
  };
}

async function refuseOwn(
  principalId: string,
  held: RoleAssignment[],
  context: SynapseContext,
): Promise<void> {
  const own = await ownIds(context);
  if (own.has(principalId)) {
    throw new Refusal('connector_itself', 'Lapse itself works with this role: remove it in Synapse Studio.');
  }
  const isProgram = held.some(({ principal_type }) => !/^(user|group)$/i.test(principal_type ?? ''));
  if (own.has(null) && isProgram) {
    throw new Refusal(
      'connector_itself',
      'The tokens of Lapse do not say which service principal it is, and this may be it: remove the role in Synapse Studio.',
    );
  }
}

/** A workspace without an administrator can only be rescued by an owner of the Azure subscription. */
async function refuseLastAdministrator(
  principalId: string,
  held: RoleAssignment[],
  context: SynapseContext,
): Promise<void> {
  const { reader, settings, signal } = context;
  const names = await reader.roleNames(signal);
  const isAdministrator = ({ role_id }: RoleAssignment): boolean =>
    role_id === ADMINISTRATOR_ID || names.get(role_id)?.toLowerCase() === ADMINISTRATOR;
  if (!held.some(isAdministrator)) return;
  const [all, own] = await Promise.all([allAssignments(reader, {}, signal), ownIds(context)]);
  const workspace = assetKey({ kind: 'workspace', workspace: settings.workspace.toLowerCase() });
  const others = all.filter(
    (one) =>
      isAdministrator(one) &&
      scopeKey(one.scope) === workspace &&
      one.principal_id !== principalId &&
      !own.has(one.principal_id),
  );
  if (others.length === 0) {
    throw new Refusal(
      'last_owner',
      `${principalKey({ kind: 'entra', id: principalId })} is the last Synapse Administrator of ${settings.workspace}: give the role to somebody else first.`,
    );
  }
}
