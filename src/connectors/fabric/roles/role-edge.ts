import { ConnectorError, type Edge } from '../../connector.ts';
import type { PlatformEdge, Step } from '../../edges/edge.ts';
import { PlatformError } from '../../http/platform-error.ts';
import { ownIds } from '../../microsoft/own-ids.ts';
import { Refusal } from '../../refusal.ts';
import { guidOf, rowsOf, textOf } from '../../rows.ts';
import { type FabricContext, TITLE } from '../connector-context.ts';
import { isProgram, looksDeleted } from '../holders.ts';
import { grantKey, type PrincipalName } from '../keys.ts';
import {
  assignmentsOn,
  assignmentsPath,
  ROLES,
  type RoleAssignment,
  type RoleScope,
} from './role-assignments.ts';

/** What an undo record keeps of an assignment. Given again, it may have another id. */
interface RecordedRole {
  id: string;
  role: string;
  principal_type: string;
}

/** The role of a principal on a workspace or a connection. */
export function roleEdge(
  edge: Extract<Edge, { kind: 'grant' }>,
  principal: Extract<PrincipalName, { kind: 'entra' }>,
  scope: RoleScope,
  context: FabricContext,
): PlatformEdge<RecordedRole> {
  const { writer, signal } = context;
  const named = edge.grant_key ?? null;
  const isOther = named !== null && named !== grantKey('role', edge.principal_key, edge.asset_key);
  const path = assignmentsPath(scope);

  const held = async (): Promise<RoleAssignment[]> =>
    isOther
      ? []
      : (await assignmentsOn(context, scope)).filter(({ holder }) => holder.key === edge.principal_key);
  const read = async (): Promise<RecordedRole[]> =>
    (await held()).map(({ id, role, holder }) => ({ id: id as string, role, principal_type: holder.type }));

  return {
    target: `${edge.principal_key} on ${edge.asset_key}`,

    async refuse() {
      const all = await assignmentsOrRefusal(context, scope);
      const own = isOther ? [] : all.filter(({ holder }) => holder.key === edge.principal_key);
      if (own.length === 0) return;
      await refuseOwn(principal.id, own, context);
      refuseUnknown(own, scope);
      await refuseLast(principal.id, own, all, scope, context);
    },

    async refuseRestore() {
      await assignmentsOrRefusal(context, scope);
    },
    read,
    identityOf: ({ role }) => role,
    removal: (items) =>
      items.map((item) => {
        const one = `${path}/${encodeURIComponent(item.id)}`;
        return { text: `DELETE ${one}`, send: () => removed(one, context) };
      }),
    addition: (items) =>
      items.map(({ role, principal_type }): Step => {
        const json = { principal: { id: principal.id, type: principal_type }, role };
        return {
          text: `POST ${path} ${JSON.stringify(json)}`,
          async send() {
            if (await isThere(role, await read())) return false;
            // 409: it has a role by now.
            const { status } = await orNotTaken(
              writer.write({ method: 'POST', path, json, accept: [409], signal }),
            );
            if (status !== 409) return true;
            if (await isThere(role, await read())) return false;
            throw new ConnectorError(
              'conflict',
              `${TITLE} says that the principal has a role, and shows none`,
              {
                retry_after: 30,
              },
            );
          },
        };
      }),
    counted: (items) => items.map(({ role }) => role).join(', ') || 'no role',
    state: (assignments) => ({ assignments }),

    async warnings() {
      const all = await held();
      return [
        ...(all.some(({ holder }) => holder.type.toLowerCase() === 'group')
          ? ['Every member of the group in Entra ID loses it.']
          : []),
        ...(scope.kind === 'workspace'
          ? ['Items of the workspace that were shared with the principal by themselves stay within reach.']
          : []),
      ];
    },

    recorded({ assignments }) {
      const rows = rowsOf(assignments);
      const items = rows.flatMap((row): RecordedRole[] => {
        const [id, role, principal_type] = [textOf(row.id), textOf(row.role), textOf(row.principal_type)];
        return id === null || role === null || principal_type === null ? [] : [{ id, role, principal_type }];
      });
      return items.length > 0 && items.length === rows.length ? items : undefined;
    },
  };
}

