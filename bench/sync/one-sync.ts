/** One sync, in a process of its own so that its memory can be told: goes on where another was killed. */
import { performance } from 'node:perf_hooks';
import type pg from 'pg';
import { entraType } from '../../src/connectors/entra/entra-connector.ts';
import { syncTenant } from '../../src/connectors/sync/run-syncs.ts';
import { openDatabase } from '../../src/platform/database/database.ts';

const [connection, url, at] = process.argv.slice(2) as [string, string, string];
const TENANT = 1;

const read = entraType.readSettings({
  tenant_id: '99999999-0000-4000-8000-000000000001',
  client_id: '99999999-0000-4000-8000-000000000002',
  client_secret: 'bench',
  graph_url: url,
  login_url: url,
  last_sign_in: 'off',
});
if ('faults' in read) throw new Error(JSON.stringify(read.faults));
const { settings } = read;

const started = performance.now();
const now = (): number => Number(at) + performance.now() - started;
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
    openConnector: async () => entraType.connect(settings, { now: () => new Date(now()) }),
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
