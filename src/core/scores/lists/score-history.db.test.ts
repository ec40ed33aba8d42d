import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../../test/support/app.ts';
import { insertScores } from '../../../../test/support/score-rows.ts';
import { createDevAuthenticate } from '../../../gateway/tokens/token-verifier.ts';
import { DAY_MS } from '../../../platform/iso-instant.ts';

const NOON = Date.UTC(2026, 0, 31, 12);
const day = (count: number): number => NOON + count * DAY_MS;
const iso = (at: number): string => new Date(at).toISOString();

let service: TestApp;
let stranger: TestApp;

beforeAll(async () => {
  service = await createTestApp();
  const { test, app: _ } = service;
  stranger = await createTestApp({ test, authenticate: ({ tenants }) => createDevAuthenticate(tenants.b) });
  // Used every 10 days: 20 + 2 x 10 days of patience, and 3 days less for what it allows.
  const uses = [-40, -30, -20, -10].map(day);
  await insertScores(test, test.tenants.a, [
    {
      grant_id: 'g1',
      principal_id: 'p1',
      asset_id: 'a1',
      lapses_at: day(27),
      half_life_class: 1,
      uses,
      granted_at: day(-100),
    },
    {
      grant_id: 'g2',
      principal_id: 'p1',
      asset_id: 'a2',
      lapses_at: day(-13),
      half_life_class: 2,
      granted_at: day(-100),
    },
    ...Array.from({ length: 201 }, (_, i) => ({
      grant_id: `many-${i}`,
      principal_id: 'p-many',
      asset_id: `a-${i % 100}`,
      lapses_at: day(i),
    })),
  ]);
  await test.admin(
    `INSERT INTO score_history (tenant_id, grant_id, at, cause, previous_lapses_at, lapses_at)
     VALUES ($1, 'g2', $2, 'imported', NULL, $3), ($1, 'g2', $4, 'policy', $3, $5)`,
    [test.tenants.a, iso(day(-100)), iso(day(-10)), iso(day(-5)), iso(day(-13))],
  );
});
afterAll(async () => {
  await stranger.app.close();
  await service.close();
});

// biome-ignore lint/suspicious/noExplicitAny: answers are checked against the description by `call`.
async function get(query: string, from = service): Promise<any> {
  const response = await from.call({ url: `/v1/scores/history?${query}` });
  expect([query, response.statusCode, response.body]).toEqual([query, 200, response.body]);
  return response.json();
}

