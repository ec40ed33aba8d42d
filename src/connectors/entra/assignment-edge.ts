import type { Edge } from '../connector.ts';
import type { PlatformEdge } from '../edges/edge.ts';
import { Refusal } from '../refusal.ts';
import { guidOf, type Row, rowsOf } from '../rows.ts';
import {
  type Application,
  type Assignment,
  assignmentOf,
  DEFAULT_ROLE,
  findApplication,
  roleName,
} from './applications.ts';
import { addition, deletion, type EdgeContext } from './edge-context.ts';
import { allRows } from './graph.ts';
import { requirePrincipal } from './groups.ts';
import { parseApplicationKey, parsePrincipalKey, pathOfPrincipal, roleOfAssignment } from './keys.ts';
import { orGone } from './membership-edge.ts';

/** The assignments of a principal to an application: one role, or all when the edge names none. */
export function assignmentEdge(
  edge: Extract<Edge, { kind: 'grant' }>,
  context: EdgeContext,
): PlatformEdge<Assignment> {
  const principal = parsePrincipalKey(edge.principal_key);
  const appId = parseApplicationKey(edge.asset_key);
  if (appId === undefined)
    throw new Refusal('unknown_asset', 'This is no enterprise application of Entra ID.');
  if (!principal) throw new Refusal('unknown_principal', 'This is no principal of Entra ID.');
  const named = edge.grant_key ?? null;
  const role = named === null ? null : (roleOfAssignment(named, edge.principal_key, appId) ?? 'none');

  const requireApplication = async (): Promise<Application> => {
    const application = await findApplication({ graph: context.reader, signal: context.signal }, appId);
    if (application) return application;
    throw new Refusal('unknown_asset', `The tenant has no enterprise application ${appId}.`);
  };
  const read = async (): Promise<Assignment[]> => {
    const application = await findApplication({ graph: context.reader, signal: context.signal }, appId);
    if (!application) return [];
    const path = `/v1.0${pathOfPrincipal(principal)}/appRoleAssignments?$top=999`;
    const rows = (await orGone(() => allRows(context.reader, path, context.signal))) ?? [];
    // Those of its groups are among a user's, too.
    const own = rows
      .flatMap((row) => assignmentOf(row) ?? [])
      .filter((row) => row.principal === edge.principal_key && row.resource_id === application.id)
      .filter((row) => role === null || row.role_id === role);
    return [...new Map(own.map((row) => [row.role_id, row])).values()].sort((a, b) =>
      a.role_id < b.role_id ? -1 : 1,
    );
  };

  return {
    target: `${edge.principal_key} on ${edge.asset_key}`,

    async refuse() {
      const application = await requireApplication();
      await requirePrincipal(context, principal);
      for (const { role_id } of await read()) refuseLostRole(application, role_id);
    },

    async refuseRestore() {
      await requireApplication();
      await requirePrincipal(context, principal);
    },

    read,
    identityOf: ({ role_id }) => role_id,
    removal: (items) =>
      items.map(({ resource_id, id }) =>
        deletion(
          context,
          `/v1.0/servicePrincipals/${resource_id}/appRoleAssignedTo/${encodeURIComponent(id)}`,
        ),
      ),
    addition: (items) =>
      items.map(({ resource_id, role_id }) =>
        addition(context, `/v1.0/servicePrincipals/${resource_id}/appRoleAssignedTo`, {
          principalId: principal.id,
          resourceId: resource_id,
          appRoleId: role_id,
        }),
      ),
    counted: (items) => (items.length === 1 ? 'one assignment' : `${items.length} assignments`),
    state: (assignments) => ({ assignments }),

    async warnings() {
      const application = await requireApplication();
      return [
        ...(principal.kind === 'group' ? ['Every direct member of the group loses it.'] : []),
        ...(principal.kind === 'user' && !application.is_assignment_required
          ? [`${application.name} asks for no assignment: it can still be signed in to, without a role.`]
          : []),
        'Sessions that are open stay open until their tokens end.',
      ];
    },

    recorded({ assignments }) {
      const rows = rowsOf(assignments);
      const isOurs = (row: Row): boolean =>
        row.principal === edge.principal_key &&
        typeof row.id === 'string' &&
        guidOf(row.role_id) !== undefined &&
        guidOf(row.resource_id) !== undefined;
      return rows.length > 0 && rows.every(isOurs) ? (rows as unknown as Assignment[]) : undefined;
    },
  };
}

/** What could not be given again is not taken away. */
function refuseLostRole(application: Application, roleId: string): void {
  const { roles, name } = application;
  const isDefault = roleId === DEFAULT_ROLE;
  const canBeGiven = isDefault
    ? !roles.some((role) => role.is_enabled)
    : roles.some((role) => role.id === roleId && role.is_enabled);
  if (canBeGiven) return;
  throw new Refusal(
    'not_supported',
    isDefault
      ? `${name} has roles by now, so an assignment without one could not be put back: remove it by hand.`
      : `${name} no longer offers ${roleName(application, roleId)}, so it could not be put back: remove it by hand.`,
  );
}
