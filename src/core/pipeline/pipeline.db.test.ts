import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPipelineWorld, type PipelineWorld } from '../../../test/support/pipeline-world.ts';
import { DAY_MS } from '../../platform/iso-instant.ts';
import { getGrant, listGrants } from '../directory/grants.sql.ts';
import { inboxBacklog } from '../events/inbox.sql.ts';

const iso = (at: number): string => new Date(at).toISOString();

let world: PipelineWorld;
beforeAll(async () => {
  world = await createPipelineWorld();
});
afterAll(() => world.store.drop());
beforeEach(() => world.reset());

describe('from event to score', () => {
  test('a grant never used lapses 90 days after it was granted; a use moves it and its principal', async () => {
    expect((await world.score('g-ann')).lapses_at).toBe('2026-04-01T00:00:00.000Z');
    await world.send(world.use('ann', 'wiki', '2026-05-30T10:00:00Z'));
    await world.drain();
    expect(await world.score('g-ann')).toMatchObject({
      last_used_at: '2026-05-30T10:00:00.000Z',
      lapses_at: iso(Date.parse('2026-05-30T10:00:00Z') + 120 * DAY_MS),
    });
    const [principal] = await world.store.admin("SELECT * FROM principal_scores WHERE principal_id = 'ann'");
    expect(principal).toMatchObject({ grant_id: 'g-ann', lapses_at: (await world.score('g-ann')).lapses_at });
    expect(await inboxBacklog(world.store.db.tenant(world.tenant))).toBe(0);
  });

  test('a list of grants shows the later of what was imported and what came in since', async () => {
    const shown = async () => {
      const q = world.store.db.tenant(world.tenant);
      const { items } = await listGrants(
        q,
        { principal_id: 'ann', asset_id: 'wiki' },
        { limit: 10, after: null, offset: 0 },
      );
      expect(items).toMatchObject([{ ...(await getGrant(q, 'g-ann')) }]);
      return items[0]?.last_used_at;
    };
    expect(await shown()).toBe(null);
    await world.send(world.use('ann', 'wiki', '2026-05-30T10:00:00Z'));
    await world.drain();
    expect(await shown()).toBe('2026-05-30T10:00:00.000Z');
    await world.store.admin("UPDATE grants SET last_used_at = '2026-05-29T10:00:00Z' WHERE id = 'g-ann'");
    expect(await shown()).toBe('2026-05-30T10:00:00.000Z');
    await world.store.admin("UPDATE grants SET last_used_at = '2026-05-31T10:00:00Z' WHERE id = 'g-ann'");
    expect(await shown()).toBe('2026-05-31T10:00:00.000Z');
  });

  test('a use by a member, also through a group of groups, is a use of the group’s grant', async () => {
    await world.send(world.use('ann', 'crm', '2026-05-30T10:00:00Z'));
    await world.drain();
    expect((await world.score('g-all')).last_used_at).toBe('2026-05-30T10:00:00.000Z');
    expect(await world.store.admin('SELECT * FROM anomaly_signals')).toEqual([]);
  });

  test('a use that no grant allows is kept as a signal', async () => {
    await world.send(world.use('bob', 'crm', '2026-05-30T10:00:00Z'));
    await world.drain();
    const signals = await world.store.admin('SELECT principal_id, asset_id, kind FROM anomaly_signals');
    expect(signals).toEqual([{ principal_id: 'bob', asset_id: 'crm', kind: 'ungranted_use' }]);
    expect((await world.store.admin('SELECT count(*)::int AS n FROM events'))[0]).toEqual({ n: 1 });
  });

  test('an asset that nobody classified is classified by its name, and its grants follow', async () => {
    await world.send(world.use('ann', 'crm', '2026-05-30T10:00:00Z'));
    await world.drain();
    const [asset] = await world.store.admin(
      "SELECT classification, contains_pii FROM assets WHERE id = 'crm'",
    );
    expect(asset).toEqual({ classification: 'pii', contains_pii: true });
    expect((await world.score('g-all')).lapses_at).toBe(
      iso(Date.parse('2026-05-30T10:00:00Z') + (120 - 10) * DAY_MS),
    );
  });

  test('a change of the directory changes lapse dates and is history', async () => {
    await world.import([
      {
        kind: 'principal',
        id: 'ann',
        display_name: 'Ann',
        type: 'user',
        department: 'Sales',
        mfa_enabled: false,
      },
    ]);
    await world.drain();
    expect((await world.score('g-ann')).lapses_at).toBe('2026-03-27T00:00:00.000Z');
    const points = await world.store.admin(
      "SELECT cause, previous_lapses_at, lapses_at FROM score_history WHERE grant_id = 'g-ann' ORDER BY at",
    );
    expect(points.at(-1)).toMatchObject({ lapses_at: '2026-03-27T00:00:00.000Z' });
  });

  test('a revoked grant has no active score', async () => {
    await world.import([
      {
        kind: 'grant',
        id: 'g-ann',
        principal_id: 'ann',
        asset_id: 'wiki',
        permission: 'read',
        status: 'revoked',
      },
    ]);
    await world.drain();
    expect((await world.score('g-ann')).active).toBe(false);
    expect(await world.store.admin("SELECT * FROM principal_scores WHERE principal_id = 'ann'")).toEqual([]);
  });
});

