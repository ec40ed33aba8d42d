import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { chmod, readFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { startEmbeddedServer } from '@lapse/embedded-postgres';
import { expect, test } from 'vitest';
import { AUDIENCE, startIdentityProvider } from '../support/identity-provider.ts';
import { eventually, isRoot, NOBODY, status, temporaryDirectory } from './lapse-process.ts';

/**
 * What the container image consists of, put together by the script that the Dockerfile runs, and started as the
 * Dockerfile says: by a user who owns nothing and can write nowhere, with a PostgreSQL of its own over the network.
 */

/** What is relayed by this process must not wait for it. */
const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '../..');

/** The embedded server listens on a socket that only its own user reaches; a container would come over the network. */
async function overNetwork(socketDirectory: string): Promise<{ port: number; stop: () => void }> {
  const relay = createServer((near) => {
    const far = connect(path.join(socketDirectory, '.s.PGSQL.5432'));
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
    }
  });
  await once(relay.listen(0, '127.0.0.1'), 'listening');
  return { port: (relay.address() as AddressInfo).port, stop: () => relay.close() };
}

test('the tree of the image runs on its own, as nobody, writing nothing', async () => {
  const place = await temporaryDirectory();
  const app = path.join(place, 'app');
  execFileSync(process.execPath, [path.join(ROOT, 'scripts/image-tree.mjs'), app]);
  execFileSync('chmod', ['-R', 'a+rX,a-w', app]);
  await chmod(place, 0o755);
  const files = readdirSync(app, { recursive: true, encoding: 'utf8' });
  const bytes = files.reduce((sum, file) => sum + statSync(path.join(app, file)).size, 0);
  expect(bytes).toBeLessThan(90_000_000);

  const server = await startEmbeddedServer({ data_dir: await temporaryDirectory(), log: () => {} });
  const relay = await overNetwork(server.connection('application').host as string);
  const provider = await startIdentityProvider();
  const address = (role: 'application' | 'owner') => {
    const { user, password } = server.connection(role);
    return `postgres://${user}:${password}@127.0.0.1:${relay.port}/lapse`;
  };
  const dockerfile = await readFile(path.join(ROOT, 'Dockerfile'), 'utf8');
  const listed = (name: string): string[] =>
    JSON.parse(new RegExp(`^${name} (\\[.*\\])$`, 'm').exec(dockerfile)?.[1] ?? '[]');
  const [, health] = /CMD (\["node".*\])$/m.exec(dockerfile.split('HEALTHCHECK')[1] ?? '') ?? [];
  const inPlace = (args: string[]): string[] => args.slice(1).map((arg) => arg.replace(/^\/app/, app));
  const env = {
    PATH: process.env.PATH,
    ...Object.fromEntries(
      (/^ENV (.*)$/m.exec(dockerfile)?.[1] ?? '').split(' ').map((pair) => pair.split('=')),
    ),
    ...{ HOME: '/nowhere', TMPDIR: '/nowhere', HOST: '127.0.0.1', PORT: '0' },
    DATABASE_URL: address('application'),
    SECRETS_KEY: Buffer.alloc(32, 5).toString('base64'),
    ...{ OIDC_ISSUER: provider.issuer, OIDC_AUDIENCE: AUDIENCE, TENANTS: 'contoso' },
    RATE_LIMIT_REPORTS: 'off',
    // Nobody is there: the exporter must be found and loaded all the same.
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
  };
  const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  const migrated = inPlace([...listed('ENTRYPOINT'), 'migrate']);
  await run(process.execPath, migrated, {
    ...{ ...user, cwd: app },
    env: { ...env, MIGRATIONS_DATABASE_URL: address('owner') },
  });
  const lapse = spawn(process.execPath, inPlace([...listed('ENTRYPOINT'), ...listed('CMD')]), {
    ...{ ...user, cwd: app, env, stdio: ['ignore', 'pipe', 'pipe'] },
  });
  const ended = once(lapse, 'close');
  try {
    let output = '';
    for (const stream of [lapse.stdout, lapse.stderr]) stream?.on('data', (chunk) => (output += chunk));
    const base = () => /listening at (http:[^\s"]+)/.exec(output)?.[1] ?? '';
    await eventually(async () => (await status(`${base()}/readyz`)) === 200).catch(() => {
      throw new Error(output);
    });
    const port = new URL(base()).port;
    const check = inPlace(JSON.parse(health ?? '[]'));
    await run(process.execPath, check, { ...user, env: { ...env, PORT: port } });
    await expect(run(process.execPath, check, { ...user, env: { ...env, PORT: '1' } })).rejects.toThrow();

    const token = await provider.token({ tid: 'contoso', roles: ['service.admin'] });
    const call = (route: string, init: RequestInit = {}) =>
      fetch(`${base()}${route}`, {
        ...init,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      });
    for (const route of ['/v1/grants', '/openapi.json', '/docs', '/redoc', '/redoc/redoc.js']) {
      expect((await call(route)).status, route).toBe(200);
    }
    // Fonts, and what draws with them, were not stripped.
    const period = { period_start: '2026-01-01T00:00:00Z', period_end: '2026-02-01T00:00:00Z' };
    const asked = await call('/v1/reports', {
      method: 'POST',
      body: JSON.stringify({ type: 'compliance_summary', format: 'pdf', ...period }),
    });
    const { id } = (await asked.json()) as { id: string };
    const report = async () =>
      (await (await call(`/v1/reports/${id}`)).json()) as { status: string; error?: string };
    await eventually(async () => (await report()).status !== 'generating');
    expect(await report()).toMatchObject({ status: 'completed' });
  } finally {
    lapse.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    await provider.stop();
    relay.stop();
    await server.stop();
  }
});
