import { activity } from '../fabric/activity-events.ts';
import { APP_ID, CLIENT_SECRET, OWN_ID, startFabricServer, TENANT_ID } from '../fabric/fabric-server.ts';
import { idOf, type Row } from '../fabric/fabric-tenant.ts';
import { atChangeOf, changesIn, type DemoPlatform, daysAgo, eachDay, tried } from './demo-platform.ts';

/** A workspace in which two people may see everything. The activity log remembers the last 28 days. */
export async function fabricDemo(): Promise<DemoPlatform> {
  const server = await startFabricServer();
  const { tenant } = server;
  const sales = tenant.addPlace('workspaces', 1, 'Sales');
  const details = { servicePrincipalDetails: { aadAppId: APP_ID } };
  tenant.give(sales, { id: OWN_ID, type: 'ServicePrincipal', displayName: 'Lapse', ...details }, 'Admin');
  tenant.give(sales, tenant.user(3, { displayName: 'Olga Owner' }), 'Admin');
  const dana = tenant.user(1, { displayName: 'Dana Reyes' });
  tenant.give(sales, dana, 'Viewer');
  tenant.give(sales, tenant.user(2, { displayName: 'Sam Okafor' }), 'Viewer');
  const report = tenant.addItem(1, sales.id, 'Report', 'Figures');
  tenant.addItem(2, sales.id, 'Warehouse', 'Orders');
  const views = (who: string, days: string[]): Row[] =>
    days.map((at) =>
      activity(`${who}-${at}`, {
        at: at.slice(0, 19),
        UserId: who,
        WorkspaceId: sales.id,
        ArtifactId: report.id,
      }),
    );
  tenant.activity = [
    ...views('user1@corp.example', eachDay(27, 24)),
    ...views('user2@corp.example', [...eachDay(27, 1), daysAgo(0.02)]),
  ];
  tenant.showAll();
  return {
    platform: 'fabric',
    title: 'Microsoft Fabric',
    scene: 'The report Figures is in the workspace Sales; Dana and Sam are Viewers of it.',
    settings: {
      tenant_id: TENANT_ID,
      client_id: APP_ID,
      client_secret: CLIENT_SECRET,
      login_url: server.url,
      fabric_url: server.url,
      powerbi_url: server.url,
      graph_url: server.url,
    },
    secrets: [CLIENT_SECRET],
    dana: 'Dana Reyes',
    sam: 'Sam Okafor',
    asset: 'Sales',
    attempt: 'Dana: open the report Figures',
    tryAsDana: async () =>
      tried(sales.access.has(idOf('user', 1)), 'the report', 'refused: the workspace is not shared with you'),
    withholdRight() {
      server.intercept = ({ path }) =>
        path.startsWith('/v1/workspaces?roles=')
          ? { status: 403, json: { errorCode: 'InsufficientScopes', message: 'The caller may not.' } }
          : undefined;
      return /"Service principals can call Fabric public APIs", for a group .*, to read workspaces/;
    },
    changes: () => changesIn(server.seen),
    atChange: (act) => atChangeOf(server, act),
    dump: () => tenant.dump(),
    close: () => server.close(),
  };
}
