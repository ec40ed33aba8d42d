import { DatabricksAccount, emailOf, idOf, METASTORE, OWN_SP, READER_APP } from '../databricks-account.ts';
import { ACCOUNT_ID, CLIENT_SECRET, startDatabricksServer } from '../databricks-server.ts';
import { WAREHOUSE } from '../databricks-statements.ts';
import { atChangeOf, changesIn, type DemoPlatform, eachDay, tried } from './demo-platform.ts';

const ORDERS = 'main.sales.orders';
const WORKSPACE = '1234567890123456';
const [DANA, SAM] = [1, 2];

/** A lakehouse in which two people may read a table. System tables remember the last 90 days. */
export async function databricksDemo(): Promise<DemoPlatform> {
  const account = new DatabricksAccount();
  account.addUser(DANA, { displayName: 'Dana Reyes' });
  account.addUser(SAM, { displayName: 'Sam Okafor' });
  account.addUser(5, { displayName: 'Olga Berg' });
  account.addServicePrincipal(OWN_SP, READER_APP, { displayName: 'Lapse' });
  account.addGroup(
    1,
    { displayName: 'analysts' },
    [DANA, SAM].map((one) => `Users/${idOf('user', one)}`),
  );
  account.addSecurable('catalog', 'main', { catalog_type: 'MANAGED_CATALOG' });
  account.addSecurable('schema', 'main.sales');
  account.addSecurable('table', ORDERS, { table_type: 'MANAGED', table_id: 't1' });
  account.give('metastore', METASTORE, 'stewards', ['CREATE_CATALOG']);
  account.give('catalog', 'main', READER_APP, ['MANAGE']);
  account.give('catalog', 'main', 'analysts', ['USE_CATALOG']);
  account.give('schema', 'main.sales', 'analysts', ['USE_SCHEMA']);
  for (const one of [DANA, SAM]) account.give('table', ORDERS, emailOf(one), ['SELECT']);
  const reads = (number: number, days: string[]) =>
    days.map((event_time) => ({
      created_by: emailOf(number),
      source_table_full_name: ORDERS,
      target_table_full_name: null,
      event_time,
    }));
  // Somebody works in the workspace every day, which shows how far back the logs go.
  account.audit = eachDay(88, 1).map((event_time) => ({
    event_time,
    workspace_id: Number(WORKSPACE),
    service_name: 'accounts',
    action_name: 'tokenLogin',
    user_identity: { email: emailOf(SAM) },
    response: { status_code: 200 },
  }));
  account.queries = eachDay(88, 1).map((start_time) => ({
    start_time,
    workspace_id: WORKSPACE,
    executed_by: emailOf(SAM),
    execution_status: 'FINISHED',
  }));
  account.lineage = [...reads(DANA, eachDay(88, 75)), ...reads(SAM, eachDay(88, 1))];
  account.workspaces = [
    { workspace_id: Number(WORKSPACE), workspace_name: 'analytics', workspace_status: 'RUNNING' },
  ];
  account.assignments.set(WORKSPACE, new Map([[idOf('user', SAM), ['USER']]]));
  account.showAll();
  const server = await startDatabricksServer(account);
  const mayRead = (): boolean =>
    (account.privileges.get(`table ${ORDERS}`)?.get(emailOf(DANA)) ?? []).includes('SELECT');
  return {
    platform: 'databricks',
    title: 'Databricks',
    scene: `The table ${ORDERS} is in Unity Catalog; Dana and Sam may SELECT from it.`,
    settings: {
      workspace_url: server.workspace_url,
      account_url: server.account_url,
      account_id: ACCOUNT_ID,
      login_url: server.login_url,
      client_id: READER_APP,
      client_secret: CLIENT_SECRET,
      warehouse_id: WAREHOUSE,
    },
    secrets: [CLIENT_SECRET],
    dana: 'Dana Reyes',
    sam: 'Sam Okafor',
    asset: ORDERS,
    attempt: `Dana: SELECT * FROM ${ORDERS}`,
    tryAsDana: async () => tried(mayRead(), 'rows', 'refused: no SELECT on the table'),
    withholdRight() {
      account.lacks.add('scim');
      return /Account admin, to list users, groups and service principals/;
    },
    changes: () => changesIn(server.seen),
    atChange: (act) => atChangeOf(server, act),
    dump: () => account.dump(),
    close: () => server.close(),
  };
}
