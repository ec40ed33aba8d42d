import { afterEach, vi } from 'vitest';
import type { ConnectionSettings } from '../../src/platform/database/database.ts';
import { type LapseProcess, startLapse } from '../process/lapse-process.ts';
import type { IdentityProvider } from '../support/identity-provider.ts';
import { Checker } from './checker.ts';
import { FaultProxy, type FaultTarget } from './fault-proxy.ts';
import { type FaultServer, startEmbedded } from './fault-server.ts';
import { startTenants, type Tenants } from './tenants.ts';
import type { Tenant } from './uses.ts';

/** Real processes on a real server, with a proxy that can fail between any two of them. */
export interface World {
  server: FaultServer;
  /** Between Lapse and PostgreSQL. */
  database: FaultProxy;
  provider: IdentityProvider;
  checker: Checker;
  /** By tenant. */
  tokens: Record<Tenant, string>;
  /** A process with this role, and its address when it is ready. */
  start(options?: StartOptions): Promise<{ lapse: LapseProcess; address: string }>;
  /** A proxy before any address; it ends with the test. */
  before(target: FaultTarget): Promise<FaultProxy>;
  fill: Tenants['fill'];
}

interface StartOptions {
  role?: 'all' | 'gateway' | 'worker';
  env?: Record<string, string>;
}

const cleanups: (() => Promise<unknown>)[] = [];
export const atEnd = (work: () => Promise<unknown>): void => void cleanups.push(work);

vi.setConfig({ testTimeout: 600_000, hookTimeout: 120_000 });

// Registered after that of lapse-process.ts, so it runs before the directories are removed.
afterEach(async () => {
  for (const work of cleanups.splice(0).reverse()) await work();
});

export async function createWorld(
  given: { server?: FaultServer; url_parameters?: Record<string, string>; env?: Record<string, string> } = {},
): Promise<World> {
  const server = given.server ?? (await startEmbedded());
  if (!given.server) atEnd(() => server.stop());
  const { provider, tokens, env, fill } = await startTenants();
  atEnd(() => provider.stop());
  const before = async (target: FaultTarget): Promise<FaultProxy> => {
    const proxy = await FaultProxy.open(target);
    atEnd(() => proxy.close());
    return proxy;
  };
  const database = await before(server.target);
  const checker = new Checker(server.superuser);
  const common = {
    DATABASE_URL: urlThrough(database, server.application, given.url_parameters ?? {}),
    SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
    ...env,
    ...given.env,
  };
  return {
    server,
    database,
    provider,
    checker,
    tokens,
    before,
    fill,
    async start({ role = 'all', env = {} } = {}) {
      const lapse = startLapse({
        command: 'serve',
        args: ['--role', role],
        env: { ...common, LOG_LEVEL: 'info', ...env },
      });
      void lapse.ended.then(({ code }) => {
        // Nobody has killed it: callers would wait for it for ever.
        if (code !== null && code !== 0)
          console.error(`Lapse has ended with ${code}:\n${lapse.output}${lapse.errors}`);
      });
      atEnd(async () => {
        lapse.signal('SIGKILL');
        await lapse.ended;
      });
      return { lapse, address: await lapse.ready() };
    },
  };
}

function urlThrough(
  proxy: FaultProxy,
  { user, password, database }: ConnectionSettings,
  parameters: Record<string, string>,
): string {
  const url = new URL(`postgres://127.0.0.1:${proxy.port}/${database}`);
  url.username = user as string;
  url.password = password as string;
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}
