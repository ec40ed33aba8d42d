import { type BenchServer, serve } from './bench-server.ts';

/** A directory in the cloud, computed rather than stored: so many groups of so many members, some assigned to applications. */
export interface TenantSize {
  users: number;
  groups: number;
  members_per_group: number;
  applications: number;
  assignments_per_application: number;
}

const id = (kind: string, number: number): string =>
  `${kind}0000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
const numberOf = (guid: string): number => Number.parseInt(guid.slice(-12), 16);
const USER = 'a';
const GROUP = 'b';
const APPLICATION = 'c';
const SERVICE_PRINCIPAL = 'd';
const ROLE = id('e', 1);
const TYPE = '#microsoft.graph.';

export async function startTenantServer(size: TenantSize): Promise<BenchServer> {
  const application = (number: number) => ({
    id: id(SERVICE_PRINCIPAL, number),
    appId: id(APPLICATION, number),
    displayName: `Application ${number}`,
    servicePrincipalType: 'Application',
    accountEnabled: true,
    appRoleAssignmentRequired: true,
    appRoles: [{ id: ROLE, value: 'Read', displayName: 'Read', isEnabled: true }],
  });
  const rows: Record<string, { count: number; row: (number: number) => object }> = {
    users: {
      count: size.users,
      row: (number) => ({
        id: id(USER, number),
        displayName: `User ${number}`,
        userPrincipalName: `user${number}@corp.example`,
        mail: `user${number}@corp.example`,
        department: `Department ${number % 50}`,
        accountEnabled: true,
      }),
    },
    groups: {
      count: size.groups,
      row: (number) => ({ id: id(GROUP, number), displayName: `Group ${number}`, securityEnabled: true }),
    },
    servicePrincipals: { count: size.applications, row: application },
  };

  const listed = (path: string): { count: number; row: (number: number) => object } | object => {
    const [, , set = '', guid, relation] = path.split('/');
    if (guid === undefined) return rows[set] ?? { count: 0, row: () => ({}) };
    const number = numberOf(guid);
    if (relation === undefined && set in rows) return rows[set]?.row(number) ?? {};
    if (relation === 'members') {
      return {
        count: size.members_per_group,
        row: (i: number) => ({
          '@odata.type': `${TYPE}user`,
          id: id(USER, (number * 7919 + i) % size.users),
        }),
      };
    }
    if (relation === 'appRoleAssignedTo') {
      return {
        count: size.assignments_per_application,
        row: (i: number) => ({
          id: `assignment-${number}-${i}`,
          principalType: 'User',
          principalId: id(USER, (number * 104_729 + i) % size.users),
          resourceId: guid,
          appRoleId: ROLE,
          createdDateTime: '2025-01-01T00:00:00Z',
        }),
      };
    }
    return { count: 0, row: () => ({}) };
  };

  return serve((url) =>
    url.pathname.endsWith('/token')
      ? { token_type: 'Bearer', expires_in: 3599, access_token: 'bench' }
      : url.pathname.endsWith('/groups/delta')
        ? { value: [], '@odata.deltaLink': `${url.origin}/v1.0/groups/delta?$deltatoken=1` }
        : page(url, listed(url.pathname)),
  );
}

function page(url: URL, found: object): object {
  if (!('count' in found)) return found;
  const { count, row } = found as { count: number; row: (number: number) => object };
  const from = Number(url.searchParams.get('$skiptoken') ?? 0);
  const to = Math.min(count, from + Number(url.searchParams.get('$top') ?? 100));
  const value = Array.from({ length: to - from }, (_, i) => row(from + i));
  if (to >= count) return { value };
  const next = new URL(url);
  next.searchParams.set('$skiptoken', String(to));
  return { value, '@odata.nextLink': next.href };
}
