import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPipelineWorld, type PipelineWorld } from '../../../test/support/pipeline-world.ts';
import { DAY_MS } from '../../platform/iso-instant.ts';
import { DEFAULT_POLICY } from '../policy/policy.rules.ts';
import { crossesAt } from '../scores/decay.rules.ts';
import { halfLifeDays } from '../scores/half-life.rules.ts';

/** Of what was used once, or never: at most half of 120 and of 90 days. */
const HALF_LIFE_DAYS = 40;

const iso = (at: number): string => new Date(at).toISOString();

let world: PipelineWorld;
beforeAll(async () => {
  world = await createPipelineWorld();
});
afterAll(() => world.store.drop());
beforeEach(() => world.reset());

describe('crossings', () => {
  const TYPES = { grant: 'grant.threshold_crossed', principal: 'score.threshold_crossed' };
  const crossings = async (of: keyof typeof TYPES) =>
    world.store.admin(
      `SELECT at, data->>'threshold' AS threshold, data->>'direction' AS direction FROM audit_entries
       WHERE event_type = $1 AND principal_id = 'ann' ORDER BY at, id`,
      [TYPES[of]],
    );
  const standing = async () =>
    world.store.admin(
      `SELECT data->>'grant_id' AS grant_id, data->>'risk_level' AS risk_level, data->'threshold' AS threshold
       FROM audit_entries WHERE event_type = 'score.first_observed' AND principal_id = 'ann' ORDER BY id`,
    );
  /** From a use on that leaves it fresh, time carries it on. */
  const stale = async (): Promise<number> => {
    await world.send(world.use('ann', 'wiki', iso(world.now)));
    await world.drain();
    await world.sweep();
    const lapses = Date.parse(String((await world.score('g-ann')).lapses_at));
    world.now = crossesAt(lapses, 90, HALF_LIFE_DAYS);
    return lapses;
  };

  test('what is above thresholds when it is first seen crossed none: one entry says where it stands', async () => {
    await Promise.all([1, 2, 3, 4].map(() => world.sweep()));
    await world.sweep();
    expect(await crossings('grant')).toEqual([]);
    expect(await crossings('principal')).toEqual([]);
    expect(await standing()).toEqual([{ grant_id: 'g-ann', risk_level: 'high', threshold: 50 }]);
    const [entry] = await world.store.admin(
      "SELECT description FROM audit_entries WHERE event_type = 'score.first_observed' AND principal_id = 'ann'",
    );
    expect(entry?.description).toMatch(
      /^The score of read on wiki for Ann was \d+ \(high\) when it was first seen\.$/,
    );
    // It is asked about all the same.
    expect(await world.store.admin("SELECT status FROM reviews WHERE principal_id = 'ann'")).toHaveLength(1);
  });

  test('a principal does not cross what another of its grants was first seen above', async () => {
    await stale().then(() => world.send(world.use('ann', 'wiki', iso(world.now))));
    await world.drain();
    await world.sweep();
    const before = await crossings('principal');
    await world.import([
      {
        kind: 'grant',
        id: 'g-old',
        principal_id: 'ann',
        asset_id: 'crm',
        permission: 'read',
        granted_at: '2025-01-01T00:00:00Z',
      },
    ]);
    await world.drain();
    await world.sweep();
    expect(await crossings('principal')).toEqual(before);
    expect((await standing()).at(-1)).toMatchObject({ grant_id: 'g-old' });
  });

  test('time carries a score through each threshold once, at its exact instant, with several sweepers', async () => {
    const lapses = await stale();
    const sweeps = await Promise.all([1, 2, 3, 4].map(() => world.sweep()));
    expect(sweeps.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0);
    await world.sweep();
    const expected = [20, 50, 80].map((threshold) => ({
      at: iso(crossesAt(lapses, threshold, HALF_LIFE_DAYS)),
      threshold: String(threshold),
      direction: 'above',
    }));
    expect(await crossings('grant')).toEqual(expected);
    expect(await crossings('principal')).toEqual(expected);
  });

  test("a principal's crossing has the data of the contract", async () => {
    await stale();
    await world.sweep();
    const [entry] = await world.store.admin(
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
    // 91 days past its lapse date: 83.
    world.now += 30 * DAY_MS;
    await world.sweep();
    await world.send(world.use('ann', 'wiki', iso(world.now)));
    await world.drain();
    await world.sweep();
    const below = (await crossings('grant')).filter((crossing) => crossing.direction === 'below');
    expect(below.map((crossing) => crossing.threshold).sort()).toEqual(['20', '50', '80']);
    expect((await crossings('principal')).filter((crossing) => crossing.direction === 'below')).toHaveLength(
      3,
    );
  });

  test('what is used before anybody was told where it stood has not fallen either', async () => {
    await world.send(world.use('ann', 'wiki', iso(world.now)));
    await world.drain();
    await world.sweep();
    expect([...(await crossings('grant')), ...(await crossings('principal'))]).toEqual([]);
    expect(await standing()).toEqual([]);
  });

  test('a threshold not yet reached is not announced before its instant', async () => {
    await world.send(world.use('ann', 'wiki', iso(world.now)));
    await world.drain();
    const lapses = Date.parse(String((await world.score('g-ann')).lapses_at));
    world.now = crossesAt(lapses, 20, HALF_LIFE_DAYS) - 1;
    await world.sweep();
    expect(await crossings('grant')).toEqual([]);
    world.now += 1;
    await world.sweep();
    expect(await crossings('grant')).toEqual([{ at: iso(world.now), threshold: '20', direction: 'above' }]);
  });

  test('while a platform is not watched its grants announce nothing, and nobody is told where they stand', async () => {
    await world.store.admin(
      "INSERT INTO telemetry_gaps VALUES ($1, 'fabric', '2026-03-01T00:00:00Z', NULL)",
      [world.tenant],
    );
    await world.sweep();
    expect([...(await crossings('grant')), ...(await crossings('principal'))]).toEqual([]);
    expect(await standing()).toEqual([]);
    await world.store.admin('UPDATE telemetry_gaps SET ended_at = now()');
    await world.sweep();
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
              await world.import([
                {
                  kind: 'grant',
                  id: each.grant,
                  principal_id: 'bob',
                  asset_id: each.grant === 'h1' ? 'crm' : 'wiki',
                  permission: 'read',
                  granted_at: iso(world.now - each.days_ago * DAY_MS),
                },
              ]);
            if (each.do === 'use') await world.send(world.use('bob', each.asset, iso(world.now)));
            if (each.do === 'wait') world.now += each.days * DAY_MS;
            if (each.do === 'score') await world.drain();
            if (each.do === 'sweep') await world.sweep();
          }
          await world.drain();
          while ((await world.sweep()) > 0);
          const entries = await world.store.admin(
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
          const stands = ({ lapses_at, half_life_class }: Record<string, unknown>): number[] => {
            const halfLife = halfLifeDays(Number(half_life_class), DEFAULT_POLICY);
            return THRESHOLDS.filter(
              (mark) => crossesAt(Date.parse(String(lapses_at)), mark, halfLife) <= world.now,
            );
          };
          const sorted = (id: string): number[] => [...of(id)].sort((a, b) => a - b);
          for (const row of await world.store.admin("SELECT * FROM grant_scores WHERE principal_id = 'bob'"))
            expect(sorted(String(row.grant_id))).toEqual(stands(row));
          const [principal] = await world.store.admin(
            "SELECT * FROM principal_scores WHERE principal_id = 'bob'",
          );
          expect(sorted('bob')).toEqual(stands(principal ?? {}));
        })
        .beforeEach(() => world.reset()),
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
