import type { AccessPath, Edge, Subject } from '../connector.ts';
import {
  type Application,
  type Assignment,
  assignedPath,
  assignmentOf,
  findApplication,
  permissionOf,
  roleName,
} from './applications.ts';
import type { EdgeContext } from './edge-context.ts';
import { allRows } from './graph.ts';
import {
  assignmentKey,
  parseApplicationKey,
  parsePrincipalKey,
  pathOfPrincipal,
  principalKey,
} from './keys.ts';
import { groupsOf, orGone } from './membership-edge.ts';

/**
 * Every way in which a principal is assigned to an application: itself, or through a group that it is in directly. What is
 * assigned to a group does not reach the members of groups inside it.
 */
export async function accessPaths(context: EdgeContext, subject: Subject): Promise<AccessPath[]> {
  const { reader, signal } = context;
  const principal = parsePrincipalKey(subject.principal_key);
  const appId = parseApplicationKey(subject.asset_key);
  if (!principal || appId === undefined) return [];
  const application = await findApplication({ graph: reader, signal }, appId);
  if (!application) return [];
  const row = await reader.find(`/v1.0${pathOfPrincipal(principal)}?$select=id`, signal);
  if (row === null) return [];
  const groups = await groupsOf(reader, principal, signal);
  const assigned = await assignmentsOf(context, application, [
    subject.principal_key,
    ...groups.map(({ id }) => principalKey({ kind: 'group', id })),
  ]);
  const own = assigned.filter((one) => one.principal === subject.principal_key);
  const isOpen = principal.kind === 'user' && !application.is_assignment_required;
  return [
    ...own.map((one) => directPath(subject, application, one)),
    ...groups.flatMap(({ id, name }) => {
      const group_key = principalKey({ kind: 'group', id });
      const through = assigned.filter((one) => one.principal === group_key);
      return through.length > 0 ? [groupPath(subject, application, { group_key, name, through })] : [];
    }),
    ...(isOpen ? [openPath(subject, application)] : []),
  ];
}

/** From the application's list, or when that is long, from those of the principals. */
async function assignmentsOf(
  { reader, settings, signal }: EdgeContext,
  application: Application,
  keys: string[],
): Promise<Assignment[]> {
  const page = await orGone(() => reader.list(assignedPath(application.id, settings.page_size), signal));
  const lists =
    page === null || page.next === null
      ? [page?.rows ?? []]
      : await Promise.all(
          keys.map(async (key) => {
            const principal = parsePrincipalKey(key);
            if (!principal) return [];
            const path = `/v1.0${pathOfPrincipal(principal)}/appRoleAssignments?$top=999`;
            return (await orGone(() => allRows(reader, path, signal))) ?? [];
          }),
        );
  const wanted = new Set(keys);
  const found = lists
    .flat()
    .flatMap((row) => assignmentOf(row) ?? [])
    .filter((one) => one.resource_id === application.id && wanted.has(one.principal));
  // A user's list repeats what its groups have.
  const unique = [...new Map(found.map((one) => [`${one.principal} ${one.role_id}`, one])).values()];
  return unique.sort((a, b) => (`${a.principal} ${a.role_id}` < `${b.principal} ${b.role_id}` ? -1 : 1));
}

function directPath(subject: Subject, application: Application, { role_id }: Assignment): AccessPath {
  const grant_key = assignmentKey(subject.principal_key, application.app_id, role_id);
  const edge: Edge = { kind: 'grant', ...subject, grant_key };
  return {
    kind: 'direct',
    keys: [subject.principal_key, subject.asset_key],
    edge,
    permission: permissionOf(application, role_id),
    description: `Is assigned to ${application.name} directly (${roleName(application, role_id)}).`,
  };
}

function groupPath(
  { principal_key, asset_key }: Subject,
  application: Application,
  { group_key, name, through }: { group_key: string; name: string; through: Assignment[] },
): AccessPath {
  const roles = through.map(({ role_id }) => roleName(application, role_id));
  return {
    kind: 'group',
    keys: [principal_key, group_key, asset_key],
    edge: { kind: 'membership', group_key, member_key: principal_key },
    permission: through.map(({ role_id }) => permissionOf(application, role_id)).join(' '),
    description: `Through ${name}, which is assigned to ${application.name} (${roles.join(', ')}).`,
  };
}

const openPath = ({ principal_key, asset_key }: Subject, { name }: Application): AccessPath => ({
  kind: 'everybody',
  keys: [principal_key, asset_key],
  edge: null,
  permission: 'use',
  description: `Every user of the tenant may sign in to ${name}, because it asks for no assignment.`,
});
