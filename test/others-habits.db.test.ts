import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_POLICY } from '../src/core/policy/policy.rules.ts';
import { habitsOfOthers } from '../src/core/scores/others.sql.ts';
import { DAY_MS } from '../src/platform/iso-instant.ts';
import { blocksOf, explain } from './support/explain.ts';
import { plainFacts } from './support/grant-facts.ts';
import { createReviewWorld, daysAgo, type ReviewWorld } from './support/review-world.ts';

/** What others with the same access make of it, told while somebody's own habit is unknown. */

const SAID =
  'Of 5 others with the same access that were looked at, 4 use it regularly, half of them at least every 7 days.';
const WEEKLY = ['bea', 'cleo', 'dora', 'ed'];
const person = (id: string, type = 'user') => ({ kind: 'principal', id, display_name: id, type });
const grant = (principal_id: string, permission = 'read', more: object = {}) => ({
  kind: 'grant',
  id: `g-${principal_id}`,
  principal_id,
  asset_id: 'crm',
  permission,
  granted_at: daysAgo(200),
  ...more,
});

let world: ReviewWorld;
beforeAll(async () => {
  world = await createReviewWorld([
    { kind: 'asset', id: 'crm', name: 'crm', type: 'table', platform: 'fabric', owner_id: 'bea' },
    ...['ann', 'amy', ...WEEKLY, 'fred', 'writer'].map((id) => person(id)),
    ...['robot', 'robot2', 'robot3', 'robot4'].map((id) => person(id, 'service_account')),
    person('team', 'group'),
    ...['ann', 'amy', ...WEEKLY, 'robot', 'robot2', 'robot3', 'robot4', 'team'].map((id) => grant(id)),
    grant('writer', 'write'),
    grant('fred', 'write'),
  ]);
  for (let day = 42; day > 0; day -= 7) {
    for (const id of WEEKLY) await world.use(id, 'crm', Date.now() - day * DAY_MS);
    await world.use('writer', 'crm', Date.now() - day * DAY_MS);
  }
  await world.drain();
});
afterAll(() => world.close());

const setModel = async (model_version: number) => {
  const { statusCode } = await world.call({ method: 'PUT', url: '/v1/policy', payload: { model_version } });
  expect(statusCode).toBe(200);
  await world.drain();
};
const reasonOf = async (id: string): Promise<string> =>
  (await world.call({ url: `/v1/scores/${id}` })).json().grants[0].parts[0].reason;

test('is told of people with the same permission, by the second model alone, and in reviews too', async () => {
  await setModel(1);
  expect(await reasonOf('ann')).toBe('No use is known since it was granted; 90 days are tolerated.');
  await setModel(2);
  expect(await reasonOf('ann')).toBe(`No use is known since it was granted; 90 days are tolerated. ${SAID}`);
  await world.use('amy', 'crm');
  expect(await reasonOf('amy')).toContain(`without use are tolerated. ${SAID}`);
  for (const id of ['bea', 'robot', 'team', 'fred']) expect(await reasonOf(id)).not.toContain('others');

  await world.sweep();
  const reviews = (await world.call({ url: '/v1/reviews?principal_id=ann' })).json().items;
  expect(reviews[0].evidence_json.grants[0].shifts[0].reason).toContain(SAID);
});

test('looks at few others, however many there are', async () => {
  const { test: store, tenant } = world;
  const policy = { ...DEFAULT_POLICY, model_version: 2 as const };
  const read = async () => {
    const grants = [{ grant_id: 'g-ann', facts: plainFacts() }];
    const plans = await explain(store, (q) => habitsOfOthers(q, grants, { policy, now: world.now }));
    expect(plans).toHaveLength(1);
    return plans.reduce((sum, plan) => sum + blocksOf(plan), 0);
  };
  await store.admin(
    `INSERT INTO principals (tenant_id, id, display_name, type, source)
     SELECT $1, 'x' || i, 'x', 'user', 'import' FROM generate_series(1, 3000) i`,
    [tenant],
  );
  await store.admin(
    `INSERT INTO grants (tenant_id, id, principal_id, asset_id, permission, granted_at)
     SELECT $1, 'g-x' || i, 'x' || i, 'crm', 'read', now() FROM generate_series(1, 3000) i`,
    [tenant],
  );
  await world.drain();
  await store.admin('VACUUM ANALYZE grants');
  await store.admin('VACUUM ANALYZE grant_scores');
  expect(await read()).toBeLessThan(300);
});
