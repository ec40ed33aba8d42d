import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { DAY_MS } from '../../platform/iso-instant.ts';
import { getGrant, listGrants } from '../directory/grants.sql.ts';
import { importDirectory } from '../directory/import/import-directory.ts';
import { type AcceptedEvent, appendToInbox, inboxBacklog } from '../events/inbox.sql.ts';
import { crossesAt } from '../scores/decay.rules.ts';
import { sweepTenant } from '../scores/sweep/sweep.ts';
import { type PipelineContext, processTenant } from './process-tenant.ts';

let store: TestDatabase;
let tenant: number;
let now = Date.parse('2026-06-01T12:00:00Z');
const failures: string[] = [];

const context = (): PipelineContext => ({
  db: store.db,
  now: () => now,
  onError: (error) => failures.push(error.message),
});

beforeAll(async () => {
  store = await createTestDatabase();
  tenant = store.tenants.a;
});
afterAll(() => store.drop());
beforeEach(reset);

async function reset(): Promise<void> {
  now = Date.parse('2026-06-01T12:00:00Z');
  failures.length = 0;
  await store.admin(`SET session_replication_role = replica; TRUNCATE grants, memberships, identities, assets, principals, substitutes, search_terms, tallies, events, inbox,
    recalculations, dead_letters, grant_scores, principal_scores, score_history, peer_groups, peer_moves, principal_baselines,
    anomaly_signals, telemetry_gaps, policies, jobs, audit_entries, reviews, workflows CASCADE; SET session_replication_role = origin`);
  await importLines([
    { kind: 'principal', id: 'ann', display_name: 'Ann', type: 'user', department: 'Sales' },
    { kind: 'principal', id: 'bob', display_name: 'Bob', type: 'user', department: 'Sales' },
    { kind: 'principal', id: 'team', display_name: 'Team', type: 'group' },
    { kind: 'principal', id: 'all', display_name: 'All', type: 'group' },
    { kind: 'membership', group_id: 'team', member_id: 'ann' },
    { kind: 'membership', group_id: 'all', member_id: 'team' },
    {
      kind: 'asset',
      id: 'wiki',
      name: 'wiki',
      type: 'table',
      platform: 'fabric',
      classification: 'internal',
    },
    { kind: 'asset', id: 'crm', name: 'Customer records', type: 'table', platform: 'fabric' },
    {
      kind: 'grant',
      id: 'g-ann',
      principal_id: 'ann',
      asset_id: 'wiki',
      permission: 'read',
      granted_at: '2026-01-01T00:00:00Z',
    },
    {
      kind: 'grant',
      id: 'g-bob',
      principal_id: 'bob',
      asset_id: 'wiki',
      permission: 'read',
      granted_at: '2026-01-01T00:00:00Z',
    },
    {
      kind: 'grant',
      id: 'g-all',
      principal_id: 'all',
      asset_id: 'crm',
      permission: 'read',
      granted_at: '2026-01-01T00:00:00Z',
    },
  ]);
  await drain();
}

async function importLines(lines: object[]): Promise<void> {
  const texts = lines.map((line, index) => ({ number: index + 1, text: JSON.stringify(line) }));
  const summary = await importDirectory(
    { db: store.db, tenant_id: tenant, now: () => now },
    (async function* () {
      yield* texts;
    })(),
  );
  expect(summary.rejections).toEqual([]);
}

async function drain(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) if (!(await processTenant(context(), tenant))) return;
  throw new Error('the pipeline does not come to rest');
}

let counter = 0;
const use = (
  principal_id: string,
  asset_id: string,
  timestamp: string,
  more: Partial<AcceptedEvent> = {},
): AcceptedEvent => {
  counter += 1;
  return {
    event_id: `e${counter}`,
    principal_id,
    asset_id,
    action: 'query',
    platform: 'fabric',
    timestamp,
    metadata: null,
    ...more,
  };
};
const send = (...events: AcceptedEvent[]) => store.db.transaction(tenant, (tx) => appendToInbox(tx, events));
const score = async (id: string) =>
  (await store.admin('SELECT * FROM grant_scores WHERE grant_id = $1', [id]))[0] ?? {};
