import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../../test/support/app.ts';
import { createReviewWorld, daysAgo, type ReviewWorld } from '../../../../test/support/review-world.ts';
import { createDevAuthenticate } from '../../../gateway/tokens/token-verifier.ts';

let world: ReviewWorld;
let stranger: TestApp;

const person = (id: string, more: object = {}) => ({
  kind: 'principal',
  id,
  display_name: id.toUpperCase(),
  type: 'user',
  ...more,
});
const asset = (id: string, more: object = {}) => ({
  kind: 'asset',
  id,
  name: `the ${id}`,
  type: 'table',
  platform: 'fabric',
  classification: 'internal',
  owner_id: 'owner',
  ...more,
});
const grant = (principal_id: string, asset_id: string, more: object = {}) => ({
  kind: 'grant',
  id: `${principal_id}-${asset_id}`,
  principal_id,
  asset_id,
  permission: 'read',
  granted_at: daysAgo(400),
  ...more,
});
const TEN = Array.from({ length: 10 }, (_, i) => `p${i}`);

beforeAll(async () => {
  world = await createReviewWorld([
    person('owner'),
    ...TEN.map((id) => person(id)),
    person('off', { disabled: true }),
    person('late'),
    person('team', { type: 'group' }),
    person('kept', { type: 'service_account' }),
    asset('sales'),
    asset('costs'),
    ...TEN.map((id) => ({ kind: 'membership', group_id: 'team', member_id: id })),
    ...TEN.slice(0, 8).map((id) => grant(id, 'sales')),
    grant('p8', 'sales', { permission: 'admin' }),
    // 30 past the lapse date, a score of 63; and 90 past it, of 83.
    grant('p9', 'sales', { granted_at: daysAgo(120) }),
    grant('late', 'sales', { granted_at: daysAgo(180) }),
    grant('owner', 'sales', { permission: 'owner', last_used_at: daysAgo(1) }),
    grant('off', 'sales'),
    grant('kept', 'sales', { purpose: 'standby' }),
    ...TEN.slice(0, 3).map((id) => grant(id, 'costs', { via_group_id: 'team' })),
    grant('p4', 'costs', { last_used_at: daysAgo(200) }),
  ]);
  await world.sweep();
  const { test } = world;
  stranger = await createTestApp({ test, authenticate: ({ tenants }) => createDevAuthenticate(tenants.b) });
});
afterAll(async () => {
  await stranger.app.close();
  await world.close();
});

const groups = async (query: string) => {
  const answer = await world.call({ url: `/v1/reviews/groups?${query}` });
  expect(answer.statusCode).toBe(200);
  return answer.json();
};

