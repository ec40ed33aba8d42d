import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import { createDevAuthenticate } from '../../gateway/tokens/token-verifier.ts';
import { unpackEvents } from './inbox.sql.ts';

let service: TestApp;
let other: TestApp;

beforeAll(async () => {
  service = await createTestApp();
  other = await createTestApp({
    test: service.test,
    authenticate: (test) => createDevAuthenticate(test.tenants.b),
  });
});
afterAll(() => service.close());
beforeEach(() => service.test.admin('TRUNCATE inbox, dead_letters, idempotency_keys'));

const eventOf = (n: number) => ({
  event_id: `e${n}`,
  principal_id: 'p1',
  asset_id: 'a1',
  action: 'query',
  platform: 'fabric',
  timestamp: '2026-01-31T09:30:00.000Z',
  metadata: { n },
});
const idOf = (n: number) => `dead-${String(n).padStart(4, '0')}`;
const setAside = (count: number) =>
  service.test.admin(
    `INSERT INTO dead_letters (tenant_id, id, event, reason, attempts, received_at)
     SELECT $1, id, event, 'overflow', 5, '2026-01-31T09:30:01Z'
     FROM json_to_recordset($2) AS r (id text, event jsonb)`,
    [
      service.test.tenants.a,
      JSON.stringify(Array.from({ length: count }, (_, n) => ({ id: idOf(n), event: eventOf(n) }))),
    ],
  );
const replay = (body?: object, headers: Record<string, string> = {}, app = service) =>
  app.call({
    method: 'POST',
    url: '/v1/events/dead-letters/replay',
    headers,
    ...(body ? { payload: body } : {}),
  });
const inbox = async () => {
  const rows = await service.test.admin('SELECT payload FROM inbox ORDER BY id');
  return rows.flatMap((row) => unpackEvents(String(row.payload)));
};
const left = async () =>
  (await service.test.admin('SELECT id FROM dead_letters ORDER BY id')).map((row) => row.id);

describe('dead letters', () => {
  test('are listed page by page with event and reason, and only to their tenant', async () => {
    await setAside(3);
    const page = (await service.call({ url: '/v1/events/dead-letters?limit=2' })).json();
    expect([page.total, page.items[0]]).toEqual([
      3,
      {
        id: idOf(0),
        event: eventOf(0),
        recalculation: null,
        reason: 'overflow',
        attempts: 5,
        received_at: '2026-01-31T09:30:01.000Z',
        created_at: expect.any(String),
      },
    ]);
    const next = await service.call({
      url: `/v1/events/dead-letters?limit=2&cursor=${page.next_cursor}`,
    });
    expect(next.json().items.map((item: { id: string }) => item.id)).toEqual([idOf(2)]);
    expect((await other.call({ url: '/v1/events/dead-letters' })).json()).toMatchObject({
      items: [],
      total: 0,
    });
  });

  test('go back to the inbox as they were, those that are named', async () => {
    await setAside(3);
    expect((await replay({ ids: [idOf(2), idOf(0), 'unknown'] })).json()).toEqual({ replayed: 2 });
    expect(await inbox()).toEqual([eventOf(0), eventOf(2)]);
    expect(await left()).toEqual([idOf(1)]);
  });

  test('without a body the oldest 500 go', async () => {
    await setAside(501);
    expect((await replay()).json()).toEqual({ replayed: 500 });
    expect(await left()).toEqual([idOf(500)]);
    expect((await replay({})).json()).toEqual({ replayed: 1 });
    expect((await replay()).json()).toEqual({ replayed: 0 });
    expect((await inbox()).length).toBe(501);
  });

  test('each goes once however many ask at once, and a key repeats the answer', async () => {
    await setAside(100);
    const answers = await Promise.all(Array.from({ length: 8 }, () => replay()));
    expect(answers.reduce((sum, answer) => sum + answer.json().replayed, 0)).toBe(100);
    expect(new Set((await inbox()).map((event) => event.event_id)).size).toBe(100);
    expect(await inbox()).toHaveLength(100);
    await setAside(1);
    const headers = { 'idempotency-key': 'again' };
    const first = await replay({}, headers);
    await setAside(1);
    expect((await replay({}, headers)).body).toBe(first.body);
    expect(await left()).toHaveLength(1);
  });

  test('another tenant moves nothing', async () => {
    await setAside(1);
    expect((await replay({ ids: [idOf(0)] }, {}, other)).json()).toEqual({ replayed: 0 });
    expect((await replay(undefined, {}, other)).json()).toEqual({ replayed: 0 });
    expect(await left()).toHaveLength(1);
  });

  test.each([
    { ids: [] },
    { ids: 'x' },
    { ids: [5] },
    { ids: Array.from({ length: 501 }, (_, n) => idOf(n)) },
    { ids: ['nul\u0000'] },
  ])('a wrong body is 400', async (body) => {
    expect((await replay(body)).statusCode).toBe(400);
  });
});
