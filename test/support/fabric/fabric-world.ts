import type { Connector, Edge, Subject } from '../../../src/connectors/connector.ts';
import { fabricType } from '../../../src/connectors/fabric/fabric-connector.ts';
import { assetKey, parseAssetKey, principalKey } from '../../../src/connectors/fabric/keys.ts';
import type { ConnectorWorld } from '../connector-world.ts';
import type { Through } from '../describe-faults.ts';
import { startScriptedServer } from '../scripted-server.ts';
import { shortSleep } from '../short-sleep.ts';
import { activity } from './activity-events.ts';
import { share } from './admin-calls.ts';
import {
  APP_ID,
  CLIENT_SECRET,
  type FabricServer,
  OWN_ID,
  startFabricServer,
  TENANT_ID,
} from './fabric-server.ts';
import { type FabricTenant, idOf, oneLakeMember, oneLakeRole, type Row } from './fabric-tenant.ts';

export const entraKey = (id: string): string => principalKey({ kind: 'entra', id });
export const userKey = (number: number): string => entraKey(idOf('user', number));
export const groupKey = (number: number): string => entraKey(idOf('group', number));
export const workspaceKey = (number: number): string =>
  assetKey({ kind: 'workspace', id: idOf('workspace', number) });
export const itemKey = (number: number, workspace = 1): string =>
  assetKey({ kind: 'item', workspace: idOf('workspace', workspace), item: idOf('item', number) });
export const connectionKey = (number: number): string =>
  assetKey({ kind: 'connection', id: idOf('connection', number) });
export const roleKey = (role: string, item = 1, workspace = 1): string =>
  principalKey({
    kind: 'onelake_role',
    workspace: idOf('workspace', workspace),
    item: idOf('item', item),
    role,
  });

export const group = (number: number): Row => ({
  id: idOf('group', number),
  type: 'Group',
  displayName: `Group ${number}`,
  groupDetails: { groupType: 'SecurityGroup' },
});

const OWN: Row = {
  id: OWN_ID,
  type: 'ServicePrincipal',
  displayName: 'Lapse',
  servicePrincipalDetails: { aadAppId: APP_ID },
};

/** Two workspaces with a lakehouse and others, people, groups and programs in every way that Fabric knows. */
export function fillFabric(tenant: FabricTenant): void {
  const sales = tenant.addPlace('workspaces', 1, 'Sales');
  const finance = tenant.addPlace('workspaces', 2, 'Finance');
  const mine = tenant.addPlace('workspaces', 3, 'My workspace', 'Personal');
  const [ana, bob, carol, dave, erin, frank, gina] = [1, 2, 3, 4, 5, 6, 7].map((n) => tenant.user(n)) as [
    Row,
    Row,
    Row,
    Row,
    Row,
    Row,
    Row,
  ];
  for (const place of [sales, finance, mine]) tenant.give(place, OWN, 'Admin');
  tenant.give(sales, erin, 'Admin');
  tenant.give(sales, ana, 'Viewer');
  tenant.give(sales, dave, 'Viewer');
  tenant.give(sales, group(1), 'Contributor');
  tenant.give(sales, tenant.program(1), 'Member');
  tenant.give(sales, { ...frank, displayName: null }, 'Maintainer');
  const gone = idOf('user', 9);
  tenant.give(sales, { id: gone, type: 'User' }, 'Viewer');
  tenant.deleted.add(gone);
  tenant.give(finance, gina, 'Admin');
  tenant.give(finance, group(1), 'Admin');
  tenant.give(finance, ana, 'Member');
  const lake = tenant.addItem(1, sales.id, 'Lakehouse', 'Lake');
  tenant.addItem(2, sales.id, 'Warehouse', 'Warehouse');
  const report = tenant.addItem(3, sales.id, 'Report', 'Figures');
  tenant.addItem(4, sales.id, 'Notebook', 'Scratch');
  tenant.addItem(5, finance.id, 'Lakehouse', 'Ledger');
  report.shares = [
    share(erin, ['Read', 'Write', 'Reshare']),
    share({ id: TENANT_ID, type: 'EntireTenant' }, ['Read']),
  ];
  lake.shares = [share(bob, ['Read'], ['ReadAll'])];
  tenant.setRoles(lake.id, [
    oneLakeRole(
      'Readers & co',
      [
        oneLakeMember(idOf('user', 3).toUpperCase()),
        oneLakeMember(idOf('user', 4)),
        oneLakeMember(idOf('group', 2), 'Group'),
        oneLakeMember(OWN_ID, 'ServicePrincipal'),
      ],
      {
        paths: ['/Tables/sales', 'Tables/orders'],
        more: { constraints: { columns: [{ tablePath: '/Tables/sales', columnNames: ['a'] }] } },
      },
    ),
    oneLakeRole('DefaultReader', [], {
      items: [{ itemAccess: ['ReadAll'], sourcePath: `${sales.id}/${lake.id}` }],
    }),
    oneLakeRole('Writers', [oneLakeMember(idOf('sp', 1), 'ServicePrincipal')], { actions: ['ReadWrite'] }),
  ]);
  const database = tenant.addPlace('connections', 1, 'Orders');
  tenant.give(database, OWN, 'Owner');
  tenant.give(database, erin, 'Owner');
  tenant.give(database, ana, 'User');
  tenant.give(database, { id: TENANT_ID, type: 'EntireTenant' }, 'User');
  // Somebody whom only Graph and OneLake know.
  tenant.holders.set(carol.id as string, carol);
  tenant.activity = [
    activity('a1', {
      at: '2026-03-01T09:15:02',
      UserId: 'User1@corp.example',
      WorkspaceId: sales.id,
      ArtifactId: lake.id.toUpperCase(),
    }),
  ];
  tenant.showAll();
}

