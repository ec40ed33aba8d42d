import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import { drain } from '../../../test/support/drain.ts';
import { heard, listenForChanges } from '../../../test/support/event-source.ts';
import { LINE_BYTES_MAX } from '../../commands/read-lines.ts';
import { type AcceptedEvent, unpackEvents } from '../../store/inbox.ts';
import { createDevAuthenticate } from '../token-verifier.ts';

let service: TestApp;
let other: TestApp;

beforeAll(async () => {
  service = await createTestApp({ streams: { stream_ms_max: 60_000 } });
  other = await createTestApp({
    test: service.test,
    authenticate: (test) => createDevAuthenticate(test.tenants.b),
  });
  await service.import([
    { kind: 'principal', id: 'p1', display_name: 'One', type: 'user' },
    { kind: 'asset', id: 'a1', name: 'a1', type: 'table', platform: 'fabric' },
  ]);
});
afterAll(() => service.close());
beforeEach(() => service.test.admin('TRUNCATE inbox, event_rejections, idempotency_keys'));

const event = (more: object = {}) => ({
  principal_id: 'p1',
  asset_id: 'a1',
  action: 'query',
  timestamp: '2026-01-31T09:30:00Z',
  ...more,
});
const post = (url: string, payload: unknown, headers: Record<string, string> = {}, app = service) =>
  app.call({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', ...headers },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  });
const one = (more: object, headers = {}) => post('/v1/events', event(more), headers);
const batch = (events: unknown[], headers = {}) => post('/v1/events/batch', { events }, headers);
const stream = (payload: string, headers = {}) =>
  post('/v1/events/stream', payload, { 'content-type': 'application/x-ndjson', ...headers });
const list = async (query = '', app = service) =>
  (await app.call({ url: `/v1/events/rejections${query}` })).json();
const replay = async (body: object = {}, headers = {}, app = service) =>
  (await post('/v1/events/rejections/replay', body, headers, app)).json();
const dismiss = async (body: object = {}, headers = {}, app = service) =>
  (await post('/v1/events/rejections/dismiss', body, headers, app)).json();
const inbox = async (): Promise<AcceptedEvent[]> => {
  const rows = await service.test.admin('SELECT payload FROM inbox ORDER BY id');
  return rows.flatMap((row) => unpackEvents(String(row.payload)));
};
const idsOf = (page: { items: { event_id: string }[] }) => page.items.map((item) => item.event_id);
const addAsset = (id: string) =>
  service.import([{ kind: 'asset', id, name: id, type: 'table', platform: 'fabric' }]);

describe('a refused event', () => {
  test('is listed with what came, why and how, newest first', async () => {
    const sent = event({ event_id: 'e1', asset_id: 'a9', extra: { kept: true } });
    await post('/v1/events', sent);
    await batch([event({ event_id: 'e2', principal_id: 'p9' }), event({ event_id: 'good' }), 5]);
    await stream(`${JSON.stringify(event({ event_id: 'e3', timestamp: '1999-01-01T00:00:00Z' }))}\nrubbish`);
    const { items, total } = await list();
    expect(total).toBe(5);
    const rest = { attempts: 0, is_cut: false, id: expect.any(String), received_at: expect.any(String) };
    expect(items).toEqual([
      {
        ...rest,
        event: null,
        text: 'rubbish',
        event_id: null,
        reason: 'is not valid JSON',
        source: 'stream',
      },
      {
        ...rest,
        event: event({ event_id: 'e3', timestamp: '1999-01-01T00:00:00Z' }),
        text: null,
        event_id: 'e3',
        reason: 'timestamp: is before the year 2000',
        source: 'stream',
      },
      { ...rest, event: null, text: '5', event_id: null, reason: 'expected an object', source: 'batch' },
      {
        ...rest,
        event: event({ event_id: 'e2', principal_id: 'p9' }),
        text: null,
        event_id: 'e2',
        reason: 'principal_id: there is no principal "p9"',
        source: 'batch',
      },
      {
        ...rest,
        event: sent,
        text: null,
        event_id: 'e1',
        reason: 'asset_id: there is no asset "a9"',
        source: 'single',
      },
    ]);
    expect((await inbox()).map((kept) => kept.event_id)).toEqual(['good']);
    const first = await list('?limit=2');
    const second = await list(`?limit=2&cursor=${first.next_cursor}`);
    expect([...first.items, ...second.items]).toEqual(items.slice(0, 4));
  });

  test('is kept from a batch of one as from others, and once under an Idempotency-Key', async () => {
    await batch([event({ asset_id: 'a9' })]);
    const headers = { 'idempotency-key': randomUUID() };
    await batch([event({ event_id: 'good' }), event({ asset_id: 'a8' })], headers);
    await batch([event({ event_id: 'good' }), event({ asset_id: 'a8' })], headers);
    const key = { 'idempotency-key': randomUUID() };
    await one({ asset_id: 'a7' }, key);
    await one({ asset_id: 'a7' }, key);
    const { items } = await list();
    expect(
      items.map((item: { event: { asset_id: string }; source: string }) => [
        item.event.asset_id,
        item.source,
      ]),
    ).toEqual([
      ['a7', 'single'],
      ['a8', 'batch'],
      ['a9', 'batch'],
    ]);
    expect(await inbox()).toHaveLength(1);
  });

  test('that is refused with 400 as a whole is not kept', async () => {
    for (const [url, body] of [
      ['/v1/events', { principal_id: 5 }],
      ['/v1/events', '{'],
      ['/v1/events', event({ metadata: { a: '\u0000' } })],
      ['/v1/events/batch', { events: [] }],
      ['/v1/events/batch', { events: 'x' }],
    ] as const) {
      expect((await post(url, body)).statusCode).toBe(400);
    }
    expect((await list()).total).toBe(0);
  });

  test('that is sent again stands once in the list, as it was last', async () => {
    await one({ event_id: 'again', asset_id: 'a9' });
    await one({ event_id: 'other', asset_id: 'a9' });
    await replay({});
    await batch([
      event({ event_id: 'again', asset_id: 'a8' }),
      event({ event_id: 'again', asset_id: 'a7' }),
      event({ asset_id: 'a7' }),
      event({ asset_id: 'a7' }),
    ]);
    const { items } = await list();
    expect(
      items.map((item: { event_id: string; attempts: number }) => [item.event_id, item.attempts]),
    ).toEqual([
      [null, 0],
      [null, 0],
      ['again', 0],
      ['other', 1],
    ]);
    expect(items[2]).toMatchObject({ event: { asset_id: 'a7' }, source: 'batch' });
  });

  test('with characters that cannot be stored is kept as far as possible', async () => {
    const deep = `${'['.repeat(400_000)}${']'.repeat(400_000)}`;
    const answers = [
      await batch([
        event({ event_id: 'nul\u0000', metadata: { 'half \ud800': { nul: '\u0000' } } }),
        event({ event_id: 'half \udc00' }),
      ]),
      await post('/v1/events/batch', `{"events":[{"event_id":"deep","asset_id":"a9","x":${deep}}]}`),
      await stream(
        [
          JSON.stringify(event({ action: 'escaped \u0000 \ud800' })),
          `${JSON.stringify(event({ action: 'raw' })).slice(0, -1)},"x":"\u0000"}`,
          `{"a":"${'é'.repeat(5_000)}"}`,
          `{"a":"${'x'.repeat(LINE_BYTES_MAX)}"}`,
        ].join('\n'),
      ),
    ];
    expect(answers.map((answer) => answer.statusCode)).toEqual([201, 201, 200]);
    const { items } = await list();
    const cut = items.map((item: { is_cut: boolean; text: string | null }) => [
      item.is_cut,
      item.text?.length ?? null,
    ]);
    expect(cut).toEqual([
      [true, 0],
      [true, 4_099],
      [true, expect.any(Number)],
      [false, null],
      [true, 0],
      [false, null],
      [false, null],
    ]);
    expect(items[2].text).toContain('"x":"\ufffd"');
    expect(items[3].event.action).toBe('escaped \u0000 \ud800');
    expect(items[5].event_id).toBe('half \ufffd');
    expect(items[6]).toMatchObject({ event_id: 'nul\ufffd', event: { event_id: 'nul\u0000' } });
    // A raw NUL is no JSON; replacing it must not make it an event.
    expect(await replay({ ids: items.map((item: { id: string }) => item.id) })).toEqual({
      replayed: 0,
      rejected: 7,
    });
  });

  test('is told to those who look', async () => {
    const reader = await listenForChanges(service.app);
    await one({ asset_id: 'a9' });
    await reader.until(heard('rejections'));
    reader.close();
  });
});

describe('the list', () => {
  const fill = (count: number) =>
    service.test.admin(
      `INSERT INTO event_rejections (tenant_id, id, payload, is_cut, reason, source)
       SELECT $1, lpad(n::text, 6, '0'), '{}', false, 'old', 'batch' FROM generate_series(1, $2) AS n`,
      [service.test.tenants.a, count],
    );

  test('takes the last hundred of a request and of a piece of a stream', async () => {
    await batch(Array.from({ length: 150 }, (_, n) => ({ event_id: `b${n}` })));
    const { items, total } = await list('?limit=100');
    expect([total, items[0].event_id, items[99].event_id]).toEqual([100, 'b149', 'b50']);
    await service.test.admin('TRUNCATE event_rejections');
    await stream('x\n'.repeat(4_000));
    // A slow machine makes more pieces of it.
    expect([200, 300, 400, 500, 600]).toContain((await list()).total);
  });

  test('keeps the newest thousand, also when nothing is maintained', async () => {
    await fill(1_500);
    await batch(Array.from({ length: 100 }, (_, n) => ({ event_id: `b${n}` })));
    const page = await list('?limit=100');
    expect([page.total, page.items[0].event_id, page.items[99].event_id]).toEqual([1_000, 'b99', 'b0']);
  });

  test('is nobody else’s', async () => {
    await one({ event_id: 'ours', asset_id: 'a9' });
    await post('/v1/events', event({ event_id: 'theirs' }), {}, other);
    expect(idsOf(await list())).toEqual(['ours']);
    expect(idsOf(await list('', other))).toEqual(['theirs']);
    const [{ id }] = (await list()).items;
    expect(await replay({ ids: [id] }, {}, other)).toEqual({ replayed: 0, rejected: 0 });
    expect(await dismiss({ ids: [id] }, {}, other)).toEqual({ dismissed: 0 });
    expect(await dismiss({}, {}, other)).toEqual({ dismissed: 1 });
    expect((await list()).total).toBe(1);
  });

  test('is cleared of some or of all, and a key repeats the answer', async () => {
    await batch(['b0', 'b1', 'b2'].map((event_id) => ({ event_id })));
    const [last] = (await list()).items;
    const headers = { 'idempotency-key': 'clear' };
    expect(await dismiss({ ids: [last.id, 'unknown'] }, headers)).toEqual({ dismissed: 1 });
    expect(await dismiss({ ids: [last.id, 'unknown'] }, headers)).toEqual({ dismissed: 1 });
    expect(idsOf(await list())).toEqual(['b1', 'b0']);
    expect(await dismiss()).toEqual({ dismissed: 2 });
    expect(await dismiss()).toEqual({ dismissed: 0 });
  });
});

describe('a replay', () => {
  test('after the directory was mended is accepted and applied at its time; what is still wrong stays', async () => {
    await batch([
      event({ event_id: 'later', asset_id: 'new-asset', metadata: { n: 1 } }),
      event({ asset_id: 'new-asset' }),
      event({ event_id: 'never', asset_id: 'never-asset' }),
    ]);
    expect(await replay()).toEqual({ replayed: 0, rejected: 3 });
    await addAsset('new-asset');
    const before = (await list()).items;
    expect(await replay()).toEqual({ replayed: 2, rejected: 1 });
    const accepted = await inbox();
    expect(accepted).toEqual([
      {
        event_id: 'later',
        principal_id: 'p1',
        asset_id: 'new-asset',
        action: 'query',
        platform: 'fabric',
        timestamp: '2026-01-31T09:30:00.000Z',
        metadata: { n: 1 },
      },
      expect.objectContaining({ event_id: before[1].id }),
    ]);
    const { items } = await list();
    expect(items).toEqual([
      expect.objectContaining({
        event_id: 'never',
        attempts: 2,
        reason: 'asset_id: there is no asset "never-asset"',
        id: before[0].id,
        received_at: before[0].received_at,
      }),
    ]);
    await drain(service.test, service.test.tenants.a, Date.now());
    const stored = await service.test.admin('SELECT event_id FROM events ORDER BY event_id');
    expect(stored.map((row) => row.event_id)).toEqual([before[1].id, 'later']);
  });

  test('of those that are named leaves the others, and has the reason of today', async () => {
    await batch([
      event({ event_id: 'r1', asset_id: 'a9', principal_id: 'p9' }),
      event({ event_id: 'r2', asset_id: 'a9' }),
    ]);
    const [second, first] = (await list()).items;
    await service.import([{ kind: 'principal', id: 'p9', display_name: 'Nine', type: 'user' }]);
    expect(first.reason).toBe('principal_id: there is no principal "p9"; asset_id: there is no asset "a9"');
    expect(await replay({ ids: [first.id, 'unknown'] })).toEqual({ replayed: 0, rejected: 1 });
    const [untouched, judged] = (await list()).items;
    expect(untouched).toEqual(second);
    expect([judged.reason, judged.attempts]).toEqual(['asset_id: there is no asset "a9"', 1]);
  });

  test('of what was cut is refused and says so, and all that can be are tried before any is tried twice', async () => {
    await one({ event_id: 'long', asset_id: 'a9', extra: 'x'.repeat(9_000) });
    const [long] = (await list()).items;
    expect([long.is_cut, long.event, long.text.length]).toEqual([true, null, 8_192]);
    expect(await replay()).toEqual({ replayed: 0, rejected: 0 });
    for (const _ of [1, 2]) expect(await replay({ ids: [long.id] })).toEqual({ replayed: 0, rejected: 1 });
    const [after] = (await list()).items;
    expect([after.attempts, after.reason]).toEqual([
      2,
      'asset_id: there is no asset "a9"; only a part of it was kept, so it cannot be replayed: have it sent again',
    ]);
    await service.test.admin(
      `INSERT INTO event_rejections (tenant_id, id, payload, is_cut, reason, source)
       SELECT $1, lpad(n::text, 6, '0'), '{}', false, 'old', 'batch' FROM generate_series(1, 700) AS n`,
      [service.test.tenants.a],
    );
    for (const rejected of [500, 500]) expect(await replay()).toEqual({ replayed: 0, rejected });
    const tries = await service.test.admin(
      'SELECT attempts, count(*) AS n FROM event_rejections WHERE NOT is_cut GROUP BY 1 ORDER BY 1',
    );
    expect(tries).toEqual([
      { attempts: 1, n: 400 },
      { attempts: 2, n: 300 },
    ]);
  });

  test('moves each once however many ask at once, and a key repeats the answer', async () => {
    await batch(Array.from({ length: 100 }, (_, n) => event({ event_id: `c${n}`, asset_id: 'for-all' })));
    await addAsset('for-all');
    const answers = await Promise.all(Array.from({ length: 8 }, () => replay()));
    expect(answers.reduce((sum, answer) => sum + answer.replayed, 0)).toBe(100);
    expect(answers.reduce((sum, answer) => sum + answer.rejected, 0)).toBe(0);
    expect((await inbox()).map((kept) => kept.event_id).sort()).toEqual(
      Array.from({ length: 100 }, (_, n) => `c${n}`).sort(),
    );
    expect((await list()).total).toBe(0);
    await one({ event_id: 'keyed', asset_id: 'a9' });
    const headers = { 'idempotency-key': 'again' };
    expect(await replay({}, headers)).toEqual({ replayed: 0, rejected: 1 });
    expect(await replay({}, headers)).toEqual({ replayed: 0, rejected: 1 });
    expect((await list()).items[0].attempts).toBe(1);
  });

  test('beside senders, replays and dismissals nothing waits for ever, and nothing is doubled', async () => {
    const events = Array.from({ length: 60 }, (_, n) => event({ event_id: `d${n}`, asset_id: 'for-race' }));
    await batch(events);
    await addAsset('for-race');
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, (_, n) =>
        batch([...events].sort(() => (n % 2 ? 1 : -1)).map((each) => ({ ...each, principal_id: 'p404' }))),
      ),
      ...Array.from({ length: 6 }, () => post('/v1/events/rejections/replay', {})),
      ...Array.from({ length: 3 }, () => post('/v1/events/rejections/dismiss', {})),
    ]);
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([201, 200]));
    const ids = (await inbox()).map((kept) => kept.event_id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('waits for room like any other event', async () => {
    const full = await createTestApp({ test: service.test, env: { INGEST_BACKLOG_MAX: '10' } });
    await service.test.admin("INSERT INTO inbox (tenant_id, events, payload) VALUES ($1, 10, '[]')", [
      service.test.tenants.a,
    ]);
    await one({ asset_id: 'a9' });
    const answer = await post('/v1/events/rejections/replay', {}, {}, full);
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '5']);
    expect((await list()).items[0].attempts).toBe(0);
    await full.app.close();
  });

  test.each([
    { ids: [] },
    { ids: 'x' },
    { ids: [5] },
    { ids: Array.from({ length: 501 }, (_, n) => `id${n}`) },
    { ids: ['nul\u0000'] },
  ])('with a wrong body is 400, as is a dismissal', async (body) => {
    for (const order of ['replay', 'dismiss']) {
      expect((await post(`/v1/events/rejections/${order}`, body)).statusCode).toBe(400);
    }
  });
});
