import { afterAll, beforeAll, expect, test } from 'vitest';
import { createReviewWorld, daysAgo, type ReviewWorld } from '../../../test/support/review-world.ts';
import { DAY_MS } from '../../platform/iso-instant.ts';
import { appendToInbox } from '../events/inbox.sql.ts';
import { dayOf } from './habit.rules.ts';

/** Access that is used in one part of the year, from its events to its lapse date, its reason and its review. */

const every = (from: number, to: number): number[] =>
  Array.from({ length: from - to + 1 }, (_, i) => from - i);
/** Who uses it on which days before today: of both years, the second of `stopped` ends in the middle. */
const USES: Record<string, number[]> = {
  kept: [...every(465, 375), ...every(100, 10)],
  stopped: [...every(465, 375), ...every(100, 60)],
};

let world: ReviewWorld;
beforeAll(async () => {
  world = await createReviewWorld([
    { kind: 'asset', id: 'crm', name: 'crm', type: 'table', platform: 'synapse', classification: 'internal' },
    ...Object.keys(USES).flatMap((id) => [
      { kind: 'principal', id, display_name: id, type: 'user' },
      {
        kind: 'grant',
        id: `g-${id}`,
        principal_id: id,
        asset_id: 'crm',
        permission: 'read',
        granted_at: daysAgo(600),
      },
    ]),
  ]);
  await world.call({ method: 'PUT', url: '/v1/policy', payload: { model_version: 2 } });
  await tell(USES);
});
afterAll(() => world.close());

async function tell(uses: Record<string, number[]>): Promise<void> {
  const events = Object.entries(uses).flatMap(([principal_id, days]) =>
    days.map((day) => ({
      event_id: `${principal_id}-${day}`,
      principal_id,
      asset_id: 'crm',
      action: 'query',
      platform: 'synapse',
      timestamp: daysAgo(day, TODAY),
      metadata: null,
    })),
  );
  await world.test.db.transaction(world.tenant, (tx) => appendToInbox(tx, events));
  await world.drain();
}

/** One instant, so that days before it are whole days apart. */
const TODAY = Date.now();
const isoDay = (daysAhead: number): string =>
  new Date((dayOf(TODAY) + daysAhead) * DAY_MS).toISOString().slice(0, 10);
const partsOf = async (id: string): Promise<{ kind: string; days: number; reason: string }[]> =>
  (await world.call({ url: `/v1/scores/${id}` })).json().grants[0].parts;
const lapsesIn = async (id: string): Promise<number> =>
  (Date.parse((await world.call({ url: `/v1/scores/${id}` })).json().lapses_at) - TODAY) / DAY_MS;
const summaryOf = async (id: string): Promise<string> => {
  const payload = { principal_id: id, asset_id: 'crm', reason: 'To see what is known of it.' };
  const asked = await world.call({ method: 'POST', url: '/v1/reviews', payload });
  expect([asked.statusCode, asked.body]).toEqual([201, asked.body]);
  return (await world.call({ url: `/v1/reviews?principal_id=${id}` })).json().items[0].evidence_json.summary;
};

test('after the season it waits until the next one has begun, and says so', async () => {
  expect(await lapsesIn('kept')).toBe(275);
  const [patience] = await partsOf('kept');
  expect(patience).toMatchObject({ kind: 'patience', days: 285 });
  expect(patience?.reason).toMatch(
    new RegExp(
      `^Used from \\w+ to \\w+ every year, expected again on ${isoDay(265)}; 285 days without use are tolerated, 10 of them after that\\.$`,
    ),
  );
});

test('what ends in the season is noticed in it', async () => {
  expect(await lapsesIn('stopped')).toBe(-38);
  const [patience] = await partsOf('stopped');
  expect(patience?.reason).toMatch(
    /^Used from \w+ to \w+ every year, then every day; 22 days without use are tolerated\.$/,
  );
  expect(await summaryOf('stopped')).toMatch(
    /^Unused for 60 days; used from \w+ to \w+ every year, then every day; /,
  );
});

test('a further use, told by itself, leads to the same day, and everything computed anew to the same', async () => {
  await tell({ kept: [8] });
  expect(await lapsesIn('kept')).toBe(275);
  const [patience] = await partsOf('kept');
  expect(patience?.days).toBe(283);
  const stored = () =>
    world.test.admin(
      'SELECT grant_id, lapses_at, half_life_class FROM grant_scores WHERE tenant_id = $1 ORDER BY 1',
      [world.tenant],
    );
  const before = await stored();
  await world.call({ method: 'PUT', url: '/v1/policy', payload: { model_version: 1 } });
  await world.drain();
  expect(await lapsesIn('kept')).not.toBe(275);
  await world.call({ method: 'PUT', url: '/v1/policy', payload: { model_version: 2 } });
  await world.drain();
  expect(await stored()).toEqual(before);
});

test('the history has the date that each use led to then', async () => {
  const url = '/v1/scores/history?principal_id=kept&asset_id=crm&limit=100';
  const { items } = (await world.call({ url })).json();
  // The score right after a use says how far away the lapse date was: far after the season, near in its middle.
  const after = (day: number) =>
    items.find(
      (item: { cause: string; calculated_at: string }) =>
        item.cause === 'use' && dayOf(Date.parse(item.calculated_at)) === dayOf(TODAY) - day,
    );
  for (const [day, patience, half_life] of [
    [8, 283, 80],
    [80, 22, 10],
  ] as const) {
    const { score, model_version } = after(day);
    expect(score).toBeCloseTo(100 / (1 + 2 ** (patience / (model_version === 1 ? 10 : half_life))), 1);
  }
});
