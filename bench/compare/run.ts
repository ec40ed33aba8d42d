/**
 * Requests per second of three lists on the built gateway, divided by those of a bare Fastify route with the same bytes, and
 * by those of FastAPI with asyncpg running the same statements on the same server; the three take turns in one run.
 * Needs Debian's wrk, and for FastAPI python3-fastapi, python3-asyncpg, python3-uvicorn, python3-uvloop,
 * python3-httptools; without them that side is left out, and said to be.
 *
 *   npm run bench:compare [-- --rounds 5 --seconds 3]
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { attachEmbeddedServer } from '@lapse/embedded-postgres';
import { startService } from '../ingest/service.ts';
import { Store } from '../ingest/store.ts';
import { median, record } from '../result.ts';
import { captureStatements } from './capture.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '16' },
  },
});
const PORTS = { gateway: 18_120, bare: 18_121, fastapi: 18_122 };
type Side = keyof typeof PORTS;
const LISTS = ['/v1/grants', '/v1/scores?min_score=50', '/v1/reviews?status=PENDING'];
const TENANT = 1;
const POOL = 10;
/** Debian's, whatever else is first in the path. */
const PYTHON = '/usr/bin/python3';
const MODULES = ['fastapi', 'asyncpg', 'uvicorn', 'uvloop'];

const withoutQuery = (list: string): string => list.split('?', 1)[0] as string;

async function main(): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'lapse-bench-'));
  const service = await startService(dataDir, PORTS.gateway, { DEMO_DATA: 'true' });
  const children: ChildProcess[] = [];
  try {
    const store = await Store.attach(dataDir);
    await store.atRest();
    await store.client.query('VACUUM ANALYZE');
    await store.client.end();
    children.push(await startBare(service.url));
    const versions = pythonVersions();
    if (versions === null) console.log('FastAPI is not installed: that side is left out.');
    else {
      console.log(`FastAPI side: ${versions}`);
      children.push(await startFastApi(dataDir));
    }
    const sides: Side[] = versions === null ? ['gateway', 'bare'] : ['gateway', 'bare', 'fastapi'];
    for (const list of LISTS) compare(list, sides, versions);
  } finally {
    for (const child of children) child.kill();
    await service.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

function compare(list: string, sides: readonly Side[], versions: string | null): void {
  const rates: Record<Side, number[]> = { gateway: [], bare: [], fastapi: [] };
  for (let round = 0; round <= Number(values.rounds); round += 1) {
    for (const side of sides) {
      const rate = requestsPerSecond(side, list);
      if (round > 0) rates[side].push(rate); // the first round warms up
    }
  }
  const against = (side: Side): number[] => rates.gateway.map((own, i) => own / (rates[side][i] as number));
  const shown = sides.map((side) => `${side} ${Math.round(median(rates[side]))}/s`).join(', ');
  const ratios = sides
    .slice(1)
    .map((side) => `${median(against(side)).toFixed(2)} of ${side}`)
    .join(', ');
  console.log(`GET ${list}: ${shown}; ${ratios}`);
  record({ line: `GET ${list}, gateway`, unit: '/s', values: rates.gateway });
  record({ line: `GET ${list} against a bare Fastify route`, unit: 'ratio', values: against('bare') });
  if (versions === null) return;
  record({
    line: `GET ${list} against FastAPI with asyncpg (${versions})`,
    unit: 'ratio',
    values: against('fastapi'),
    at_least: 1,
  });
}

async function startBare(url: string): Promise<ChildProcess> {
  const answers: Record<string, { body: string; content_type: string | null }> = {};
  for (const list of LISTS) {
    const response = await fetch(`${url}${list}`);
    answers[withoutQuery(list)] = {
      body: await response.text(),
      content_type: response.headers.get('content-type'),
    };
  }
  const child = spawn(process.execPath, ['bench/compare/bare-server.mjs', String(PORTS.bare)], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  child.stdin.end(JSON.stringify(answers));
  await answering('bare');
  return child;
}

async function startFastApi(dataDir: string): Promise<ChildProcess> {
  const server = await attachEmbeddedServer(dataDir);
  if (server === null) throw new Error('the database of the service is not running');
  const connection = server.connection('application');
  const routes: Record<string, string[]> = {};
  for (const list of LISTS) {
    routes[withoutQuery(list)] = await captureStatements(connection, TENANT, list);
    console.log(`GET ${list}: ${routes[withoutQuery(list)]?.length} statements`);
  }
  const child = spawn(PYTHON, ['bench/compare/fastapi_server.py', String(PORTS.fastapi)], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const { host, port, user, password, database } = connection;
  const order = {
    connection: { host, port, user, password, database },
    pool: POOL,
    tenant_id: TENANT,
    routes,
  };
  child.stdin.end(JSON.stringify(order));
  await answering('fastapi');
  return child;
}

function pythonVersions(): string | null {
  const program = `import ${MODULES.join(', ')}\nprint(', '.join(f'{m.__name__} {m.__version__}' for m in (${MODULES.join(', ')})))`;
  try {
    return execFileSync(PYTHON, ['-c', program], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return null;
  }
}

async function answering(side: Side): Promise<void> {
  const address = `http://127.0.0.1:${PORTS[side]}${withoutQuery(LISTS[0] as string)}`;
  for (let tries = 0; tries < 300; tries += 1) {
    const status = await fetch(address).then(
      (response) => response.status,
      () => 0,
    );
    if (status === 200) return;
    if (status !== 0) throw new Error(`${side} answers ${status}`);
    await sleep(50);
  }
  throw new Error(`${side} does not answer`);
}

function requestsPerSecond(side: Side, list: string): number {
  const address = `http://127.0.0.1:${PORTS[side]}${list}`;
  const args = ['-t1', `-c${values.connections}`, `-d${values.seconds}`, address];
  const output = execFileSync('wrk', args, { encoding: 'utf8' });
  if (/Non-2xx/.test(output)) throw new Error(output);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1]);
}

await main();
