import { randomUUID } from 'node:crypto';
import { receiverTls } from '../receiver-tls.ts';
import { LOGS_ID } from '../synapse/sql-audit-log.ts';
import { SqlDatabase } from '../synapse/sql-database.ts';
import { APP_ID, CLIENT_SECRET, OWN_NAME, startSynapseServer, TENANT_ID } from '../synapse/synapse-server.ts';
import { idOf } from '../synapse/synapse-workspace.ts';
import { changesIn, type DemoPlatform, daysAgo, eachDay, tried } from './demo-platform.ts';

const DANA = 'dana@corp.example';
const SAM = 'sam@corp.example';

const isChange = (text: string): boolean => !/^\s*(SELECT|WITH)\b/i.test(text);

/** A dedicated pool in which two people may read a table. The audit log remembers the last 30 days. */
export async function synapseDemo(): Promise<DemoPlatform> {
  const server = await startSynapseServer();
  const sales = new SqlDatabase('dedicated', 'sales');
  server.databases.set('sales', sales);
  const [dana, sam] = [DANA, SAM].map((name, i) => sales.addPrincipal('E', name, idOf('user', i + 1))) as [
    number,
    number,
  ];
  sales.join('db_owner', sales.addPrincipal('E', OWN_NAME, APP_ID));
  const orders = sales.addObject('dbo', 'orders');
  const on = { class: 1, major_id: orders, minor_id: 0, name: 'SELECT' } as const;
  for (const grantee of [dana, sam]) sales.grant({ ...on, grantee });
  const reads = (who: string, days: string[]) =>
    days.map((at) => ({
      IngestedAt: at,
      EventTime: at,
      EventId: randomUUID(),
      ActionName: 'SELECT',
      Succeeded: true,
      ServerPrincipalName: who,
      DatabasePrincipalName: who,
      DatabaseName: 'sales',
      SchemaName: 'dbo',
      ObjectName: 'orders',
      ClientIp: '203.0.113.7',
      Statement: 'SELECT * FROM dbo.orders',
    }));
  server.audit = [...reads(DANA, eachDay(29, 26)), ...reads(SAM, [...eachDay(29, 1), daysAgo(0.02)])];
  const mayRead = (): boolean =>
    sales.permissions.some(
      ({ grantee, major_id, name }) => grantee === dana && major_id === orders && name === 'SELECT',
    );
  return {
    platform: 'synapse',
    title: 'Azure Synapse',
    scene: 'The table dbo.orders is in the dedicated pool sales; Dana and Sam may SELECT from it.',
    settings: {
      tenant_id: TENANT_ID,
      client_id: APP_ID,
      client_secret: CLIENT_SECRET,
      workspace: 'ws1',
      workspace_url: server.url,
      login_url: server.url,
      // Synapse does not tell the use of its roles: where they are listed, no score rises.
      synapse_roles: 'off',
      dedicated_host: 'localhost',
      dedicated_pools: ['sales'],
      sql_port: server.sql_port,
      sql_ca_certificate: receiverTls.cert,
      logs_workspace_id: LOGS_ID,
      logs_url: server.url,
    },
    secrets: [CLIENT_SECRET],
    dana: DANA,
    sam: SAM,
    asset: 'sales.dbo.orders',
    attempt: 'Dana: SELECT * FROM dbo.orders',
    tryAsDana: async () =>
      tried(mayRead(), 'rows', 'refused: the SELECT permission was denied on the object'),
    withholdRight() {
      sales.principals.delete(sales.idOf(OWN_NAME));
      return /A user in dedicated\/sales: /;
    },
    changes: () => [...changesIn(server.seen), ...server.statements.filter(isChange)],
    atChange(act) {
      server.interceptSql = (text) => {
        if (isChange(text)) {
          server.interceptSql = null;
          act();
        }
        return undefined;
      };
    },
    dump: () => ({ roles: server.workspace.dump(), sales: sales.dump() }),
    close: () => server.close(),
  };
}
