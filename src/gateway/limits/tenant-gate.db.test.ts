import { once } from 'node:events';
import { request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestApp } from '../../../test/support/app.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { loadConfig } from '../../config.ts';
import { registerErrors } from '../errors.ts';
import { registerRouteTable } from '../route-table.ts';
import { createDevAuthenticate } from '../tokens/token-verifier.ts';
import { registerRateLimit } from './rate-limit.ts';
import { registerTenantGate, TenantGate } from './tenant-gate.ts';

const INSIDE = 8;
const WAITING = 112;

let store: TestDatabase;
let app: FastifyInstance;
/** Ends the requests whose handlers run, in the order in which they began. */
let held: (() => void)[];
let began: number;

/** Gate and limits of the gateway before handlers that end when they are told to. */
beforeEach(async () => {
  store = await createTestDatabase();
  held = [];
  began = 0;
  app = Fastify({ forceCloseConnections: true });
  registerRouteTable(app);
  registerErrors(app);
  app.decorateRequest('caller', null);
  app.addHook('onRequest', (request, _reply, done) => {
    request.caller = { tenant_id: Number(request.headers['x-tenant']) } as typeof request.caller;
    done();
  });
  registerTenantGate(
    app,
    new TenantGate({ inside_max: { usual: INSIDE, events: 1, long: 1, scim: 1 }, waiting_max: WAITING }),
  );
  const { rate_limits } = loadConfig('start', { RATE_LIMIT_WRITES: '100/20' });
  registerRateLimit(app, { db: store.db, limits: rate_limits, trusted_proxies: [] });
  app.post('/v1/held', () => {
    began += 1;
    return new Promise((resolve) => held.push(() => resolve('done')));
  });
  app.post('/v1/quick', async () => 'done');
  app.post('/v1/hours', { config: { places: 'long' } }, () => {
    began += 1;
    return new Promise((resolve) => held.push(() => resolve('done')));
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  for (const end of held) end();
  await app.close();
  await store.drop();
});

interface Call {
  status: Promise<number>;
  goAway(): void;
}

function post(tenant: number, path: string): Call {
  const { port } = app.server.address() as AddressInfo;
  const call = send({ port, method: 'POST', path, agent: false, headers: { 'x-tenant': tenant } });
  call.on('error', () => {});
  call.end();
  const status = once(call, 'response').then(([answer]) => {
    answer.resume();
    return answer.statusCode as number;
  });
  status.catch(() => {});
  return { status, goAway: () => call.destroy() };
}

/** So many more have come to the gateway, and wait or run. */
async function arrived(calls: () => Call[]): Promise<Call[]> {
  let seen = 0;
  const hear = (): void => {
    seen += 1;
  };
  app.server.on('request', hear);
  const made = calls();
  await expect.poll(() => seen, { timeout: 20_000 }).toBe(made.length);
  app.server.off('request', hear);
  return made;
}

const counted = async (tenant: number): Promise<number> =>
  Number((await store.admin('SELECT used FROM rate_windows WHERE tenant_id = $1', [tenant]))[0]?.used ?? 0);

test('of 120 writes at once each waits for its turn only, and another tenant waits for none of them', async () => {
  const { a, b } = store.tenants;
  const calls = await arrived(() => Array.from({ length: 120 }, () => post(a, '/v1/held')));
  await expect.poll(() => began).toBe(INSIDE);
  expect(await post(b, '/v1/quick').status).toBe(200);
  // One more than may wait is refused at once, and so may be said when to come again.
  expect(await post(a, '/v1/quick').status).toBe(429);
  expect(await post(b, '/v1/quick').status).toBe(200);
  // Every end is a beginning: nothing but those before it keeps a request waiting.
  for (let ended = 1; ended <= 120; ended += 1) {
    await expect.poll(() => held.length).toBeGreaterThanOrEqual(ended);
    held[ended - 1]?.();
    await expect.poll(() => began).toBe(Math.min(120, INSIDE + ended));
  }
  expect(new Set(await Promise.all(calls.map(({ status }) => status)))).toEqual(new Set([200]));
  expect(await counted(a)).toBe(120);
}, 60_000);

test('long bodies have places of their own: they keep no other request of their tenant waiting', async () => {
  const { a } = store.tenants;
  const calls = await arrived(() => [post(a, '/v1/hours'), post(a, '/v1/hours')]);
  await expect.poll(() => began, { timeout: 20_000 }).toBe(1);
  expect(await post(a, '/v1/quick').status).toBe(200);
  // Either may have come first; the other begins when it has ended.
  held[0]?.();
  await expect.poll(() => began, { timeout: 20_000 }).toBe(2);
  held[1]?.();
  expect(await Promise.all(calls.map(({ status }) => status))).toEqual([200, 200]);
});

test('callers who went away while they waited use nothing of the quota and keep nobody waiting', async () => {
  const { a } = store.tenants;
  await arrived(() => Array.from({ length: INSIDE }, () => post(a, '/v1/held')));
  await expect.poll(() => began).toBe(INSIDE);
  let closed = 0;
  const gone = await arrived(() => {
    app.server.on('request', (_request, response) => response.once('close', () => (closed += 1)));
    return Array.from({ length: 50 }, () => post(a, '/v1/held'));
  });
  for (const { goAway } of gone) goAway();
  await expect.poll(() => closed, { timeout: 20_000 }).toBe(50);
  const last = post(a, '/v1/quick');
  held[0]?.();
  expect(await last.status).toBe(200);
  expect(began).toBe(INSIDE);
  expect(await counted(a)).toBe(INSIDE + 1);
});

test('the gateway serves a whole quota of writes that come at once, also beside another tenant', async () => {
  const env = { RATE_LIMIT_WRITES: '100/20' };
  const own = await createTestApp({ test: store, env });
  const other = await createTestApp({
    test: store,
    env,
    authenticate: (test) => createDevAuthenticate(test.tenants.b),
  });
  await own.import([
    { kind: 'principal', id: 'ada', display_name: 'Ada', type: 'user' },
    { kind: 'asset', id: 'ledger', name: 'Ledger', type: 'table', platform: 'postgres' },
  ]);
  await store.admin('DELETE FROM rate_windows');
  const payload = {
    principal_id: 'ada',
    asset_id: 'ledger',
    action: 'query',
    timestamp: new Date().toISOString(),
  };
  expect((await other.call({ url: '/v1/grants' })).statusCode).toBe(200);
  const answers = await Promise.all(
    Array.from({ length: 121 }, () => own.call({ method: 'POST', url: '/v1/events', payload })),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(120);
  await own.close();
  await other.close();
});
