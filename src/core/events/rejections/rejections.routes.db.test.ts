import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { heard, listenForChanges } from '../../../../test/support/event-source.ts';
import { event, openRejectionWorld, type RejectionWorld } from '../../../../test/support/rejection-world.ts';
import { LINE_BYTES_MAX } from '../../directory/import/read-lines.ts';

let world: RejectionWorld;
beforeAll(async () => {
  world = await openRejectionWorld();
});
afterAll(() => world.close());
beforeEach(() => world.clear());

const idsOf = (page: { items: { event_id: string }[] }) => page.items.map((item) => item.event_id);

describe('a refused event', () => {
  test('is listed with what came, why and how, newest first', async () => {
    const sent = event({ event_id: 'e1', asset_id: 'a9', extra: { kept: true } });
    await world.post('/v1/events', sent);
    await world.batch([event({ event_id: 'e2', principal_id: 'p9' }), event({ event_id: 'good' }), 5]);
    await world.stream(
      `${JSON.stringify(event({ event_id: 'e3', timestamp: '1999-01-01T00:00:00Z' }))}\nrubbish`,
    );
    const { items, total } = await world.list();
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
    expect((await world.inbox()).map((kept) => kept.event_id)).toEqual(['good']);
    const first = await world.list('?limit=2');
    const second = await world.list(`?limit=2&cursor=${first.next_cursor}`);
    expect([...first.items, ...second.items]).toEqual(items.slice(0, 4));
  });

  test('is kept from a batch of one as from others, and once under an Idempotency-Key', async () => {
    await world.batch([event({ asset_id: 'a9' })]);
    const headers = { 'idempotency-key': randomUUID() };
    await world.batch([event({ event_id: 'good' }), event({ asset_id: 'a8' })], headers);
    await world.batch([event({ event_id: 'good' }), event({ asset_id: 'a8' })], headers);
    const key = { 'idempotency-key': randomUUID() };
    await world.one({ asset_id: 'a7' }, key);
    await world.one({ asset_id: 'a7' }, key);
    const { items } = await world.list();
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
    expect(await world.inbox()).toHaveLength(1);
  });

  test('that is refused with 400 as a whole is not kept', async () => {
    for (const [url, body] of [
      ['/v1/events', { principal_id: 5 }],
      ['/v1/events', '{'],
      ['/v1/events', event({ metadata: { a: '\u0000' } })],
      ['/v1/events/batch', { events: [] }],
      ['/v1/events/batch', { events: 'x' }],
    ] as const) {
      expect((await world.post(url, body)).statusCode).toBe(400);
    }
    expect((await world.list()).total).toBe(0);
  });

  test('that is sent again stands once in the list, as it was last', async () => {
    await world.one({ event_id: 'again', asset_id: 'a9' });
    await world.one({ event_id: 'other', asset_id: 'a9' });
    await world.replay({});
    await world.batch([
      event({ event_id: 'again', asset_id: 'a8' }),
      event({ event_id: 'again', asset_id: 'a7' }),
      event({ asset_id: 'a7' }),
      event({ asset_id: 'a7' }),
    ]);
    const { items } = await world.list();
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
      await world.batch([
        event({ event_id: 'nul\u0000', metadata: { 'half \ud800': { nul: '\u0000' } } }),
        event({ event_id: 'half \udc00' }),
      ]),
      await world.post('/v1/events/batch', `{"events":[{"event_id":"deep","asset_id":"a9","x":${deep}}]}`),
      await world.stream(
        [
          JSON.stringify(event({ action: 'escaped \u0000 \ud800' })),
          `${JSON.stringify(event({ action: 'raw' })).slice(0, -1)},"x":"\u0000"}`,
          `{"a":"${'é'.repeat(5_000)}"}`,
          `{"a":"${'x'.repeat(LINE_BYTES_MAX)}"}`,
        ].join('\n'),
      ),
    ];
    expect(answers.map((answer) => answer.statusCode)).toEqual([201, 201, 200]);
    const { items } = await world.list();
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
    expect(await world.replay({ ids: items.map((item: { id: string }) => item.id) })).toEqual({
      replayed: 0,
      rejected: 7,
    });
  });

  test('is told to those who look', async () => {
    const reader = await listenForChanges(world.service.app);
    await world.one({ asset_id: 'a9' });
    await reader.until(heard('rejections'));
    reader.close();
  });
});

describe('the list', () => {
  test('takes the last hundred of a request and of a piece of a stream', async () => {
    await world.batch(Array.from({ length: 150 }, (_, n) => ({ event_id: `b${n}` })));
    const { items, total } = await world.list('?limit=100');
    expect([total, items[0].event_id, items[99].event_id]).toEqual([100, 'b149', 'b50']);
    await world.service.test.admin('TRUNCATE event_rejections');
    await world.stream('x\n'.repeat(4_000));
    // A slow machine makes more pieces of it.
    expect([200, 300, 400, 500, 600]).toContain((await world.list()).total);
  });

  test('keeps the newest thousand, also when nothing is maintained', async () => {
    await world.fill(1_500);
    await world.batch(Array.from({ length: 100 }, (_, n) => ({ event_id: `b${n}` })));
    const page = await world.list('?limit=100');
    expect([page.total, page.items[0].event_id, page.items[99].event_id]).toEqual([1_000, 'b99', 'b0']);
  });

  test('is nobody else’s', async () => {
    await world.one({ event_id: 'ours', asset_id: 'a9' });
    await world.post('/v1/events', event({ event_id: 'theirs' }), {}, world.other);
    expect(idsOf(await world.list())).toEqual(['ours']);
    expect(idsOf(await world.list('', world.other))).toEqual(['theirs']);
    const [{ id }] = (await world.list()).items;
    expect(await world.replay({ ids: [id] }, {}, world.other)).toEqual({ replayed: 0, rejected: 0 });
    expect(await world.dismiss({ ids: [id] }, {}, world.other)).toEqual({ dismissed: 0 });
    expect(await world.dismiss({}, {}, world.other)).toEqual({ dismissed: 1 });
    expect((await world.list()).total).toBe(1);
  });

  test('is cleared of some or of all, and a key repeats the answer', async () => {
    await world.batch(['b0', 'b1', 'b2'].map((event_id) => ({ event_id })));
    const [last] = (await world.list()).items;
    const headers = { 'idempotency-key': 'clear' };
    expect(await world.dismiss({ ids: [last.id, 'unknown'] }, headers)).toEqual({ dismissed: 1 });
    expect(await world.dismiss({ ids: [last.id, 'unknown'] }, headers)).toEqual({ dismissed: 1 });
    expect(idsOf(await world.list())).toEqual(['b1', 'b0']);
    expect(await world.dismiss()).toEqual({ dismissed: 2 });
    expect(await world.dismiss()).toEqual({ dismissed: 0 });
  });
});