export const SETTINGS = {
  tenant_id: TENANT_ID,
  client_id: APP_ID,
  client_secret: CLIENT_SECRET,
  connections: 'on',
  settle_ms: 2_000,
};

export function connectFabric(
  url: string,
  more: object = {},
  now: () => Date = () => new Date('2026-03-01T12:00:00Z'),
): Connector {
  const addresses = { login_url: url, fabric_url: url, powerbi_url: url, graph_url: url };
  const read = fabricType.readSettings({ ...SETTINGS, ...addresses, ...more });
  if ('faults' in read) throw new Error(JSON.stringify(read.faults));
  return fabricType.connect(read.settings, { now, sleep: shortSleep });
}

export interface FabricWorld extends ConnectorWorld {
  server: FabricServer;
}

export async function fabricWorld(through: Through = async (url) => url): Promise<FabricWorld> {
  const server = await startFabricServer();
  server.url = await through(server.url);
  const { tenant } = server;
  fillFabric(tenant);
  const small = await startFabricServer(tenant);
  small.paging.size = 1;
  const silent = await startScriptedServer(() => new Promise(() => {}));
  const nobody = await startScriptedServer(() => ({}));
  await nobody.close();
  const connectors = {
    connector: connectFabric(server.url),
    small_pages: connectFabric(small.url),
    silent: connectFabric(silent.url),
    unreachable: connectFabric(nobody.url),
  };
  const grant = (principal_key: string, asset_key: string): Edge => ({
    kind: 'grant',
    principal_key,
    asset_key,
  });
  const membership = (group_key: string, member_key: string): Edge => ({
    kind: 'membership',
    group_key,
    member_key,
  });
  const readers = roleKey('Readers & co');
  const access = principalKey({
    kind: 'item_access',
    workspace: idOf('workspace', 1),
    item: idOf('item', 1),
    access: `ReadAll on ${idOf('workspace', 1)}/${idOf('item', 1)}`,
  });
  return {
    ...connectors,
    server,
    secrets: [CLIENT_SECRET, 'eyJ.'],
    expected: {
      principals: [
        userKey(1),
        userKey(3),
        groupKey(1),
        entraKey(idOf('sp', 1)),
        'everybody',
        readers,
        access,
      ],
      assets: [workspaceKey(1), workspaceKey(2), itemKey(1), itemKey(3), itemKey(5, 2), connectionKey(1)],
      grants: [
        { principal_key: userKey(1), asset_key: workspaceKey(1), permission: 'Viewer' },
        { principal_key: groupKey(1), asset_key: workspaceKey(2), permission: 'Admin' },
        { principal_key: userKey(6), asset_key: workspaceKey(1), permission: 'Maintainer' },
        { principal_key: readers, asset_key: itemKey(1), permission: 'Read' },
        { principal_key: userKey(1), asset_key: connectionKey(1), permission: 'User' },
        { principal_key: 'everybody', asset_key: connectionKey(1), permission: 'User' },
      ],
      memberships: [
        { group_key: readers, member_key: userKey(3) },
        { group_key: readers, member_key: groupKey(2) },
        { group_key: roleKey('DefaultReader'), member_key: access },
      ],
    },
    direct: { principal_key: userKey(1), asset_key: workspaceKey(1) },
    inherited: { principal_key: userKey(3), asset_key: itemKey(1) },
    several: { principal_key: userKey(4), asset_key: itemKey(1) },
    untouchable: [
      { edge: grant(entraKey(OWN_ID), workspaceKey(1)), reason: 'connector_itself' },
      { edge: grant(userKey(7), workspaceKey(2)), reason: 'last_owner' },
      { edge: grant(groupKey(1), workspaceKey(9)), reason: 'unknown_asset' },
      { edge: grant(userKey(6), workspaceKey(1)), reason: 'not_supported' },
      { edge: grant(userKey(9), workspaceKey(1)), reason: 'not_supported' },
      { edge: grant(userKey(5), itemKey(3)), reason: 'not_supported' },
      { edge: grant('everybody', itemKey(3)), reason: 'everybody' },
      { edge: grant('everybody', connectionKey(1)), reason: 'everybody' },
      { edge: grant(readers, itemKey(1)), reason: 'not_supported' },
      { edge: membership(readers, entraKey(OWN_ID)), reason: 'connector_itself' },
      { edge: membership(roleKey('DefaultReader'), access), reason: 'everybody' },
      { edge: membership(groupKey(1), userKey(1)), reason: 'not_supported' },
      {
        edge: { kind: 'role_assignment', principal_key: userKey(1), role_key: 'r', scope_key: 's' },
        reason: 'not_supported',
      },
    ],
    canAccess: async (subject) => mayUse(tenant, subject),
    dump: async () => tenant.dump(),
    async close() {
      for (const one of Object.values(connectors)) await one.close();
      await silent.close();
      await small.close();
      await server.close();
    },
  };
}

/** Past the connector: by a role in the place, or in a OneLake role of the item. */
function mayUse({ truth }: FabricTenant, { principal_key, asset_key }: Subject): boolean {
  const id = principal_key.replace('entra/', '');
  const asset = parseAssetKey(asset_key);
  if (asset?.kind !== 'item') {
    const places = asset?.kind === 'connection' ? truth.connections : truth.workspaces;
    return places.get(asset?.id ?? '')?.access.has(id) === true;
  }
  const roles = truth.oneLake.get(asset.item)?.roles ?? [];
  const isMember = roles.some(({ members }) =>
    (members as { microsoftEntraMembers: Row[] }).microsoftEntraMembers.some(
      ({ objectId }) => String(objectId).toLowerCase() === id,
    ),
  );
  return isMember || truth.workspaces.get(asset.workspace)?.access.has(id) === true;
}
