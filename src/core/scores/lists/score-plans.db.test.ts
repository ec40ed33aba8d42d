import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { blocksOf, explain, type PlanNode, withChildren } from '../../../../test/support/explain.ts';
import type { Querier } from '../../../platform/database/database.ts';
import { listScoredGrants } from '../../directory/lists/grant-list.sql.ts';
import { HALF_LIFE_CLASSES } from '../half-life.rules.ts';
import { findSweepWork } from '../sweep/sweep-work.sql.ts';
import { measurePrincipal } from './metrics.sql.ts';
import { listPairScores } from './pair-scores.sql.ts';
import { findPrincipalFactors, listPrincipalScores } from './principal-scores.sql.ts';
import { loadGrantHistories } from './score-history.sql.ts';

const ROWS = 40_000;
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  const { admin, tenants } = database;
  await admin(
    `INSERT INTO principals (tenant_id, id, display_name, type, source)
     SELECT $1, 'p' || i, 'Person ' || i, 'user', 'import' FROM generate_series(0, ${ROWS / 10 - 1}) i`,
    [tenants.a],
  );
  await admin(
    `INSERT INTO assets (tenant_id, id, name, type, platform)
     SELECT $1, 'a' || i, 'asset ' || i, 'table', 'fabric' FROM generate_series(0, 3999) i`,
    [tenants.a],
  );
  await admin(
    `INSERT INTO grants (tenant_id, id, principal_id, asset_id, permission, granted_at)
     SELECT $1, 'g' || i, 'p' || i / 10, 'a' || i % 4000, 'read', now() FROM generate_series(0, ${ROWS - 1}) i`,
    [tenants.a],
  );
  await admin(
    `INSERT INTO grant_scores (tenant_id, grant_id, principal_id, asset_id, active, active_days, lapses_at,
                               half_life_class, reached, calculated_at)
     SELECT $1, 'g' || i, 'p' || i / 10, 'a' || i % 4000, true, '', timestamptz '2026-01-01' + (i * 7919 % ${ROWS})
            * interval '12 minutes', i % 5 - 1, 0, now()
     FROM generate_series(0, ${ROWS - 1}) i`,
    [tenants.a],
  );
  await admin(
    `INSERT INTO principal_scores (tenant_id, principal_id, grant_id, lapses_at, half_life_class, reached, calculated_at)
     SELECT tenant_id, principal_id, min(grant_id), min(lapses_at), substr(principal_id, 2)::integer % 5 - 1, 0, now()
     FROM grant_scores GROUP BY 1, 2`,
  );
  await admin(
    `INSERT INTO anomaly_signals (tenant_id, id, principal_id, asset_id, kind, evidence, reason, event_id, occurred_at,
                                  detected_at)
     SELECT $1, 's' || i, 'p' || i, 'a1', 'new_network', '{}', '', 'e', now(), now() FROM generate_series(1, 3000) i`,
    [tenants.a],
  );
  await admin(
    `INSERT INTO score_history (tenant_id, grant_id, at, cause, lapses_at)
     SELECT $1, 'g' || i, now(), 'imported', now() FROM generate_series(0, ${ROWS - 1}) i`,
    [tenants.a],
  );
  await admin(
    `INSERT INTO events (tenant_id, event_id, occurred_at, principal_id, asset_id, action, platform, received_at)
     SELECT $1, 'e' || i, timestamptz '2026-01-01' + i * interval '5 minutes', 'p' || i % 4000, 'a1', 'login', 'fabric',
            now() FROM generate_series(0, 99999) i`,
    [tenants.a],
  );
  await admin("UPDATE grant_scores SET unanswered_review_id = 'r' || grant_id WHERE grant_id LIKE '%25'");
  await admin('VACUUM ANALYZE');
});
afterAll(() => database.drop());

/** Of the last statement. */
async function planOf(
  work: (q: Querier) => Promise<unknown>,
): Promise<{ nodes: PlanNode[]; blocks: number }> {
  const plan = (await explain(database, work)).at(-1) as PlanNode;
  return { nodes: withChildren(plan), blocks: blocksOf(plan) };
}

const NOW = Date.UTC(2027, 0, 1);
const first = { limit: 50, offset: 0, after: null, ascending: false, as_of: NOW };
const rising = { ...first, ascending: true };
const UNTIL = HALF_LIFE_CLASSES.map(() => Date.UTC(2026, 0, 2));
/** A place in the order of the middle class, and so one in that of each. */
const since = (instant: string): string => `${BigInt(NOW - Date.parse(instant)) * 1000n * 4n + 1n}`;
const deep = { staleness: since('2026-10-01T00:00:00Z'), id: 'g17' };

type Case = [name: string, index: string, work: (q: Querier) => Promise<unknown>];
const BY_LAPSE: Case[] = [
  [
    'pairs over a score',
    'grant_scores_by_lapse',
    (q) => listPairScores(q, { range: { until: UNTIL } }, first),
  ],
  ['pairs, rising', 'grant_scores_by_lapse', (q) => listPairScores(q, { range: { until: UNTIL } }, rising)],
  [
    'pairs, deep',
    'grant_scores_by_lapse',
    (q) => listPairScores(q, { range: {} }, { ...first, after: deep }),
  ],
  [
    'pairs, deep, rising',
    'grant_scores_by_lapse',
    (q) => listPairScores(q, { range: {} }, { ...rising, after: deep }),
  ],
  [
    'principals under a score',
    'principal_scores_by_lapse',
    (q) => listPrincipalScores(q, { range: { after: UNTIL } }, first),
  ],
  [
    'principals, deep',
    'principal_scores_by_lapse',
    (q) =>
      listPrincipalScores(
        q,
        { range: {} },
        { ...first, after: { ...deep, staleness: since('2026-11-01T00:00:00Z') } },
      ),
  ],
];

