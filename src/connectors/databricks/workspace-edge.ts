import type { Edge } from '../connector.ts';
import type { PlatformEdge, Step } from '../edges/edge.ts';
import { Refusal } from '../refusal.ts';
import { listOf } from '../rows.ts';
import type { EdgeContext } from './edge-context.ts';
import { holderName, requireHolder } from './holders.ts';
import { type AssetName, EVERYBODY_KEY, grantKey, parsePrincipalKey } from './keys.ts';
import { FRESH_MS } from './names.ts';
import { findPrincipal } from './scim.ts';
import { findWorkspace, type WorkspaceAssignment, workspaceAssignments } from './workspaces.ts';

/** All that a principal may do in a workspace is one thing: a change replaces the whole. */
interface Admission {
  permissions: string[];
}

const KNOWN: readonly unknown[] = ['USER', 'ADMIN'];

/** The assignment of a principal to a workspace. */
export function workspaceEdge(
  edge: Extract<Edge, { kind: 'grant' }>,
  asset: AssetName,
  context: EdgeContext,
): PlatformEdge<Admission> {
  const principal = holderName(edge.principal_key);
  const isNamed = (edge.grant_key ?? null) !== null;
  const isOther = isNamed && edge.grant_key !== grantKey(edge.principal_key, edge.asset_key);
  const { account } = context.writer;
  const path = `/api/2.0/accounts/${account?.id}/workspaces/${asset.name}/permissionassignments/principals/${principal.id}`;

  const assignments = async (): Promise<WorkspaceAssignment[]> =>
    workspaceAssignments(context, asset.name, await context.book.atMost(FRESH_MS, context.signal));
  const read = async (): Promise<Admission[]> => {
    if (isOther) return [];
    const own = (await assignments()).find((one) => one.principal_key === edge.principal_key);
    return own ? [{ permissions: own.permissions }] : [];
  };
  const requireBoth = async (): Promise<void> => {
    if ((await findWorkspace(context, asset.name)) === null) {
      throw new Refusal('unknown_asset', `The account has no workspace ${asset.name}.`);
    }
    await requireHolder(context, principal);
  };
  const step = (text: string, work: () => Promise<void>): Step => ({
    text,
    async send() {
      await work();
      return true;
    },
  });

  return {
    target: `${edge.principal_key} on ${edge.asset_key}`,
    async refuse() {
      await requireBoth();
      const all = await assignments();
      const own = all.find((one) => one.principal_key === edge.principal_key);
      const unknown = own?.permissions.find((one) => !KNOWN.includes(one));
      if (unknown !== undefined) {
        throw new Refusal(
          'not_supported',
          `Lapse does not know the permission ${unknown} and could not give it back: change it in the account console.`,
        );
      }
      if (own?.permissions.includes('ADMIN') && !(await hasAnotherAdmin(context, all, edge.principal_key))) {
        throw new Refusal(
          'last_owner',
          'Nobody else is known to administer the workspace: make somebody else its administrator first.',
        );
      }
    },
    refuseRestore: requireBoth,
    read,
    identityOf: ({ permissions }) => permissions.join(' '),
    removal: () => [
      step(`DELETE ${path}`, async () => {
        await account?.host.send({ method: 'DELETE', path, accept: [404], signal: context.signal });
      }),
    ],
    addition: ([item]) => [
      step(`PUT ${path} ${JSON.stringify({ permissions: item?.permissions })}`, async () => {
        const [now] = await read();
        if (now) {
          throw new Refusal(
            'not_supported',
            `Somebody has let the principal in again, as ${now.permissions.join(', ')}: change that by hand.`,
          );
        }
        await account?.host.send({
          method: 'PUT',
          path,
          json: { permissions: item?.permissions },
          signal: context.signal,
        });
      }),
    ],
    counted: ([item]) => item?.permissions.join(', ') ?? 'nothing',
    state: ([item]) => ({ permissions: item?.permissions }),
    async warnings() {
      return [
        'Everything in the workspace that is not shared otherwise is out of reach.',
        ...(principal.kind === 'group' ? ['Every member of the group loses it.'] : []),
      ];
    },
    recorded({ permissions }) {
      // An empty or misspelt list would take everything away.
      const known = listOf(permissions).filter((one) => KNOWN.includes(one));
      return known.length > 0 && known.length === listOf(permissions).length
        ? [{ permissions: known as string[] }]
        : undefined;
    },
  };
}

/** Groups count for nobody: they may be empty. */
export async function hasAnotherAdmin(
  context: EdgeContext,
  all: WorkspaceAssignment[],
  key: string,
): Promise<boolean> {
  for (const { principal_key, permissions } of all) {
    const other = parsePrincipalKey(principal_key);
    if (principal_key === key || principal_key === EVERYBODY_KEY || !permissions.includes('ADMIN')) continue;
    if (!other || other.kind === 'group') continue;
    const row = await findPrincipal(context, other);
    if (row !== null && row.active !== false) return true;
  }
  return false;
}
