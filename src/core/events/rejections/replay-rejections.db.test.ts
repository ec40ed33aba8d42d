import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp } from '../../../../test/support/app.ts';
import { drain } from '../../../../test/support/drain.ts';
import { event, openRejectionWorld, type RejectionWorld } from '../../../../test/support/rejection-world.ts';

let world: RejectionWorld;
beforeAll(async () => {
  world = await openRejectionWorld();
});
afterAll(() => world.close());
beforeEach(() => world.clear());

describe('a replay', () => {
  test('after the directory was fixed is accepted and applied at its time; what is still wrong stays', async () => {
    await world.batch([
      event({ event_id: 'later', asset_id: 'new-asset', metadata: { n: 1 } }),
      event({ asset_id: 'new-asset' }),
      event({ event_id: 'never', asset_id: 'never-asset' }),
    ]);
    expect(await world.replay()).toEqual({ replayed: 0, rejected: 3 });
    await world.addAsset('new-asset');
    const before = (await world.list()).items;
    expect(await world.replay()).toEqual({ replayed: 2, rejected: 1 });
    const accepted = await world.inbox();
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
    const { items } = await world.list();
    expect(items).toEqual([
      expect.objectContaining({
        event_id: 'never',
        attempts: 2,
        reason: 'asset_id: there is no asset "never-asset"',
        id: before[0].id,
        received_at: before[0].received_at,
      }),
    ]);
    await drain(world.service.test, world.service.test.tenants.a, Date.now());
    const stored = await world.service.test.admin('SELECT event_id FROM events ORDER BY event_id');
    expect(stored.map((row) => row.event_id)).toEqual([before[1].id, 'later']);
  });

  test('of those that are named leaves the others, and has the reason of today', async () => {
    await world.batch([
      event({ event_id: 'r1', asset_id: 'a9', principal_id: 'p9' }),
      event({ event_id: 'r2', asset_id: 'a9' }),
    ]);
    const [second, first] = (await world.list()).items;
    await world.service.import([{ kind: 'principal', id: 'p9', display_name: 'Nine', type: 'user' }]);
    expect(first.reason).toBe('principal_id: there is no principal "p9"; asset_id: there is no asset "a9"');
    expect(await world.replay({ ids: [first.id, 'unknown'] })).toEqual({ replayed: 0, rejected: 1 });
    const [untouched, judged] = (await world.list()).items;
    expect(untouched).toEqual(second);
    expect([judged.reason, judged.attempts]).toEqual(['asset_id: there is no asset "a9"', 1]);
  });

  test('of what was cut is refused and says so, and all that can be are tried before any is tried twice', async () => {
    await world.one({ event_id: 'long', asset_id: 'a9', extra: 'x'.repeat(9_000) });
    const [long] = (await world.list()).items;
    expect([long.is_cut, long.event, long.text.length]).toEqual([true, null, 8_192]);
    expect(await world.replay()).toEqual({ replayed: 0, rejected: 0 });
    for (const _ of [1, 2])
      expect(await world.replay({ ids: [long.id] })).toEqual({ replayed: 0, rejected: 1 });
    const [after] = (await world.list()).items;
    expect([after.attempts, after.reason]).toEqual([
      2,
      'asset_id: there is no asset "a9"; only a part of it was kept, so it cannot be replayed: have it sent again',
    ]);
    await world.fill(700);
    for (const rejected of [500, 500]) expect(await world.replay()).toEqual({ replayed: 0, rejected });
    const tries = await world.service.test.admin(
      'SELECT attempts, count(*) AS n FROM event_rejections WHERE NOT is_cut GROUP BY 1 ORDER BY 1',
    );
    expect(tries).toEqual([
      { attempts: 1, n: 400 },
      { attempts: 2, n: 300 },
    ]);
  });

  test('moves each once however many ask at once, and a key repeats the answer', async () => {
    await world.batch(
      Array.from({ length: 100 }, (_, n) => event({ event_id: `c${n}`, asset_id: 'for-all' })),
    );
    await world.addAsset('for-all');
    const answers = await Promise.all(Array.from({ length: 8 }, () => world.replay()));
    expect(answers.reduce((sum, answer) => sum + answer.replayed, 0)).toBe(100);
    expect(answers.reduce((sum, answer) => sum + answer.rejected, 0)).toBe(0);
    expect((await world.inbox()).map((kept) => kept.event_id).sort()).toEqual(
      Array.from({ length: 100 }, (_, n) => `c${n}`).sort(),
    );
    expect((await world.list()).total).toBe(0);
    await world.one({ event_id: 'keyed', asset_id: 'a9' });
    const headers = { 'idempotency-key': 'again' };
    expect(await world.replay({}, headers)).toEqual({ replayed: 0, rejected: 1 });
    expect(await world.replay({}, headers)).toEqual({ replayed: 0, rejected: 1 });
    expect((await world.list()).items[0].attempts).toBe(1);
  });

  test('beside senders, replays and dismissals nothing waits for ever, and nothing is doubled', async () => {
    const events = Array.from({ length: 60 }, (_, n) => event({ event_id: `d${n}`, asset_id: 'for-race' }));
    await world.batch(events);
    await world.addAsset('for-race');
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, (_, n) =>
        world.batch(
          [...events].sort(() => (n % 2 ? 1 : -1)).map((each) => ({ ...each, principal_id: 'p404' })),
        ),
      ),
      ...Array.from({ length: 6 }, () => world.post('/v1/events/rejections/replay', {})),
      ...Array.from({ length: 3 }, () => world.post('/v1/events/rejections/dismiss', {})),
    ]);
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([201, 200]));
    const ids = (await world.inbox()).map((kept) => kept.event_id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('waits for room like any other event', async () => {
    const full = await createTestApp({ test: world.service.test, env: { INGEST_BACKLOG_MAX: '10' } });
    await world.service.test.admin("INSERT INTO inbox (tenant_id, events, payload) VALUES ($1, 10, '[]')", [
      world.service.test.tenants.a,
    ]);
    await world.one({ asset_id: 'a9' });
    const answer = await world.post('/v1/events/rejections/replay', {}, {}, full);
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '5']);
    expect((await world.list()).items[0].attempts).toBe(0);
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
      expect((await world.post(`/v1/events/rejections/${order}`, body)).statusCode).toBe(400);
    }
  });
});
