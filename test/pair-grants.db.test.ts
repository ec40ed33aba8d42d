import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from './support/app.ts';
import { drain } from './support/drain.ts';

let service: TestApp;

const ANCIENT = '2020-01-01T00:00:00Z';
const grant = (id: string, permission: string, more: object = {}) => ({
  kind: 'grant',
  id,
  principal_id: 'p',
  asset_id: 'a',
  permission,
  granted_at: ANCIENT,
  ...more,
});

beforeAll(async () => {
  service = await createTestApp();
  const { rejected } = await service.import([
    { kind: 'principal', id: 'p', type: 'user', display_name: 'P' },
    { kind: 'principal', id: 'group', type: 'group', display_name: 'Group' },
    { kind: 'asset', id: 'a', name: 'A', type: 'table', platform: 'fabric', classification: 'internal' },
    { kind: 'asset', id: 'b', name: 'B', type: 'table', platform: 'fabric', classification: 'internal' },
    grant('direct', 'read'),
    grant('by-group', 'read', { via_group_id: 'group' }),
    grant('direct-write', 'write'),
    grant('elsewhere', 'read', { asset_id: 'b' }),
  ]);
  expect(rejected).toBe(0);
  await drain(service.test, service.test.tenants.a, Date.now());
});
afterAll(() => service.close());

const PAIR = ['by-group', 'direct', 'direct-write'];

test.each([
  ['form=pair', [...PAIR, 'elsewhere']],
  ['principal_id=p&asset_id=a', PAIR],
  ['principal_id=p&asset_id=a&sort=score&order=desc&min_score=50', PAIR],
  ['form=pair&sort=score&order=desc&min_score=50', [...PAIR, 'elsewhere']],
])('scores?%s has a row for each grant of a pair, and counts them', async (query, ids) => {
  const whole = (await service.call({ url: `/v1/scores?${query}` })).json();
  expect(whole.items.map((item: { grant_id: string }) => item.grant_id).sort()).toEqual(ids);
  expect(whole.total).toBe(ids.length);
  const first = (await service.call({ url: `/v1/scores?${query}&limit=1` })).json();
  expect([first.items.length, first.total]).toEqual([1, ids.length]);
});

test('the history of the pair shows every grant of it', async () => {
  const { items, total } = (
    await service.call({ url: '/v1/scores/history?principal_id=p&asset_id=a' })
  ).json();
  expect([...new Set(items.map((item: { grant_id: string }) => item.grant_id))].sort()).toEqual(PAIR);
  expect(total).toBe(items.length);
});
