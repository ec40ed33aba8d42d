/**
 * Durable single events per second over HTTP, each answered after its commit, divided by the transactions per second of
 * pgbench that inserts one row of the same size into a table like the inbox, with as many clients on the same server; the
 * two take turns in one run. Needs Debian's wrk and pgbench (postgresql-contrib).
 *
 *   npm run bench:durable [-- --rounds 5 --seconds 4 --clients 16]
 */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { attachEmbeddedServer } from '@lapse/embedded-postgres';
import { startService } from '../ingest/service.ts';
import { Store } from '../ingest/store.ts';
import { median, record } from '../result.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    clients: { type: 'string', default: '16' },
  },
});
const PORT = 18_130;

async function main(): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'lapse-bench-'));
  const service = await startService(dataDir, PORT, { DEMO_DATA: 'true' });
  try {
    const store = await Store.attach(dataDir);
    await store.atRest();
    const files = {
      post: path.join(dataDir, 'post.lua'),
      insert: path.join(dataDir, 'insert.sql'),
    };
    await writeFile(files.post, POST);
    await writeFile(files.insert, INSERT);
    await store.client.query('CREATE TABLE plain_inbox (LIKE inbox INCLUDING ALL)');
    const ratios: number[] = [];
    const rates: number[] = [];
    for (let round = 0; round <= Number(values.rounds); round += 1) {
      const events = postsPerSecond(service.url, files.post);
      await store.settled();
      const inserts = await insertsPerSecond(dataDir, files.insert);
      if (round === 0) continue; // warms both up
      rates.push(events);
      ratios.push(events / inserts);
      console.log(
        `round ${round}: events ${Math.round(events)}/s, pgbench ${Math.round(inserts)}/s, ratio ${(events / inserts).toFixed(3)}`,
      );
    }
    console.log(`ratio: median ${median(ratios).toFixed(3)}`);
    const clients = `${values.clients} clients`;
    record({ line: `POST /v1/events, ${clients}`, unit: '/s', values: rates });
    record({
      line: `POST /v1/events against pgbench single inserts, ${clients}`,
      unit: 'ratio',
      values: ratios,
    });
    await store.client.end();
  } finally {
    await service.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const POST = `
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
wrk.body = '{"principal_id":"prin-001","asset_id":"asset-004","action":"query","timestamp":"${new Date().toISOString()}"}'
`;
const PACKED =
  '[["0190f0f0-0000-7000-8000-000000000000","prin-001","asset-004","query","fabric","2026-01-01T00:00:00.000Z",null]]';
const INSERT = `INSERT INTO plain_inbox (tenant_id, events, payload) VALUES (1, 1, '${PACKED}');\n`;

function postsPerSecond(url: string, script: string): number {
  const args = ['-t1', `-c${values.clients}`, `-d${values.seconds}`, '-s', script, `${url}/v1/events`];
  const output = execFileSync('wrk', args, { encoding: 'utf8' });
  if (/Non-2xx/.test(output)) throw new Error(output);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1]);
}

async function insertsPerSecond(dataDir: string, script: string): Promise<number> {
  const server = await attachEmbeddedServer(dataDir);
  if (server === null) throw new Error('the database of the service is not running');
  const { host, port, user, password, database } = server.connection('superuser');
  const args = ['-n', '-M', 'prepared', '-c', values.clients, '-j', '1', '-T', values.seconds, '-f', script];
  const output = execFileSync('pgbench', [...args, String(database)], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      ...process.env,
      PGHOST: String(host),
      PGPORT: String(port),
      PGUSER: String(user),
      PGPASSWORD: String(password ?? ''),
    },
  });
  return Number(/tps = ([\d.]+)/.exec(output)?.[1]);
}

await main();
