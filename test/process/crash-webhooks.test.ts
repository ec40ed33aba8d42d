import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDevAuthenticate } from '../../src/gateway/tokens/token-verifier.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { type Arrival, type Receiver, startReceiver } from '../support/webhook-receiver.ts';
import { happen, idsOf, WEBHOOK_KEY } from '../support/webhook-world.ts';
import { type LapseProcess, startLapse } from './lapse-process.ts';

/**
 * kill -9 of workers again and again while they deliver to a receiver that fails three times in ten. At the end every
 * event has been taken by the receiver, or is dead where its owner can see it; and each tenant's receiver has heard of
 * its own events only, under its own secret.
 */

const EVENTS = { a: 10_000, b: 2_000 };
const KILLS = 6;
const BATCH = 500;

let tenantA: TestApp;
let tenantB: TestApp;
let unreliable: Receiver;
let reliable: Receiver;

beforeAll(async () => {
  tenantA = await createTestApp();
  const authenticate = () => createDevAuthenticate(tenantA.test.tenants.b);
  tenantB = await createTestApp({ test: tenantA.test, authenticate });
  unreliable = await startReceiver(failOften());
  reliable = await startReceiver();
});
afterAll(async () => {
  await unreliable.close();
  await reliable.close();
  await tenantA.close();
});

const taken = new Set<string>();

/** Takes seven of ten; answers two with an error and leaves one without an answer. */
function failOften(): Receiver['answer'] {
  let state = 42;
  const chance = (): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  return ({ headers }, response) => {
    const roll = chance();
    if (roll < 0.1) response.destroy();
    else if (roll < 0.3) response.writeHead(500).end('no');
    else {
      taken.add(headers['webhook-id'] as string);
      response.writeHead(200).end('yes');
    }
  };
}

function startWorker(): LapseProcess {
  const { host, port, user, password, database } = tenantA.test.application;
  const url = new URL('postgres://localhost');
  Object.assign(url, { username: user ?? '', password: password ?? '', pathname: `/${database}` });
  if (host?.startsWith('/')) url.searchParams.set('host', host);
  else url.hostname = host ?? '127.0.0.1';
  url.port = String(port ?? 5432);
  return startLapse({
    command: 'serve',
    args: ['--role', 'worker'],
    env: {
      DATABASE_URL: url.href,
      SECRETS_KEY: WEBHOOK_KEY.toString('base64'),
      AUTH_DISABLED: 'true',
      TENANTS: 'tenant-a,tenant-b',
      LOG_LEVEL: 'info',
      WEBHOOK_RETRY_SCHEDULE: '0.2,0.2,0.2,0.2,0.2,0.2,0.2',
      WEBHOOK_TIMEOUT_SECONDS: '4',
    },
  });
}

async function register(service: TestApp, receiver: Receiver): Promise<{ id: string; secret: string }> {
  const payload = { url: receiver.url, event_types: ['*'] };
  return (await service.call({ method: 'POST', url: '/v1/webhooks', payload })).json();
}

async function healthOf(service: TestApp, id: string): Promise<{ pending: number; dead: number }> {
  return (await service.call({ url: `/v1/webhooks/${id}` })).json().health;
}

async function deadOf(service: TestApp, id: string): Promise<string[]> {
  const url = `/v1/webhooks/${id}/deliveries?status=dead&limit=100`;
  const { items } = (await service.call({ url })).json() as {
    items: { event_id: string; attempts: object[] }[];
  };
  for (const { attempts } of items) expect(attempts).toHaveLength(8);
  return items.map(({ event_id }) => event_id);
}

function expectSigned(arrivals: readonly Arrival[], secret: string): void {
  for (const { headers, body } of arrivals) {
    const digest = createHmac('sha256', secret).update(body).digest('hex');
    if (headers['x-service-signature'] !== `sha256=${digest}`) expect.fail('a signature is wrong');
  }
}

test('every event arrives at least once or is visibly dead, and none at another tenant', async () => {
  const [a, b] = [await register(tenantA, unreliable), await register(tenantB, reliable)];
  const workers = [startWorker(), startWorker()];
  await Promise.all(workers.map((worker) => worker.ready()));
  const sent = { a: [] as string[], b: [] as string[] };
  const { test: store } = tenantA;
  const enqueue = async (tenant: 'a' | 'b'): Promise<void> => {
    while (sent[tenant].length < EVENTS[tenant])
      sent[tenant].push(...(await happen(store, store.tenants[tenant], BATCH, 'review.decided')));
  };
  const enqueued = Promise.all([enqueue('a'), enqueue('b')]);

  for (let kill = 0; kill < KILLS; kill += 1) {
    while (taken.size <= ((kill + 1) * EVENTS.a) / (KILLS + 2)) await sleep(20);
    const worker = workers[kill % 2] as LapseProcess;
    worker.signal('SIGKILL');
    await worker.ended;
    workers[kill % 2] = startWorker();
  }
  await enqueued;
  expect((await healthOf(tenantA, a.id)).pending).toBeGreaterThan(0);
  for (const [service, { id }] of [[tenantA, a] as const, [tenantB, b] as const]) {
    while ((await healthOf(service, id)).pending > 0) await sleep(250);
  }

  const dead = await deadOf(tenantA, a.id);
  expect((await healthOf(tenantA, a.id)).dead).toBe(dead.length);
  // One in 15,000 fails eight times in a row.
  expect(dead.length).toBeLessThan(20);
  const accounted = new Set([...taken, ...dead]);
  expect(sent.a.filter((id) => !accounted.has(id))).toEqual([]);
  expect(new Set(idsOf(reliable.arrivals))).toEqual(new Set(sent.b));
  const own = new Set(sent.a);
  expect(idsOf(unreliable.arrivals).filter((id) => !own.has(id))).toEqual([]);
  expectSigned(unreliable.arrivals, a.secret);
  expectSigned(reliable.arrivals, b.secret);
  // What one id carries never changes.
  const bodies = new Map<string, string>();
  for (const { headers, body } of unreliable.arrivals) {
    const id = headers['webhook-id'] as string;
    if ((bodies.get(id) ?? body) !== body) expect.fail(`${id} was sent with two bodies`);
    bodies.set(id, body);
  }
});
