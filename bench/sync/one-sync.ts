/** One sync, in a process of its own so that its memory can be told: goes on where another was killed. */
import { performance } from 'node:perf_hooks';
import type pg from 'pg';
import type { Connector, ConnectorType } from '../../src/connectors/connector.ts';
import { databricksType } from '../../src/connectors/databricks/databricks-connector.ts';
import { entraType } from '../../src/connectors/entra/entra-connector.ts';
import { syncTenant } from '../../src/connectors/sync/run-syncs.ts';
import { openDatabase } from '../../src/platform/database/database.ts';

const [connection, url, at, platform] = process.argv.slice(2) as [string, string, string, string];
const TENANT = 1;
const started = performance.now();

const APPLICATION = { client_id: '99999999-0000-4000-8000-000000000002', client_secret: 'bench' };
const now = (): number => Number(at) + performance.now() - started;

function connect(): Connector {
  const open = <Settings>(type: ConnectorType<Settings>, input: object): Connector => {
    const read = type.readSettings({ ...APPLICATION, ...input });
    if ('faults' in read) throw new Error(JSON.stringify(read.faults));
    return type.connect(read.settings, { now: () => new Date(now()) });
  };
  if (platform === 'databricks') {
    return open(databricksType, { workspace_url: url, account_url: url, account_id: 'bench' });
  }
  const tenant_id = '99999999-0000-4000-8000-000000000001';
  return open(entraType, { tenant_id, graph_url: url, login_url: url, last_sign_in: 'off' });
}

const db = openDatabase({
  connection: JSON.parse(connection) as pg.ClientConfig as never,
  pool_size: 2,
  onError: (error) => console.error(error),
});
let heapMax = 0;
const watch = setInterval(() => {
  heapMax = Math.max(heapMax, process.memoryUsage().heapUsed);
}, 100);
await syncTenant(
  {
    db,
    now,
    onError: (error: unknown) => console.error(error),
    openConnector: async () => connect(),
  } as never,
  TENANT,
  new AbortController().signal,
);
clearInterval(watch);
await db.close();
const { maxRSS } = process.resourceUsage();
console.log(
  JSON.stringify({
    seconds: (performance.now() - started) / 1000,
    rss_mb: maxRSS / 1024,
    heap_mb: heapMax / 2 ** 20,
  }),
);