const isScan = (node: PlanNode): boolean => /Scan$/.test(node['Node Type']);

describe('the page is one range of the index for each half-life, and no more is sorted', () => {
  test.each(BY_LAPSE)('%s', async (_name, index, work) => {
    const { nodes } = await planOf(work);
    const ranges = nodes.filter(
      (node) => node['Index Name'] === index && /half_life_class = /.test(node['Index Cond'] ?? ''),
    );
    const pages = ranges.filter((node) => !/half_life_class = w\./.test(node['Index Cond'] ?? ''));
    expect(pages).toHaveLength(HALF_LIFE_CLASSES.length);
    for (const range of pages) {
      expect(range['Index Cond']).toMatch(/lapses_at/);
      expect(range['Actual Rows']).toBeLessThanOrEqual(51);
    }
    // Sorting the ranges costs nothing; more is never sorted.
    const most = 51 * HALF_LIFE_CLASSES.length;
    expect(nodes.filter((node) => /Sort/.test(node['Node Type']) && node['Actual Rows'] > most)).toEqual([]);
    // Besides the page only what is small is read: the kept sums of days, and here, where all 4,000 principals fit on
    // fewer blocks than 51 of them are found by key on, their scores.
    const reads = nodes.filter(isScan).filter((node) => node['Actual Rows'] > 51);
    const others = reads.filter(
      (node) => !/lapse_counts|principal_scores/.test(`${node['Index Name']} ${node['Relation Name']}`),
    );
    expect(others).toEqual([]);
  });

  test('a total of a range is summed, and counted within one hour only', async () => {
    const { nodes, blocks } = await planOf((q) => listPairScores(q, { range: { until: UNTIL } }, first));
    expect(nodes.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
    const counted = nodes.filter((node) => /half_life_class = w\./.test(node['Index Cond'] ?? ''));
    const rest = counted.filter((node) => /^grant_scores/.test(node['Index Name'] ?? ''));
    // From 18 on PostgreSQL may skip through another index that ends in the lapse date.
    expect(rest.map((node) => node['Index Name'])).toEqual([
      expect.stringMatching(/^grant_scores_by_(lapse|reached)$/),
    ]);
    expect(rest[0]?.['Actual Rows']).toBeLessThanOrEqual(1);
    // 51 rows and four lookups of three or four pages each.
    expect(blocks).toBeLessThan(900);
  });
});

test('stale access whose review nobody answered is a range of an index of its own', async () => {
  const { nodes, blocks } = await planOf((q) =>
    listScoredGrants(
      q,
      {
        sort: 'score',
        last_review: 'unanswered',
        range: { until: HALF_LIFE_CLASSES.map(() => NOW) },
        as_of: NOW,
      },
      { limit: 50, offset: 0, after: null, descending: false },
    ),
  );
  const ranges = nodes.filter((node) => node['Index Name'] === 'grant_scores_unanswered');
  // One for the total, and one of each half-life for the page.
  const rows = ranges.map((node) => node['Actual Rows']).sort((a, b) => b - a);
  expect(rows[0]).toBe(400);
  expect(rows.slice(1).every((count) => count <= 51)).toBe(true);
  expect(blocks).toBeLessThan(1_500);
});

describe('no table is read whole', () => {
  test.each<Case>([
    ['pairs of a principal', '', (q) => listPairScores(q, { principal_id: 'p7', range: {} }, first)],
    ['pairs of an asset', '', (q) => listPairScores(q, { asset_id: 'a7', range: {} }, first)],
    ['a pair', '', (q) => listPairScores(q, { principal_id: 'p7', asset_id: 'a7', range: {} }, first)],
    ['the factors of a principal', '', (q) => findPrincipalFactors(q, 'p7', NOW)],
    ['the history of a principal', '', (q) => loadGrantHistories(q, { principal_id: 'p7' }, 200)],
    ['the history of an asset', '', (q) => loadGrantHistories(q, { asset_id: 'a7' }, 200)],
    [
      'what time has made due',
      '',
      (q) => {
        // All have lapsed by then, and none is at one of these marks.
        const lapsed_before = '2030-01-01T00:00:00Z';
        const passings = HALF_LIFE_CLASSES.flatMap((half_life_class) =>
          [2_000, 4_000, 6_000, 8_000].map((reached) => ({ half_life_class, reached, lapsed_before })),
        );
        return findSweepWork(q, { now: lapsed_before, grants: passings, principals: passings });
      },
    ],
    ['metrics', '', (q) => measurePrincipal(q, 'p7', { from: NOW, to: NOW + 90 * 86_400_000 })],
  ])('for %s', async (_name, _index, work) => {
    const { nodes, blocks } = await planOf(work);
    const whole = nodes.filter((node) => node['Node Type'] === 'Seq Scan');
    expect(whole.map((node) => node['Relation Name'])).toEqual([]);
    expect(blocks).toBeLessThan(1_500);
  });
});
