import { afterEach, vi } from 'vitest';
import type { ConnectionSettings } from '../../src/store/database.ts';
import { type LapseProcess, startLapse } from '../process/lapse-process.ts';
import { AUDIENCE, type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts';
import { makeTokenKeys } from '../support/token-keys.ts';
import { Checker } from './checker.ts';
import { FaultProxy, type FaultTarget } from './fault-proxy.ts';
import { type FaultServer, startEmbedded } from './fault-server.ts';
import { assetId, principalId, TENANTS, type Tenant } from './uses.ts';

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
  /** People, assets and grants of both tenants. */
  fill(address: string, grants?: { days_old: number; assets?: number }): Promise<void>;
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

/** Making keys takes longer than most tests. */
const KEYS = makeTokenKeys();
const UNLIMITED = Object.fromEntries(
  ['READS', 'WRITES', 'REPORTS', 'BULK', 'SIGN_IN'].map((category) => [`RATE_LIMIT_${category}`, 'off']),
);

export async function createWorld(
  given: { server?: FaultServer; url_parameters?: Record<string, string>; env?: Record<string, string> } = {},
): Promise<World> {
  const server = given.server ?? (await startEmbedded());
  if (!given.server) atEnd(() => server.stop());
  const provider = await startIdentityProvider(KEYS);
  atEnd(() => provider.stop());
  const before = async (target: FaultTarget): Promise<FaultProxy> => {
    const proxy = await FaultProxy.open(target);
    atEnd(() => proxy.close());
    return proxy;
  };
  const database = await before(server.target);
  const checker = new Checker(server.superuser);
  const tokens = { a: tokenOf(provider, 'a'), b: tokenOf(provider, 'b') };
  const common = {
    DATABASE_URL: urlThrough(database, server.application, given.url_parameters ?? {}),
    SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
    OIDC_ISSUER: provider.issuer,
    OIDC_AUDIENCE: AUDIENCE,
    TENANTS: TENANTS.map((tenant) => `tenant-${tenant}`).join(','),
    LOG_LEVEL: 'warn',
    ...UNLIMITED,
    ...given.env,
  };
  return {
    server,
    database,
    provider,
    checker,
    tokens,
    before,
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
    async fill(address, grants = { days_old: 3 }) {
      for (const tenant of TENANTS) await importInto(address, tokens[tenant], directory(tenant, grants));
    },
  };
}

const tokenOf = (provider: IdentityProvider, tenant: Tenant): string =>
  provider.sign({
    tid: `tenant-${tenant}`,
    sub: `caller-${tenant}`,
    roles: ['service.admin', 'service.reviewer', 'service.ingest', 'service.auditor'],
    exp: Math.floor(Date.now() / 1000) + 365 * 86_400,
  });

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

function directory(
  tenant: Tenant,
  { days_old, assets = 5 }: { days_old: number; assets?: number },
): object[] {
  const people = Array.from({ length: 5 }, (_, index) => ({
    kind: 'principal',
    id: principalId(tenant, index),
    display_name: principalId(tenant, index),
    type: 'user',
    email: `${principalId(tenant, index)}@x.example`,
  }));
  const things = Array.from({ length: assets }, (_, index) => ({
    kind: 'asset',
    id: assetId(tenant, index),
    name: assetId(tenant, index),
    type: 'table',
    platform: 'fabric',
    classification: 'internal',
    owner_id: principalId(tenant, 0),
  }));
  const granted_at = new Date(Date.now() - days_old * 86_400_000).toISOString();
  const grants = people.flatMap(({ id: principal_id }) =>
    things.map(({ id: asset_id }) => ({
      kind: 'grant',
      id: `${principal_id}-${asset_id}`,
      principal_id,
      asset_id,
      permission: 'read',
      granted_at,
    })),
  );
  return [...people, ...things, ...grants];
}

async function importInto(address: string, token: string, lines: object[]): Promise<void> {
  const response = await fetch(`${address}/v1/directory/import`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson', authorization: `Bearer ${token}` },
    body: lines.map((line) => JSON.stringify(line)).join('\n'),
  });
  if (!response.ok) throw new Error(`the import failed: ${response.status} ${await response.text()}`);
}