describe('exactly once, in any order', () => {
  test('scores depend on the set of events only: not on order, repetition or how they are batched', async () => {
    // With a second access of their own: a late use of one may turn what was found on the other.
    await world.import([
      { kind: 'asset', id: 'ledger', name: 'ledger', type: 'table', platform: 'fabric' },
      ...['ann', 'bob'].map((who) => ({
        kind: 'grant',
        id: `g-${who}-ledger`,
        principal_id: who,
        asset_id: 'ledger',
        permission: 'read',
        granted_at: '2026-01-01T00:00:00Z',
      })),
    ]);
    await world.drain();
    const plan = fc.array(
      fc.record({
        who: fc.constantFrom('ann', 'ann', 'bob'),
        asset: fc.constantFrom('wiki', 'ledger', 'crm'),
        // Enough to know somebody, then anything up to a return after a long time.
        day: fc.oneof(fc.nat(12), fc.nat(25), fc.nat(140)),
        hour: fc.constantFrom(8, 8, 9, 16, 23),
        network: fc.oneof(fc.constant(1), fc.constant(1), fc.nat(40)),
        rows: fc.constantFrom(null, 50, 50, 3_000, 90_000),
        action: fc.constantFrom('query', 'query', 'query', 'grant_role'),
      }),
      { minLength: 1, maxLength: 50, size: 'max' },
    );
    let flagged = 0;
    const state = async () =>
      world.store.admin(
        `SELECT grant_id, last_used_at, active_days, lapses_at, anomaly_signals, volume FROM grant_scores
         ORDER BY grant_id`,
      );
    const baselines = () =>
      world.store.admin('SELECT principal_id, baseline::text FROM principal_baselines ORDER BY principal_id');
    await fc.assert(
      fc.asyncProperty(plan, fc.infiniteStream(fc.nat(2 ** 30)), async (uses, noise) => {
        const random = () => noise.next().value as number;
        const habit = Array.from({ length: 22 }, (_, day) =>
          world.use('ann', 'ledger', iso(Date.parse('2026-01-05T09:00:00Z') + day * DAY_MS), {
            metadata: { source_ip: '10.0.1.7', rows_returned: 50 },
          }),
        );
        const odd = uses.map(({ who, asset, day, hour, network, rows, action }) =>
          world.use(who, asset, iso(Date.parse('2026-01-05T00:00:00Z') + day * DAY_MS + hour * 3_600_000), {
            action,
            metadata: { source_ip: `10.0.${network}.7`, ...(rows === null ? {} : { rows_returned: rows }) },
          }),
        );
        const events = [...habit, ...odd];
        const reset = () =>
          world.store.admin(`DELETE FROM events; DELETE FROM anomaly_signals; DELETE FROM principal_baselines;
          UPDATE grant_scores SET last_used_at = NULL, active_days = decode(repeat('00', 64), 'hex'), volume = NULL,
            candidates = NULL, anomaly_signals = 0`);
        await reset();
        await world.send(...events);
        await world.drain();
        const expected = [await state(), await baselines()];
        for (const row of expected[0] ?? []) flagged += Number(row.anomaly_signals);
        await reset();
        const shuffled = [...events, ...events]
          .map((event) => [random(), event] as const)
          .sort(([a], [b]) => a - b);
        for (let start = 0; start < shuffled.length; ) {
          const size = 1 + (random() % 7);
          await world.send(...shuffled.slice(start, start + size).map(([, event]) => event));
          if (random() % 2 === 0) await world.process();
          start += size;
        }
        await world.drain();
        expect([await state(), await baselines()]).toEqual(expected);
        const [kept] = await world.store.admin('SELECT count(*)::int AS n FROM events');
        expect(kept).toEqual({ n: events.length });
      }),
      { numRuns: 10 },
    );
    expect(flagged).toBeGreaterThan(0);
  });

  test('two workers at once share the work without doing it twice', async () => {
    for (let index = 0; index < 20; index += 1)
      await world.send(world.use('ann', 'wiki', iso(world.now - index * DAY_MS)));
    const workers = Array.from({ length: 4 }, async () => {
      while ((await inboxBacklog(world.store.db.tenant(world.tenant))) > 0) await world.process();
    });
    await Promise.all(workers);
    const [kept] = await world.store.admin('SELECT count(*)::int AS n FROM events');
    expect(kept).toEqual({ n: 20 });
    const [baseline] = await world.store.admin("SELECT baseline->>'s' AS spell FROM principal_baselines");
    expect(baseline).toEqual({ spell: `[${Math.floor(world.now / DAY_MS) - 19},19]` });
  });

  test('a poisoned event is set aside with its reason, and the rest of its batch is applied', async () => {
    await world.store.admin(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN IF NEW.action = 'poison' THEN RAISE EXCEPTION 'cannot digest this'; END IF; RETURN NEW; END $$`);
    await world.store.admin(
      'CREATE TRIGGER refuse BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION refuse()',
    );
    try {
      const events = Array.from({ length: 9 }, (_, index) =>
        world.use('ann', 'wiki', iso(world.now - index * DAY_MS)),
      );
      await world.send(
        ...events.slice(0, 5),
        world.use('bob', 'wiki', iso(world.now), { action: 'poison', event_id: 'bad' }),
        ...events.slice(5),
      );
      for (let turn = 0; turn < 30; turn += 1) {
        await world.process();
        await world.store.admin('UPDATE inbox SET not_before = now()');
      }
      const [kept] = await world.store.admin('SELECT count(*)::int AS n FROM events');
      expect(kept).toEqual({ n: 9 });
      const letters = await world.store.admin(
        "SELECT event->>'event_id' AS id, reason, attempts FROM dead_letters",
      );
      expect(letters).toEqual([{ id: 'bad', reason: 'cannot digest this', attempts: 3 }]);
      expect(await inboxBacklog(world.store.db.tenant(world.tenant))).toBe(0);
    } finally {
      await world.store.admin('DROP TRIGGER refuse ON events');
      await world.store.admin('DROP FUNCTION refuse');
    }
  });
});
