import type { Connector, Subject } from '../../src/connectors/connector.ts';
import { entraType } from '../../src/connectors/entra/entra-connector.ts';
import type { ConnectorWorld } from './connector-world.ts';
import type { Through } from './describe-faults.ts';
import { CLIENT_SECRET, type EntraServer, startEntraServer, TENANT_ID } from './entra-server.ts';
import { type EntraTenant, idOf, NO_ROLE, OWN_SP, READER_APP } from './entra-tenant.ts';
import { startScriptedServer } from './scripted-server.ts';
import { shortSleep } from './short-sleep.ts';

export const SHOP = idOf('app', 1);
const CRM = idOf('app', 2);
export const shopKey = `application/${SHOP}`;
const crmKey = `application/${CRM}`;
export const SHOP_SP = idOf('sp', 1);
const CRM_SP = idOf('sp', 2);
export const READ_ROLE = idOf('role', 1);
export const ADMIN_ROLE = idOf('role', 2);
const OLD_ROLE = idOf('role', 3);

export const user = (number: number): string => `user/${idOf('user', number)}`;
export const group = (number: number): string => `group/${idOf('group', number)}`;

/** People, guests, programs, groups in groups, and groups of every kind that nobody may change. */
export function fillTenant(tenant: EntraTenant): void {
  const people = Array.from({ length: 8 }, (_, i) => tenant.addUser(i + 1));
  tenant.addUser(9, {
    displayName: null,
    mail: null,
    userPrincipalName: 'g_ext#EXT#@corp.example',
    userType: 'Guest',
  });
  tenant.devices.add(idOf('device', 1));
  tenant.addApplication(SHOP_SP, SHOP, 'Shop', {
    appRoleAssignmentRequired: true,
    appRoles: [
      { id: READ_ROLE, value: 'Orders.Read', displayName: 'Reader', isEnabled: true },
      { id: ADMIN_ROLE, value: 'Admin', displayName: 'Administrator', isEnabled: true },
      { id: OLD_ROLE, value: 'Old', displayName: 'Old', isEnabled: false },
    ],
  });
  tenant.addApplication(CRM_SP, CRM, 'CRM', { appRoleAssignmentRequired: true });
  tenant.addApplication(idOf('sp', 3), idOf('app', 3), 'Nightly job', {
    servicePrincipalType: 'ManagedIdentity',
  });
  const [ana, bob, carol, dave] = people as [string, string, string, string];
  tenant.addGroup(1, { displayName: 'Analysts' }, [bob, dave, idOf('sp', 3), idOf('device', 1)]);
  tenant.addGroup(2, { displayName: 'Juniors' }, [carol]);
  tenant.members.get(idOf('group', 1))?.add(idOf('group', 2));
  tenant.addGroup(3, { displayName: 'By rule', groupTypes: ['DynamicMembership'], membershipRule: 'x' }, [
    ana,
  ]);
  tenant.addGroup(4, { displayName: 'Synced', onPremisesSyncEnabled: true }, [ana]);
  tenant.addGroup(5, { displayName: 'Mail', mailEnabled: true }, [ana]);
  tenant.addGroup(6, { displayName: 'List', mailEnabled: true, securityEnabled: false }, [ana]);
  tenant.addGroup(7, { displayName: 'Admins', isAssignableToRole: true }, [ana]);
  tenant.addGroup(8, { displayName: 'Guarded', isManagementRestricted: true }, [ana]);
  tenant.addGroup(9, { displayName: 'Programs' }, [OWN_SP]);
  tenant.addGroup(10, { displayName: 'Team', groupTypes: ['Unified'], mailEnabled: true }, [ana]);
  tenant.owners.set(SHOP_SP, [people[4] as string]);
  tenant.assign(ana, SHOP_SP, READ_ROLE);
  tenant.assign(idOf('group', 1), SHOP_SP, READ_ROLE);
  tenant.assign(dave, SHOP_SP, ADMIN_ROLE);
  tenant.assign(people[5] as string, SHOP_SP, OLD_ROLE);
  tenant.assign(people[6] as string, CRM_SP, NO_ROLE);
  tenant.directoryRoles = [
    {
      id: 'r1',
      principalId: idOf('group', 7),
      roleDefinitionId: '62e90394-69f5-4237-9190-012177145e10',
      directoryScopeId: '/',
    },
  ];
  tenant.signIns = [signIn('s1', { userId: ana, at: '2026-03-01T10:00:00Z' })];
  tenant.showAll();
}

