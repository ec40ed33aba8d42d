import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { unpackEvents } from '../../core/events/inbox.sql.ts';
import { createDevAuthenticate } from '../tokens/token-verifier.ts';
import { rateCategory } from './rate-limit.ts';

let store: TestDatabase;
let gateways: TestApp[];
let otherTenant: TestApp;
const env = { RATE_LIMIT_READS: '20/5', RATE_LIMIT_WRITES: '3/1' };

/** New gateways for every test: each remembers windows that are used up. */
beforeEach(async () => {
  await store.admin('DELETE FROM rate_windows');
  gateways = [await createTestApp({ test: store, env }), await createTestApp({ test: store, env })];
  otherTenant = await createTestApp({
    test: store,
    env,
    authenticate: (test) => createDevAuthenticate(test.tenants.b),
  });
});
beforeAll(async () => {
  store = await createTestDatabase();
});
afterAll(() => store.drop());

const read = (index: number, url = '/v1/principals') => (gateways[index % 2] as TestApp).call({ url });

describe('rate limits', () => {
  test('two gateways together allow exactly the quota and the burst', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, (_, index) => read(index)));
    expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(25);
    expect(answers.filter((answer) => answer.statusCode === 429)).toHaveLength(35);
  });

  test('headers count down to zero and the answer over the limit says when', async () => {
    const first = await read(0);
    expect(first.headers).toMatchObject({ 'x-ratelimit-limit': '20', 'x-ratelimit-remaining': '19' });
    expect(first.headers['ratelimit-policy']).toBe('"reads";q=20;w=60');
    const reset = Number(first.headers['x-ratelimit-reset']);
    const now = Date.now() / 1000;
    expect(reset).toBeGreaterThan(now + 50);
    expect(reset).toBeLessThan(now + 62);
    for (let index = 1; index < 20; index += 1) await read(index);
    for (let index = 20; index < 25; index += 1) {
      const inBurst = await read(index);
      expect([inBurst.statusCode, inBurst.headers['x-ratelimit-remaining']]).toEqual([200, '0']);
    }
    const over = await read(25);
    expect(over.statusCode).toBe(429);
    const { detail, retry_after } = over.json();
    expect(detail).toMatch(/try again in \d+ s/);
    expect(over.headers['retry-after']).toBe(String(retry_after));
    expect(retry_after).toBeGreaterThan(0);
    expect(retry_after).toBeLessThanOrEqual(61);
    expect(over.headers['x-ratelimit-remaining']).toBe('0');
  });

  test('errors carry the headers and count too', async () => {
    const missing = await read(0, '/v1/principals/none');
    expect([missing.statusCode, missing.headers['x-ratelimit-remaining']]).toEqual([404, '19']);
    const invalid = await read(0, '/v1/principals?limit=0');
    expect([invalid.statusCode, invalid.headers['x-ratelimit-remaining']]).toEqual([400, '18']);
    for (const url of ['/v1/health', '/v1/nothing', '/docs/', '/v1/principals/%zz']) {
      expect([url, (await read(0, url)).headers['x-ratelimit-limit']]).toEqual([url, '20']);
    }
  });

  test('categories and tenants do not touch each other', async () => {
    for (let index = 0; index < 30; index += 1) await read(index);
    expect((await read(0)).statusCode).toBe(429);
    expect((await otherTenant.call({ url: '/v1/principals' })).statusCode).toBe(200);
    await expect((gateways[0] as TestApp).import([])).resolves.toMatchObject({ lines: 0 });
  });

  test('a write over the limit does nothing', async () => {
    const gateway = gateways[0] as TestApp;
    const line = (id: string) => ({ kind: 'principal', id, display_name: id, type: 'user' });
    for (let index = 0; index < 4; index += 1) await gateway.import([line(`ok-${index}`)]);
    await expect(gateway.import([line('too-many')])).rejects.toThrow(/try again/);
    const rows = await store.admin("SELECT id FROM principals WHERE id = 'too-many'");
    expect(rows).toEqual([]);
  });

  test('single events over the limit are refused and not stored, however many come at once', async () => {
    const gateway = gateways[0] as TestApp;
    await gateway.import([
      { kind: 'principal', id: 'ada', display_name: 'Ada', type: 'user' },
      { kind: 'asset', id: 'ledger', name: 'Ledger', type: 'table', platform: 'postgres' },
    ]);
    await store.admin('DELETE FROM rate_windows');
    const post = (index: number) =>
      (gateways[index % 2] as TestApp).call({
        method: 'POST',
        url: '/v1/events',
        payload: {
          event_id: `limit-${index}`,
          principal_id: index % 3 === 0 ? 'nobody' : 'ada',
          asset_id: 'ledger',
          action: 'query',
          timestamp: new Date().toISOString(),
        },
      });
    const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => post(index)));
    const statuses = answers.map(({ statusCode }) => statusCode).sort();
    expect(statuses).toEqual([201, 201, 201, 201, ...Array(8).fill(429)]);
    const refused = answers.find(({ statusCode }) => statusCode === 429);
    expect(refused?.json()).toMatchObject({ detail: expect.stringMatching(/try again in \d+ s/) });
    expect(refused?.headers['retry-after']).toBe(String(refused?.json().retry_after));
    const inbox = await store.admin('SELECT payload FROM inbox');
    const kept = inbox.flatMap(({ payload }) => unpackEvents(payload as string));
    const rejections = await store.admin('SELECT 1 FROM event_rejections');
    expect(kept.length + rejections.length).toBe(4);
  });

  test('the window renews', async () => {
    for (let index = 0; index < 26; index += 1) await read(0);
    expect((await read(1)).statusCode).toBe(429);
    await store.admin("UPDATE rate_windows SET started_at = started_at - interval '61 s'");
    const fresh = await createTestApp({ test: store, env });
    expect((await fresh.call({ url: '/v1/principals' })).headers['x-ratelimit-remaining']).toBe('19');
  });

  test('a flood over the limit costs the database nothing', async () => {
    for (let index = 0; index < 26; index += 1) await read(0);
    const used = async () => Number((await store.admin('SELECT used FROM rate_windows'))[0]?.used);
    const before = await used();
    for (let index = 0; index < 50; index += 1) expect((await read(0)).statusCode).toBe(429);
    expect(await used()).toBe(before);
  });

  test.each([
    ['GET', '/v1/grants', 'reads'],
    ['POST', '/v1/events', 'writes'],
    ['PATCH', '/v1/webhooks/1', 'writes'],
    ['DELETE', '/v1/webhooks/1', 'writes'],
    ['GET', '/v1/reports/1', 'reports'],
    ['POST', '/v1/reports', 'reports'],
    ['POST', '/v1/scores/bulk', 'bulk'],
    ['POST', '/v1/reviews/1/decide/bulk', 'bulk'],
  ])('%s %s counts as %s', (method, url, category) => {
    expect(rateCategory(method, url)).toBe(category);
  });
});