const iso = (at: number): string => new Date(at).toISOString();

describe('from event to score', () => {
  test('a grant never used lapses 90 days after it was granted; a use moves it and its principal', async () => {
    expect((await score('g-ann')).lapses_at).toBe('2026-04-01T00:00:00.000Z');
    await send(use('ann', 'wiki', '2026-05-30T10:00:00Z'));
    await drain();
    expect(await score('g-ann')).toMatchObject({
      last_used_at: '2026-05-30T10:00:00.000Z',
      lapses_at: iso(Date.parse('2026-05-30T10:00:00Z') + 120 * DAY_MS),
    });
    const [principal] = await store.admin("SELECT * FROM principal_scores WHERE principal_id = 'ann'");
    expect(principal).toMatchObject({ grant_id: 'g-ann', lapses_at: (await score('g-ann')).lapses_at });
    expect(await inboxBacklog(store.db.tenant(tenant))).toBe(0);
  });

  test('a list of grants shows the later of what was imported and what came in since', async () => {
    const shown = async () => {
      const q = store.db.tenant(tenant);
      const { items } = await listGrants(
        q,
        { principal_id: 'ann', asset_id: 'wiki' },
        { limit: 10, after: null, offset: 0 },
      );
      expect(items).toMatchObject([{ ...(await getGrant(q, 'g-ann')) }]);
      return items[0]?.last_used_at;
    };
    expect(await shown()).toBe(null);
    await send(use('ann', 'wiki', '2026-05-30T10:00:00Z'));
    await drain();
    expect(await shown()).toBe('2026-05-30T10:00:00.000Z');
    await store.admin("UPDATE grants SET last_used_at = '2026-05-29T10:00:00Z' WHERE id = 'g-ann'");
    expect(await shown()).toBe('2026-05-30T10:00:00.000Z');
    await store.admin("UPDATE grants SET last_used_at = '2026-05-31T10:00:00Z' WHERE id = 'g-ann'");
    expect(await shown()).toBe('2026-05-31T10:00:00.000Z');
  });

  test('a use by a member, also through a group of groups, is a use of the group’s grant', async () => {
    await send(use('ann', 'crm', '2026-05-30T10:00:00Z'));
    await drain();
    expect((await score('g-all')).last_used_at).toBe('2026-05-30T10:00:00.000Z');
    expect(await store.admin('SELECT * FROM anomaly_signals')).toEqual([]);
  });

  test('a use that no grant allows is kept as a signal', async () => {
    await send(use('bob', 'crm', '2026-05-30T10:00:00Z'));
    await drain();
    const signals = await store.admin('SELECT principal_id, asset_id, kind FROM anomaly_signals');
    expect(signals).toEqual([{ principal_id: 'bob', asset_id: 'crm', kind: 'ungranted_use' }]);
    expect((await store.admin('SELECT count(*)::int AS n FROM events'))[0]).toEqual({ n: 1 });
  });

  test('an asset that nobody classified is classified by its name, and its grants follow', async () => {
    await send(use('ann', 'crm', '2026-05-30T10:00:00Z'));
    await drain();
    const [asset] = await store.admin("SELECT classification, contains_pii FROM assets WHERE id = 'crm'");
    expect(asset).toEqual({ classification: 'pii', contains_pii: true });
    expect((await score('g-all')).lapses_at).toBe(
      iso(Date.parse('2026-05-30T10:00:00Z') + (120 - 10) * DAY_MS),
    );
  });

  test('a change of the directory changes lapse dates and is history', async () => {
    await importLines([
      {
        kind: 'principal',
        id: 'ann',
        display_name: 'Ann',
        type: 'user',
        department: 'Sales',
        mfa_enabled: false,
      },
    ]);
    await drain();
    expect((await score('g-ann')).lapses_at).toBe('2026-03-27T00:00:00.000Z');
    const points = await store.admin(
      "SELECT cause, previous_lapses_at, lapses_at FROM score_history WHERE grant_id = 'g-ann' ORDER BY at",
    );
    expect(points.at(-1)).toMatchObject({ lapses_at: '2026-03-27T00:00:00.000Z' });
  });

  test('a revoked grant has no active score', async () => {
    await importLines([
      {
        kind: 'grant',
        id: 'g-ann',
        principal_id: 'ann',
        asset_id: 'wiki',
        permission: 'read',
        status: 'revoked',
      },
    ]);
    await drain();
    expect((await score('g-ann')).active).toBe(false);
    expect(await store.admin("SELECT * FROM principal_scores WHERE principal_id = 'ann'")).toEqual([]);
  });
});