export function signIn(
  id: string,
  {
    at,
    kind = 'interactiveUser',
    errorCode = 0,
    ...row
  }: {
    at: string;
    kind?: string;
    errorCode?: number;
    userId?: string;
    servicePrincipalId?: string;
    appId?: string;
    resourceId?: string;
  },
): Record<string, unknown> {
  return {
    id,
    createdDateTime: at,
    appId: SHOP,
    resourceId: CRM,
    ipAddress: '203.0.113.7',
    clientAppUsed: 'Browser',
    status: { errorCode },
    signInEventTypes: [kind],
    ...row,
  };
}

export const SETTINGS = {
  tenant_id: TENANT_ID,
  client_id: READER_APP,
  client_secret: CLIENT_SECRET,
  settle_ms: 2_000,
};

export function connectEntra(url: string, more: object = {}, now: () => Date = () => new Date()): Connector {
  const read = entraType.readSettings({ ...SETTINGS, graph_url: url, login_url: url, ...more });
  if ('faults' in read) throw new Error(JSON.stringify(read.faults));
  return entraType.connect(read.settings, { now, sleep: shortSleep });
}

export interface EntraWorld extends ConnectorWorld {
  server: EntraServer;
}

export async function entraWorld(through: Through = async (url) => url): Promise<EntraWorld> {
  const server = await startEntraServer();
  server.url = await through(server.url);
  const { tenant } = server;
  fillTenant(tenant);
  const silent = await startScriptedServer(() => new Promise(() => {}));
  const nobody = await startScriptedServer(() => ({}));
  await nobody.close();
  const now = (): Date => new Date('2026-03-01T12:00:00Z');
  const connectors = {
    connector: connectEntra(server.url, {}, now),
    small_pages: connectEntra(server.url, { page_size: 1 }, now),
    silent: connectEntra(silent.url, {}, now),
    unreachable: connectEntra(nobody.url, {}, now),
  };
  const membership = (number: number) => ({
    edge: { kind: 'membership', group_key: group(number), member_key: user(1) } as const,
  });
  return {
    ...connectors,
    server,
    secrets: [CLIENT_SECRET, 'Bearer '],
    expected: {
      principals: [user(1), user(9), group(1), `service_principal/${idOf('sp', 3)}`],
      assets: [shopKey, crmKey],
      grants: [
        { principal_key: user(1), asset_key: shopKey, permission: 'Orders.Read' },
        { principal_key: group(1), asset_key: shopKey, permission: 'Orders.Read' },
        { principal_key: user(7), asset_key: crmKey, permission: 'use' },
      ],
      memberships: [
        { group_key: group(1), member_key: user(2) },
        { group_key: group(1), member_key: group(2) },
        { group_key: group(1), member_key: `service_principal/${idOf('sp', 3)}` },
      ],
    },
    direct: { principal_key: user(1), asset_key: shopKey },
    inherited: { principal_key: user(2), asset_key: shopKey },
    several: { principal_key: user(4), asset_key: shopKey },
    untouchable: [
      { ...membership(3), reason: 'not_supported' },
      { ...membership(4), reason: 'not_supported' },
      { ...membership(5), reason: 'not_supported' },
      { ...membership(6), reason: 'not_supported' },
      { ...membership(7), reason: 'last_owner' },
      { ...membership(8), reason: 'not_permitted' },
      {
        edge: { kind: 'membership', group_key: group(9), member_key: `service_principal/${OWN_SP}` },
        reason: 'connector_itself',
      },
      { edge: { kind: 'grant', principal_key: user(6), asset_key: shopKey }, reason: 'not_supported' },
      {
        edge: { kind: 'role_assignment', principal_key: user(1), role_key: 'r', scope_key: '/' },
        reason: 'not_supported',
      },
    ],
    canAccess: async (subject) => mayUse(tenant, subject),
    dump: async () => tenant.dump(),
    async close() {
      for (const one of Object.values(connectors)) await one.close();
      await silent.close();
      await server.close();
    },
  };
}

/** Past the connector: assigned itself, or a group that it is in directly. */
function mayUse(tenant: EntraTenant, { principal_key, asset_key }: Subject): boolean {
  const [principal, app] = [principal_key, asset_key].map((key) => key.split('/')[1] as string);
  const holders = [
    principal,
    ...[...tenant.members].filter(([, ids]) => ids.has(principal as string)).map(([id]) => id),
  ];
  return [...tenant.assignments.values()].some(
    (one) => holders.includes(one.principalId) && tenant.applications.get(one.resourceId)?.appId === app,
  );
}