async function removed(path: string, { writer, signal }: FabricContext): Promise<boolean> {
  const { status } = await orNotTaken(writer.write({ method: 'DELETE', path, accept: [404], signal }));
  return status !== 404;
}

/** Fabric has said no to what it was asked, and will say it again. */
async function orNotTaken<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof PlatformError) || error.status !== 400) throw error;
    const isGone = error.platform_codes.includes('InvalidPrincipal');
    throw new Refusal(
      isGone ? 'unknown_principal' : 'not_supported',
      isGone
        ? `The principal is gone from Entra ID: ${error.message}.`
        : `${TITLE} refuses: ${error.message}.`,
    );
  }
}

async function isThere(role: string, now: RecordedRole[]): Promise<boolean> {
  const [first] = now;
  if (first === undefined) return false;
  if (now.some((one) => one.role === role)) return true;
  throw new Refusal(
    'not_supported',
    `Somebody has given the principal another role since, ${first.role}: change that by hand.`,
  );
}

async function assignmentsOrRefusal(context: FabricContext, scope: RoleScope): Promise<RoleAssignment[]> {
  try {
    return await assignmentsOn(context, scope);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    if (error.status === 404) {
      throw new Refusal('unknown_asset', `${TITLE} shows no ${scope.kind} ${scope.id} to Lapse.`);
    }
    if (error.code !== 'permission') throw error;
    const role = scope.kind === 'workspace' ? 'Admin of the workspace' : 'Owner of the connection';
    throw new Refusal(
      'not_permitted',
      `Lapse may not see who has access here: make its application ${role} first.`,
    );
  }
}

async function refuseOwn(principalId: string, held: RoleAssignment[], context: FabricContext): Promise<void> {
  const own = await ownIds(context);
  if (own.has(principalId)) {
    throw new Refusal(
      'connector_itself',
      'Lapse itself works with this role: remove it in the Fabric portal.',
    );
  }
  const { client_id: reader } = context.reader;
  const isOurs = held.some(({ holder }) =>
    [reader, context.writer.client_id].some((id) => id.toLowerCase() === holder.application_id),
  );
  if (isOurs || (own.has(null) && held.some(({ holder }) => isProgram(holder)))) {
    throw new Refusal(
      'connector_itself',
      'This is, or may be, the application of Lapse itself: remove the role in the Fabric portal.',
    );
  }
}

function refuseUnknown(held: RoleAssignment[], { kind }: RoleScope): void {
  const unknown = held.find(({ role }) => !ROLES[kind].known.includes(role));
  if (unknown) {
    throw new Refusal(
      'not_supported',
      `Lapse does not know the role ${unknown.role}, and whether it could give it back: remove it in the Fabric portal.`,
    );
  }
  if (held.some(({ holder }) => looksDeleted(holder))) {
    throw new Refusal(
      'not_supported',
      'Fabric shows no name for it, as of what was deleted in Entra ID, which could not be given back: remove it in the Fabric portal.',
    );
  }
}

/** Groups count for nobody, because they may be empty; neither do programs of Lapse. */
async function refuseLast(
  principalId: string,
  held: RoleAssignment[],
  all: RoleAssignment[],
  { kind }: RoleScope,
  context: FabricContext,
): Promise<void> {
  const { highest } = ROLES[kind];
  if (!held.some(({ role }) => role === highest)) return;
  const own = await ownIds(context);
  const others = all.filter(
    ({ role, holder }) =>
      role === highest &&
      holder.id !== null &&
      holder.id !== principalId &&
      !own.has(guidOf(holder.id) ?? null) &&
      holder.type.toLowerCase() !== 'group' &&
      !looksDeleted(holder),
  );
  if (others.length === 0) {
    throw new Refusal(
      'last_owner',
      `Nobody else is known to be ${highest} of the ${kind}: make somebody else ${highest} first.`,
    );
  }
}
