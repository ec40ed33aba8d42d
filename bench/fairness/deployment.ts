import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startEmbeddedServer } from '@lapse/embedded-postgres';
import pg from 'pg';
import { migrate } from '../../src/platform/database/migrate.ts';
import { startTenants, type Tenants } from '../../test/faults/tenants.ts';

const GATE_OFF = fileURLToPath(new URL('gate-off.mjs', import.meta.url));
/** What the service has unless it is told otherwise. */
const LIMITS = { RATE_LIMIT_READS: '300/50', RATE_LIMIT_WRITES: '100/20', RATE_LIMIT_BULK: '10/2' };
const GATEWAYS = 2;
/** They outlive a benchmark that breaks off, unless it ends them. */
const children = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of children) child.kill();
});

export interface Deployment {
  tokens: Tenants['tokens'];
  /** Two gateways; the worker goes on whatever they are. */
  gateways(options: { has_limits: boolean; has_gate: boolean }): Promise<string[]>;
  /** Until the worker has applied what an earlier flood has left. */
  applied(): Promise<void>;
  stop(): Promise<void>;
}

/** One PostgreSQL, one worker, two gateways: processes of their own, as in production, on this one machine. */
export async function startDeployment(): Promise<Deployment> {
  const data_dir = await mkdtemp(path.join(tmpdir(), 'lapse-fairness-'));
  const server = await startEmbeddedServer({ data_dir, log: () => {} });
  const { host, user, password } = server.connection('application');
  await migrate(server.connection('owner'), { role: user as string });
  const tenants = await startTenants();
  const env = {
    ...tenants.env,
    PATH: process.env.PATH,
    DATABASE_URL: `postgres://${user}:${password}@localhost/lapse?host=${encodeURIComponent(host as string)}`,
    SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
    DEMO_DATA: 'false',
    LOG_LEVEL: 'error',
  };
  const worker = await startProcess('worker', env);
  const admin = new pg.Client(server.connection('superuser'));
  await admin.connect();
  const applied = async (): Promise<void> => {
    const left = 'SELECT EXISTS (SELECT FROM inbox) OR EXISTS (SELECT FROM recalculations) AS any';
    while ((await admin.query<{ any: boolean }>(left)).rows[0]?.any) await sleep(200);
  };
  let running: Running[] = [];
  const stopGateways = async (): Promise<void> => {
    await Promise.all(running.map((gateway) => gateway.stop()));
    running = [];
  };
  const gateways: Deployment['gateways'] = async ({ has_limits, has_gate }) => {
    await stopGateways();
    const own = {
      ...env,
      ...(has_limits ? LIMITS : {}),
      ...(has_gate ? {} : { NODE_OPTIONS: `--import ${GATE_OFF}` }),
    };
    for (let count = 0; count < GATEWAYS; count += 1) running.push(await startProcess('gateway', own));
    return running.map((gateway) => gateway.address);
  };
  const [first] = await gateways({ has_limits: false, has_gate: true });
  await tenants.fill(first as string, { days_old: 3, assets: 40 });
  return {
    tokens: tenants.tokens,
    gateways,
    applied,
    stop: async () => {
      await stopGateways();
      await worker.stop();
      await admin.end();
      await tenants.provider.stop();
      await server.stop();
      await rm(data_dir, { recursive: true, force: true });
    },
  };
}

interface Running {
  address: string;
  stop(): Promise<void>;
}

async function startProcess(role: 'gateway' | 'worker', env: NodeJS.ProcessEnv): Promise<Running> {
  const port = await freePort();
  const child: ChildProcess = spawn(process.execPath, ['dist/cli/lapse.js', 'serve', '--role', role], {
    env: { ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
    // Linux shares processors between sessions first: services are sessions of their own, as PostgreSQL's processes are.
    detached: true,
  });
  children.add(child);
  const address = `http://127.0.0.1:${port}`;
  while (
    !(await fetch(`${address}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`the ${role} ended with ${child.exitCode}`);
    await sleep(50);
  }
  return {
    address,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
