import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createReviewWorld,
  PEOPLE_AND_ACCESS,
  type ReviewWorld,
} from '../../../test/support/review-world.ts';
import { DAY_MS } from '../../platform/iso-instant.ts';
import { crossesAt } from '../scores/decay.rules.ts';

/** Of what was never used: at most half of 90 days. */
const HALF_LIFE_DAYS = 40;

let world: ReviewWorld;
let lapses: number;
beforeEach(async () => {
  const line = { kind: 'grant', id: 'g', principal_id: 'cid', asset_id: 'crm', permission: 'read' };
  world = await createReviewWorld([...PEOPLE_AND_ACCESS, { ...line, granted_at: new Date().toISOString() }]);
  const [row] = await world.test.admin("SELECT lapses_at FROM grant_scores WHERE grant_id = 'g'");
  lapses = Date.parse(String(row?.lapses_at));
});
afterEach(() => world.close());

const setPolicy = async (sections: object) => {
  await world.call({ method: 'PUT', url: '/v1/policy', payload: sections });
  await world.drain();
};
const atScore = async (score: number, ms = 0) => {
  world.now = crossesAt(lapses, score, HALF_LIFE_DAYS) + ms;
  await world.sweep();
};
const reviews = async () => (await world.call({ url: '/v1/reviews?principal_id=cid' })).json().total;
const announced = async (of = 'grant') =>
  (await world.events(of === 'grant' ? 'grant.threshold_crossed' : 'score.threshold_crossed')).map((event) =>
    Number(event.data.threshold),
  );

describe('the review mark', () => {
  test('is the threshold and the hysteresis, to the millisecond, and is not announced', async () => {
    await atScore(55, -1);
    expect(await reviews()).toBe(0);
    await atScore(55);
    expect(await reviews()).toBe(1);
    expect(await announced()).toEqual([20, 50]);
    await atScore(81);
    expect(await reviews()).toBe(1);
    expect(await announced()).toEqual([20, 50, 80]);
  });

  test('is armed again only when the score was as far below', async () => {
    await atScore(55);
    await world.test.admin("UPDATE reviews SET status = 'EXPIRED'");
    await world.test.admin('UPDATE workflows SET timer = NULL, timer_at = NULL');
    // A policy change moves the score to 48 and back past 55, then to 44 and back.
    await setPolicy({ patience: { never_used_days: 105 } });
    await setPolicy({ patience: { never_used_days: 90 } });
    await world.sweep();
    expect(await reviews()).toBe(1);
    await setPolicy({ patience: { never_used_days: 115 } });
    await setPolicy({ patience: { never_used_days: 90 } });
    await world.sweep();
    expect(await reviews()).toBe(2);
  });
});

describe('a change of policy', () => {
  test('that lowers the mark below what was announced makes the review, once, and announces nothing twice', async () => {
    await atScore(52);
    expect(await reviews()).toBe(0);
    await setPolicy({ review: { threshold: 30 } });
    await world.sweep();
    expect(await reviews()).toBe(1);
    await setPolicy({ review: { threshold: 32 } });
    await world.sweep();
    expect(await reviews()).toBe(1);
    expect(await announced()).toEqual([20, 50]);
  });

  test('of thresholds neither repeats nor forgets a crossing', async () => {
    await atScore(52);
    await setPolicy({ thresholds: [10, 45, 51, 90] });
    await world.sweep();
    // 10 and 45 lie below what was announced; 51 was passed and is new.
    expect(await announced()).toEqual([20, 50, 51]);
    expect(await announced('principal')).toEqual([20, 50, 51]);
    await setPolicy({ thresholds: [20, 50, 80] });
    await world.sweep();
    expect(await announced()).toEqual([20, 50, 51]);
    await atScore(80);
    expect((await announced()).sort()).toEqual([20, 50, 51, 80]);
    expect(await reviews()).toBe(1);
  });

  test('that makes many stale at once makes all their reviews', async () => {
    const people = Array.from({ length: 300 }, (_, i) => [
      { kind: 'principal', id: `p${i}`, display_name: `P${i}`, type: 'user' },
      {
        kind: 'grant',
        id: `g${i}`,
        principal_id: `p${i}`,
        asset_id: 'wiki',
        permission: 'read',
        granted_at: new Date(Date.now() - 60 * DAY_MS).toISOString(),
      },
    ]).flat();
    await world.import(people);
    await world.drain();
    await world.sweep();
    const before = (await world.call({ url: '/v1/reviews' })).json().total;
    await setPolicy({ review: { weekly_budget: null }, patience: { never_used_days: 21 } });
    await world.sweep();
    expect((await world.call({ url: '/v1/reviews' })).json().total).toBe(before + 300);
    expect((await world.call({ url: '/v1/reviews?assigned_to_id=olaf' })).json().total).toBe(300);
  });
});

test('without owner and manager the fallback of the policy is asked; without that the review waits for an admin', async () => {
  await world.import([{ kind: 'grant', id: 'h', principal_id: 'mia', asset_id: 'crm', permission: 'read' }]);
  await world.drain();
  await atScore(55);
  const assignee = async (principal: string) =>
    (await world.call({ url: `/v1/reviews?principal_id=${principal}` })).json().items[0].assigned_to_id;
  expect(await assignee('cid')).toBe(null);
  await setPolicy({ review: { fallback_reviewer_id: 'olaf' } });
  world.now += DAY_MS;
  await world.sweep();
  expect(await assignee('mia')).toBe('olaf');
});