describe('groups of open reviews', () => {
  test('by asset: what is alike, what stands out and why', async () => {
    const { items, total, rule } = await groups('by=asset');
    expect(rule[0]).toMatch(/same asset/);
    expect(total).toBe(items.length);
    const stale = items.find(
      (each: { recommendation: string; asset_id: string }) =>
        each.recommendation === 'REVOKE' && each.asset_id === 'sales',
    );
    expect(stale).toMatchObject({
      reason: null,
      sentence: '11 people have access to the sales: 1 is disabled, 10 have never used it; 1 stands out.',
      members: 11,
      looked_at: 11,
      together: 10,
      recommendation: 'REVOKE',
      decisions: ['REVOKE'],
      exceptions_total: 1,
      by_reason: [
        { reason: 'disabled', members: 1 },
        { reason: 'never_used', members: 10 },
      ],
      by_recommendation: { REVOKE: 11, REVIEW: 0, CONFIRM: 0 },
      by_idle_days: [
        { members: 0 },
        { members: 0 },
        { members: 0 },
        { from: 180, to: 365, members: 1 },
        { from: 365, to: null, members: 10 },
      ],
    });
    expect(
      stale.exceptions.map((each: { principal_id: string; why: { kind: string }[] }) => [
        each.principal_id,
        each.why.map(({ kind }) => kind),
      ]),
    ).toEqual([['late', ['used_more_recently']]]);
    const sentences = items.map((each: { sentence: string }) => each.sentence).sort();
    expect(sentences).toEqual([
      '11 people have access to the sales: 1 is disabled, 10 have never used it; 1 stands out.',
      '2 principals have read on the sales: 1 keeps it for a case that may never come, 1 has never used it; 1 stands out.',
      '4 people have read on the costs: 3 have never used it, 1 has not used it for 30 days or more.',
    ]);
  });

  test('recommend what their reviews recommend', async () => {
    const { items } = await groups('by=asset');
    const reviews = (await world.call({ url: '/v1/reviews?limit=100' })).json().items;
    for (const word of ['REVOKE', 'REVIEW', 'CONFIRM']) {
      const grouped = items.reduce(
        (sum: number, each: { by_recommendation: Record<string, number> }) =>
          sum + (each.by_recommendation[word] ?? 0),
        0,
      );
      const listed = reviews.filter(
        (each: { recommendation: string }) => each.recommendation === word,
      ).length;
      expect([word, grouped]).toEqual([word, listed]);
    }
  });

  test('by person, group, reason and campaign', async () => {
    const of = async (by: string) =>
      (await groups(`by=${by}`)).items.map((each: { sentence: string }) => each.sentence);
    expect(await of('principal')).toContain('P1 has never used 2 assets.');
    expect(await of('principal')).toContain(
      'P4 has access to 2 assets: 1 was never used, 1 was not used for 30 days or more.',
    );
    expect(await of('group')).toEqual(['3 people of TEAM have never used read on the costs.']);
    const reasons = (await groups('by=reason')).items.map((each: { reason: string }) => each.reason);
    expect(reasons).toEqual(['purpose', 'disabled', 'never_used', 'never_used', 'never_used', 'unused']);
    expect(await of('reason')).toContain('1 person is disabled and still has read on the sales.');
    expect(await of('campaign')).toEqual([]);
  });

  test('a page goes on where the last one ended', async () => {
    for (const by of ['asset', 'principal', 'reason']) {
      const all = (await groups(`by=${by}`)).items;
      const seen: unknown[] = [];
      let cursor: string | null = null;
      do {
        const page: { items: unknown[]; next_cursor: string | null; total: number } = await groups(
          `by=${by}&limit=1${cursor ? `&cursor=${cursor}` : ''}`,
        );
        expect(page.total).toBe(all.length);
        seen.push(...page.items.map((each) => (each as { sentence: string }).sentence));
        cursor = page.next_cursor;
      } while (cursor !== null);
      expect(seen).toEqual(all.map((each: { sentence: string }) => each.sentence));
    }
    expect((await groups('by=asset&limit=1&offset=2')).items).toHaveLength(1);
  });

  test('only what the filters name', async () => {
    expect((await groups('by=reason&asset_id=costs')).total).toBe(2);
    expect((await groups('by=asset&asset_id=costs')).total).toBe(1);
    expect((await groups('by=asset&principal_id=p4')).items).toHaveLength(2);
    expect((await groups('by=asset&assigned_to_id=nobody')).items).toEqual([]);
    const reviews: { id: string; principal_id: string }[] = (
      await world.call({ url: '/v1/reviews?limit=100&asset_id=sales' })
    ).json().items;
    const some = reviews.filter(({ principal_id }) => ['p1', 'p2'].includes(principal_id));
    const chosen = await groups(`by=asset&review_ids=${some.map(({ id }) => id).join()},none`);
    expect(chosen.items).toMatchObject([{ members: 2, together: 2, asset_id: 'sales' }]);
  });

  test('are nobody else’s', async () => {
    expect((await stranger.call({ url: '/v1/reviews/groups?by=asset' })).json()).toMatchObject({
      items: [],
      total: 0,
    });
    const { next_cursor } = await groups('by=asset&limit=1');
    const other = await stranger.call({ url: `/v1/reviews/groups?by=asset&limit=1&cursor=${next_cursor}` });
    expect(other.statusCode).toBe(400);
  });

  test('name what is wrong with a query', async () => {
    for (const [query, place] of [
      ['', 'query.by'],
      ['by=colour', 'query.by'],
      ['by=asset&risk_level=high', 'query.risk_level'],
      ['by=asset&cursor=x', 'query.cursor'],
      ['by=asset&by=reason', 'query.by'],
      ['by=asset&status=OPEN', 'query.status'],
    ]) {
      const answer = await world.call({ url: `/v1/reviews/groups?${query}` });
      expect([query, answer.statusCode, answer.json().detail[0].loc.join('.')]).toEqual([query, 400, place]);
    }
  });
});