describe('changes', () => {
  test('come from use and from what was stored, newest first', async () => {
    const { items, total } = await get('principal_id=p1');
    expect(total).toBe(6);
    expect(
      items.map((item: Record<string, unknown>) => [item.calculated_at, item.grant_id, item.cause]),
    ).toEqual([
      [iso(day(-5)), 'g2', 'policy'],
      [iso(day(-10)), 'g1', 'use'],
      [iso(day(-20)), 'g1', 'use'],
      [iso(day(-30)), 'g1', 'use'],
      [iso(day(-40)), 'g1', 'use'],
      [iso(day(-100)), 'g2', 'imported'],
    ]);
    expect(items[0]).toEqual({
      grant_id: 'g2',
      principal_id: 'p1',
      asset_id: 'a2',
      // 8 and 5 days past its lapse date, at a half-life of 40 days: it was never used.
      score: 53.4602,
      previous_score: 52.1647,
      risk_level: 'high',
      cause: 'policy',
      calculated_at: iso(day(-5)),
      lapses_at: iso(day(-13)),
      model_version: 2,
    });
    expect(items[5]).toMatchObject({ previous_score: null });
    // Right after a use, 37 days before its lapse date at a half-life of 20 days.
    expect(items[1]).toMatchObject({ lapses_at: iso(day(27)), score: 21.7155, risk_level: 'medium' });
    expect(items[1].score).toBeLessThan(items[1].previous_score);
  });

  test('by the days of an outage are listed as one, and their scores stay in the curve', async () => {
    const { test } = service;
    await insertScores(test, test.tenants.a, [
      { grant_id: 'out', principal_id: 'p-out', asset_id: 'a-out', lapses_at: day(3), granted_at: day(-100) },
    ]);
    await test.admin(
      `INSERT INTO score_history (tenant_id, grant_id, at, cause, previous_lapses_at, lapses_at)
       SELECT $1, 'out', $2::timestamptz - make_interval(days => 3 - n), 'telemetry',
              $2::timestamptz + make_interval(days => n - 1), $2::timestamptz + make_interval(days => n)
       FROM generate_series(1, 3) n`,
      [test.tenants.a, iso(day(0))],
    );
    const { items, total } = await get('principal_id=p-out');
    expect([total, items.length]).toEqual([1, 1]);
    expect(items[0]).toMatchObject({ cause: 'telemetry', calculated_at: iso(day(0)), previous_score: 50 });
    const { curve } = await get(`principal_id=p-out&points=3&from=${iso(day(-2))}&to=${iso(day(0))}`);
    expect(new Set(curve.map(({ score }: { score: number }) => score)).size).toBe(1);
  });

  test('can be bounded by grant and time', async () => {
    expect((await get('principal_id=p1&asset_id=a2')).total).toBe(2);
    expect((await get('asset_id=a1')).total).toBe(4);
    expect((await get(`principal_id=p1&from=${iso(day(-30))}&to=${iso(day(-10))}`)).total).toBe(3);
    expect((await get('principal_id=nobody')).items).toEqual([]);
    expect((await get('principal_id=p1', stranger)).items).toEqual([]);
  });

  test('come in pages that hold each once', async () => {
    const all = (await get('principal_id=p1')).items;
    const seen: unknown[] = [];
    let cursor = '';
    do {
      const page = await get(`principal_id=p1&limit=2${cursor && `&cursor=${cursor}`}`);
      seen.push(...page.items);
      cursor = page.next_cursor;
    } while (cursor);
    expect(seen).toEqual(all);
    expect((await get('principal_id=p1&limit=2&offset=3')).items).toEqual(all.slice(3, 5));
  });
});

describe('the curve', () => {
  test('is evenly spaced and meets the scores of the changes', async () => {
    const { curve } = await get(
      `principal_id=p1&asset_id=a1&points=5&from=${iso(day(-110))}&to=${iso(day(-10))}`,
    );
    expect(curve.map((point: { at: string }) => point.at)).toEqual(
      [-110, -85, -60, -35, -10].map((at) => iso(day(at))),
    );
    expect(curve[0].score).toBeNull();
    const [latest] = (await get('principal_id=p1&asset_id=a1')).items;
    expect(curve[4].score).toBe(latest.score);
    // Granted before, and neither used nor known yet.
    expect(curve[2].score).toBeNull();
  });

  test('shows the last 90 days of the stalest grant when nothing else is said', async () => {
    const { curve } = await get('principal_id=p1&points=2');
    const [first, last] = curve.map((point: { at: string }) => Date.parse(point.at));
    expect(last - first).toBe(90 * DAY_MS);
    expect(Math.abs(Date.now() - last)).toBeLessThan(60_000);
    const scores = await service.call({ url: '/v1/scores?sort=score&principal_id=p1' });
    expect(curve[1].score).toBeCloseTo(scores.json().items[0].score, 3);
  });
});

test('bad input is named', async () => {
  for (const [query, faults] of [
    ['', ['principal_id']],
    ['points=1', ['points']],
    ['points=501&limit=101&principal_id=p1', ['points', 'limit']],
    ['from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z&principal_id=p1', ['from']],
    ['from=2016-12-31T23:59:60Z&cursor=x&offset=0', ['offset', 'principal_id', 'from']],
    ['principal_id=p1&cursor=x', ['cursor']],
    ['principal_id=p-many', ['asset_id']],
    ['principal_id=p1&as_of=2026-01-01T00:00:00Z', ['as_of']],
  ] as const) {
    const response = await service.call({ url: `/v1/scores/history?${query}` });
    const named = response.json().detail.map((fault: { loc: string[] }) => fault.loc[1]);
    expect([query, response.statusCode, named.sort()]).toEqual([query, 400, [...faults].sort()]);
  }
});