describe('exactly once, in any order', () => {
  test('scores depend on the set of events only: not on order, repetition or how they are batched', async () => {
    // With a second access of their own: a late use of one may turn what was found on the other.
    await importLines([
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
    await drain();
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
      store.admin(
        `SELECT grant_id, last_used_at, active_days, lapses_at, anomaly_signals, volume FROM grant_scores
         ORDER BY grant_id`,
      );
    const baselines = () =>
      store.admin('SELECT principal_id, baseline::text FROM principal_baselines ORDER BY principal_id');
    await fc.assert(
      fc.asyncProperty(plan, fc.infiniteStream(fc.nat(2 ** 30)), async (uses, noise) => {
        const random = () => noise.next().value as number;
        const habit = Array.from({ length: 22 }, (_, day) =>
          use('ann', 'ledger', iso(Date.parse('2026-01-05T09:00:00Z') + day * DAY_MS), {
            metadata: { source_ip: '10.0.1.7', rows_returned: 50 },
          }),
        );
        const odd = uses.map(({ who, asset, day, hour, network, rows, action }) =>
          use(who, asset, iso(Date.parse('2026-01-05T00:00:00Z') + day * DAY_MS + hour * 3_600_000), {
            action,
            metadata: { source_ip: `10.0.${network}.7`, ...(rows === null ? {} : { rows_returned: rows }) },
          }),
        );
        const events = [...habit, ...odd];
        const reset = () =>
          store.admin(`DELETE FROM events; DELETE FROM anomaly_signals; DELETE FROM principal_baselines;
          UPDATE grant_scores SET last_used_at = NULL, active_days = decode(repeat('00', 64), 'hex'), volume = NULL,
            candidates = NULL, anomaly_signals = 0`);
        await reset();
        await send(...events);
        await drain();
        const expected = [await state(), await baselines()];
        for (const row of expected[0] ?? []) flagged += Number(row.anomaly_signals);
        await reset();
        const shuffled = [...events, ...events]
          .map((event) => [random(), event] as const)
          .sort(([a], [b]) => a - b);
        for (let start = 0; start < shuffled.length; ) {
          const size = 1 + (random() % 7);
          await send(...shuffled.slice(start, start + size).map(([, event]) => event));
          if (random() % 2 === 0) await processTenant(context(), tenant);
          start += size;
        }
        await drain();
        expect([await state(), await baselines()]).toEqual(expected);
        const [kept] = await store.admin('SELECT count(*)::int AS n FROM events');
        expect(kept).toEqual({ n: events.length });
      }),
      { numRuns: 10 },
    );
    expect(flagged).toBeGreaterThan(0);
  });

  test('two workers at once share the work without doing it twice', async () => {
    for (let index = 0; index < 20; index += 1) await send(use('ann', 'wiki', iso(now - index * DAY_MS)));
    const workers = Array.from({ length: 4 }, async () => {
      while ((await inboxBacklog(store.db.tenant(tenant))) > 0) await processTenant(context(), tenant);
    });
    await Promise.all(workers);
    const [kept] = await store.admin('SELECT count(*)::int AS n FROM events');
    expect(kept).toEqual({ n: 20 });
    const [baseline] = await store.admin("SELECT baseline->>'s' AS spell FROM principal_baselines");
    expect(baseline).toEqual({ spell: `[${Math.floor(now / DAY_MS) - 19},19]` });
  });

  test('a poisoned event is set aside with its reason, and the rest of its batch is applied', async () => {
    await store.admin(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN IF NEW.action = 'poison' THEN RAISE EXCEPTION 'cannot digest this'; END IF; RETURN NEW; END $$`);
    await store.admin('CREATE TRIGGER refuse BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION refuse()');
    try {
      const events = Array.from({ length: 9 }, (_, index) => use('ann', 'wiki', iso(now - index * DAY_MS)));
      await send(
        ...events.slice(0, 5),
        use('bob', 'wiki', iso(now), { action: 'poison', event_id: 'bad' }),
        ...events.slice(5),
      );
      for (let turn = 0; turn < 30; turn += 1) {
        await processTenant(context(), tenant);
        await store.admin('UPDATE inbox SET not_before = now()');
      }
      const [kept] = await store.admin('SELECT count(*)::int AS n FROM events');
      expect(kept).toEqual({ n: 9 });
      const letters = await store.admin(
        "SELECT event->>'event_id' AS id, reason, attempts FROM dead_letters",
      );
      expect(letters).toEqual([{ id: 'bad', reason: 'cannot digest this', attempts: 3 }]);
      expect(await inboxBacklog(store.db.tenant(tenant))).toBe(0);
    } finally {
      await store.admin('DROP TRIGGER refuse ON events');
      await store.admin('DROP FUNCTION refuse');
    }
  });
});

describe('crossings', () => {
  const TYPES = { grant: 'grant.threshold_crossed', principal: 'score.threshold_crossed' };
  const crossings = async (of: keyof typeof TYPES) =>
    store.admin(
      `SELECT at, data->>'threshold' AS threshold, data->>'direction' AS direction FROM audit_entries
       WHERE event_type = $1 AND principal_id = 'ann' ORDER BY at, id`,
      [TYPES[of]],
    );
  const standing = async () =>
    store.admin(
      `SELECT data->>'grant_id' AS grant_id, data->>'risk_level' AS risk_level, data->'threshold' AS threshold
       FROM audit_entries WHERE event_type = 'score.first_observed' AND principal_id = 'ann' ORDER BY id`,
    );
  /** From a use on that leaves it fresh, time carries it on. */
  const stale = async (): Promise<number> => {
    await send(use('ann', 'wiki', iso(now)));
    await drain();
    await sweepTenant(context(), tenant);
    const lapses = Date.parse(String((await score('g-ann')).lapses_at));
    now = crossesAt(lapses, 90, 10);
    return lapses;
  };

  test('what is above thresholds when it is first seen crossed none: one entry says where it stands', async () => {
    await Promise.all([1, 2, 3, 4].map(() => sweepTenant(context(), tenant)));
    await sweepTenant(context(), tenant);
    expect(await crossings('grant')).toEqual([]);
    expect(await crossings('principal')).toEqual([]);
    expect(await standing()).toEqual([{ grant_id: 'g-ann', risk_level: 'critical', threshold: 80 }]);
    const [entry] = await store.admin(
      "SELECT description FROM audit_entries WHERE event_type = 'score.first_observed' AND principal_id = 'ann'",
    );
    expect(entry?.description).toMatch(
      /^The score of read on wiki for Ann was \d+ \(critical\) when it was first seen\.$/,
    );
    // It is asked about all the same.
    expect(await store.admin("SELECT status FROM reviews WHERE principal_id = 'ann'")).toHaveLength(1);
  });

  test('a principal does not cross what another of its grants was first seen above', async () => {
    await stale().then(() => send(use('ann', 'wiki', iso(now))));
    await drain();
    await sweepTenant(context(), tenant);
    const before = await crossings('principal');
    await importLines([
      {
        kind: 'grant',
        id: 'g-old',
        principal_id: 'ann',
        asset_id: 'crm',
        permission: 'read',
        granted_at: '2025-01-01T00:00:00Z',
      },
    ]);
    await drain();
    await sweepTenant(context(), tenant);
    expect(await crossings('principal')).toEqual(before);
    expect((await standing()).at(-1)).toMatchObject({ grant_id: 'g-old' });
  });

  test('time carries a score through each threshold once, at its exact instant, with several sweepers', async () => {
    const lapses = await stale();
    const sweeps = await Promise.all([1, 2, 3, 4].map(() => sweepTenant(context(), tenant)));
    expect(sweeps.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0);
    await sweepTenant(context(), tenant);
    const expected = [20, 50, 80].map((threshold) => ({
      at: iso(crossesAt(lapses, threshold, 10)),
      threshold: String(threshold),
      direction: 'above',
    }));
    expect(await crossings('grant')).toEqual(expected);
    expect(await crossings('principal')).toEqual(expected);
  });

  test("a principal's crossing has the data of the contract", async () => {
    await stale();
    await sweepTenant(context(), tenant);
    const [entry] = await store.admin(
      `SELECT description, data FROM audit_entries WHERE event_type = 'score.threshold_crossed'
       AND principal_id = 'ann' AND data->>'threshold' = '50'`,
    );
    expect(entry?.description).toBe('The score of Ann rose above 50.');
    expect(entry?.data).toEqual({
      principal_id: 'ann',
      principal_name: 'Ann',
      grant_id: 'g-ann',
      score: expect.closeTo(90, 3),
      previous_score: 0,
      threshold: 50,
      direction: 'above',
    });
  });

  test('use carries it back below, once', async () => {
    await sweepTenant(context(), tenant);
    await send(use('ann', 'wiki', iso(now)));
    await drain();
    await sweepTenant(context(), tenant);
    const below = (await crossings('grant')).filter((crossing) => crossing.direction === 'below');
    expect(below.map((crossing) => crossing.threshold).sort()).toEqual(['20', '50', '80']);
    expect((await crossings('principal')).filter((crossing) => crossing.direction === 'below')).toHaveLength(
      3,
    );
  });

  test('what is used before anybody was told where it stood has not fallen either', async () => {
    await send(use('ann', 'wiki', iso(now)));
    await drain();
    await sweepTenant(context(), tenant);
    expect([...(await crossings('grant')), ...(await crossings('principal'))]).toEqual([]);
    expect(await standing()).toEqual([]);
  });

  test('a threshold not yet reached is not announced before its instant', async () => {
    await send(use('ann', 'wiki', iso(now)));
    await drain();
    const lapses = Date.parse(String((await score('g-ann')).lapses_at));
    now = crossesAt(lapses, 20, 10) - 1;
    await sweepTenant(context(), tenant);
    expect(await crossings('grant')).toEqual([]);
    now += 1;
    await sweepTenant(context(), tenant);
    expect(await crossings('grant')).toEqual([{ at: iso(now), threshold: '20', direction: 'above' }]);
  });

  test('while a platform is not watched its grants announce nothing, and nobody is told where they stand', async () => {
    await store.admin("INSERT INTO telemetry_gaps VALUES ($1, 'fabric', '2026-03-01T00:00:00Z', NULL)", [
      tenant,
    ]);
    await sweepTenant(context(), tenant);
    expect([...(await crossings('grant')), ...(await crossings('principal'))]).toEqual([]);
    expect(await standing()).toEqual([]);
    await store.admin('UPDATE telemetry_gaps SET ended_at = now()');
    await sweepTenant(context(), tenant);
    expect(await standing()).toHaveLength(1);
    expect([...(await crossings('grant')), ...(await crossings('principal'))]).toEqual([]);
  });

  test('crossings lead from where a score was first seen to where it stands, each threshold in turn', async () => {
    const THRESHOLDS = [20, 50, 80];
    type Crossed = { grant_id: string; score: number; threshold: number; direction: string };
    const step = fc.oneof(
      fc.record({
        do: fc.constant('import' as const),
        grant: fc.constantFrom('h1', 'h2'),
        days_ago: fc.constantFrom(1, 75, 95, 130, 300),
      }),
      fc.record({ do: fc.constant('use' as const), asset: fc.constantFrom('wiki', 'crm') }),
      fc.record({ do: fc.constant('wait' as const), days: fc.constantFrom(3, 20, 60, 150) }),
      fc.record({ do: fc.constant('score' as const) }),
      fc.record({ do: fc.constant('sweep' as const) }),
    );
    await fc.assert(
      fc
        .asyncProperty(fc.array(step, { minLength: 2, maxLength: 14 }), async (steps) => {
          for (const each of steps) {
            if (each.do === 'import')
              await importLines([
                {
                  kind: 'grant',
                  id: each.grant,
                  principal_id: 'bob',
                  asset_id: each.grant === 'h1' ? 'crm' : 'wiki',
                  permission: 'read',
                  granted_at: iso(now - each.days_ago * DAY_MS),
                },
              ]);
            if (each.do === 'use') await send(use('bob', each.asset, iso(now)));
            if (each.do === 'wait') now += each.days * DAY_MS;
            if (each.do === 'score') await drain();
            if (each.do === 'sweep') await sweepTenant(context(), tenant);
          }
          await drain();
          while ((await sweepTenant(context(), tenant)) > 0);
          const entries = await store.admin(
            `SELECT event_type, data FROM audit_entries WHERE principal_id = 'bob'
             AND event_type IN ('score.first_observed', 'grant.threshold_crossed', 'score.threshold_crossed') ORDER BY id`,
          );
          // A grant that is stale when first seen raises its principal without a word, unless another is staler still and
          // has just crossed: then that crossing is announced for the principal as well.
          const raised = new Set<number>();
          const above = new Map<string, Set<number>>();
          const of = (id: string): Set<number> =>
            above.get(id) ?? (above.set(id, new Set()).get(id) as Set<number>);
          for (const { event_type, data } of entries) {
            const { grant_id, score, threshold, direction } = data as Crossed;
            if (event_type === 'score.first_observed') {
              expect(above.has(grant_id)).toBe(false);
              for (const each of THRESHOLDS.filter((mark) => mark <= score)) {
                of(grant_id).add(each);
                if (!of('bob').has(each)) raised.add(each);
                of('bob').add(each);
              }
              continue;
            }
            const isPrincipal = event_type === 'score.threshold_crossed';
            const whose = of(isPrincipal ? 'bob' : grant_id);
            if (isPrincipal && raised.delete(threshold) && direction === 'above') continue;
            expect(whose.has(threshold)).toBe(direction === 'below');
            if (direction === 'below') whose.delete(threshold);
            else whose.add(threshold);
          }
          const stands = (lapses: unknown): number[] =>
            THRESHOLDS.filter((mark) => crossesAt(Date.parse(String(lapses)), mark, 10) <= now);
          const sorted = (id: string): number[] => [...of(id)].sort((a, b) => a - b);
          for (const row of await store.admin("SELECT * FROM grant_scores WHERE principal_id = 'bob'"))
            expect(sorted(String(row.grant_id))).toEqual(stands(row.lapses_at));
          const [principal] = await store.admin("SELECT * FROM principal_scores WHERE principal_id = 'bob'");
          expect(sorted('bob')).toEqual(stands(principal?.lapses_at));
        })
        .beforeEach(reset),
      {
        numRuns: 20,
        examples: [
          [
            [
              { do: 'use', asset: 'wiki' },
              { do: 'score' },
              { do: 'wait', days: 150 },
              { do: 'import', grant: 'h1', days_ago: 1 },
              { do: 'wait', days: 60 },
            ],
          ],
        ],
      },
    );
  }, 120_000);
});
