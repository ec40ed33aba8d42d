import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp } from '../../../../test/support/app.ts';
import { createReviewWorld, daysAgo, type ReviewWorld } from '../../../../test/support/review-world.ts';
import { createDevAuthenticate } from '../../../gateway/tokens/token-verifier.ts';
import { DAY_MS, isoInstant } from '../../../platform/iso-instant.ts';
import { saveLikelihoods } from '../../outcomes/likelihoods.sql.ts';
import type { PriorityPart } from './priority.rules.ts';
import { weighAgain } from './weigh-again.ts';

const person = (id: string, more: object = {}) => ({
  kind: 'principal',
  id,
  display_name: id,
  type: 'user',
  ...more,
});
const asset = (id: string, classification: string) => ({
  kind: 'asset',
  id,
  name: id,
  type: 'table',
  platform: 'fabric',
  classification,
});
const grant = (principal_id: string, asset_id: string, permission = 'read', more: object = {}) => ({
  kind: 'grant',
  id: `${principal_id}-${asset_id}-${permission}`,
  principal_id,
  asset_id,
  permission,
  granted_at: daysAgo(400),
  ...more,
});
const WIDE = Array.from({ length: 12 }, (_, i) => `wide-${i}`);

let world: ReviewWorld;
beforeEach(async () => {
  world = await createReviewWorld([
    person('ann'),
    person('off', { disabled: true }),
    person('gone', { last_login_at: daysAgo(300) }),
    person('wide'),
    asset('open', 'public'),
    asset('pay', 'pii'),
    ...WIDE.map((id) => asset(id, 'internal')),
    grant('ann', 'open'),
    grant('ann', 'pay', 'admin'),
    // The strongest of several counts.
    grant('ann', 'pay', 'read', { via_group_id: null }),
    grant('off', 'open'),
    grant('gone', 'open'),
    grant('wide', 'open'),
    ...WIDE.map((id) => grant('wide', id, 'read', { last_used_at: daysAgo(1) })),
  ]);
  await world.sweep();
});
afterEach(() => world.close());

interface Told {
  id: string;
  principal_id: string;
  asset_id: string;
  priority: number;
  priority_parts: PriorityPart[];
  weighed_at: string;
}

const list = async (query: string): Promise<{ items: Told[]; next_cursor: string | null; total: number }> => {
  const answer = await world.call({ url: `/v1/reviews?${query}` });
  expect(answer.statusCode).toBe(200);
  return answer.json();
};
const named = (items: readonly Told[]) =>
  items.map(({ principal_id, asset_id }) => `${principal_id} ${asset_id}`);
const partsOf = ({ priority_parts }: Told) =>
  Object.fromEntries(priority_parts.map(({ part, points, because }) => [part, `${points} ${because}`]));

describe('the list of reviews by priority', () => {
  test('begins with what matters most, and says why', async () => {
    const { items } = await list('sort=priority');
    const points = items.map(({ priority }) => priority);
    expect(points).toEqual(points.toSorted((a, b) => b - a));
    expect(named(items)[0]).toBe('ann pay');
    expect(partsOf(items[0] as Told)).toEqual({
      staleness: '40 its score is 100',
      classification: '25 it holds personal data',
      permission: '15 it allows administration',
      reach: '1 the account reaches 2 assets',
      account: '0 nothing is known against the account',
    });
    const byName = new Map(items.map((item) => [named([item])[0], item]));
    const of = (name: string) => partsOf(byName.get(name) as Told);
    expect(of('off open').account).toBe('10 the account is disabled');
    expect(of('gone open').account).toBe('5 nobody signs in to the account any more');
    expect(of('wide open').reach).toBe('4 the account reaches 13 assets');
    for (const { priority, priority_parts } of items)
      expect(priority).toBe(priority_parts.reduce((sum, part) => sum + part.points, 0));
  });

  test('neither repeats nor loses one over pages, in either direction and of one reviewer', async () => {
    for (const query of ['sort=priority', 'sort=priority&order=asc', 'sort=priority&asset_id=open']) {
      const whole = await list(query);
      const seen: string[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page: Awaited<ReturnType<typeof list>> = await list(
          `${query}&limit=2${cursor ? `&cursor=${cursor}` : ''}`,
        );
        seen.push(...page.items.map(({ id }) => id));
        cursor = page.next_cursor;
      }
      expect(seen).toEqual(whole.items.map(({ id }) => id));
      expect(whole.total).toBe(seen.length);
    }
  });

  test('shows a tenant nothing of another', async () => {
    const { test: store } = world;
    const stranger = await createTestApp({
      test: store,
      authenticate: ({ tenants }) => createDevAuthenticate(tenants.b),
    });
    try {
      const answer = await stranger.call({ url: '/v1/reviews?sort=priority' });
      expect(answer.json()).toMatchObject({ items: [], total: 0 });
    } finally {
      await stranger.app.close();
    }
  });

  test('names an order that there is not', async () => {
    const answer = await world.call({ url: '/v1/reviews?sort=importance' });
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toContain('sort');
  });
});

describe('a day later', () => {
  const dayLater = { now: () => Date.now() + DAY_MS + 1_000 };
  const again = () => weighAgain({ db: world.test.db, ...dayLater }, world.tenant);
  const one = async (name: string) => {
    const { items } = await list('sort=priority');
    return items.find((item) => named([item])[0] === name) as Told;
  };

  test('open reviews are weighed by what is known by then, once', async () => {
    const before = await one('ann pay');
    await world.test.db.transaction(world.tenant, (tx) =>
      tx.query("UPDATE principals SET disabled = true WHERE tenant_id = $1 AND id = 'ann'", [tx.tenant_id]),
    );
    expect(await weighAgain({ db: world.test.db, now: Date.now }, world.tenant)).toBe(false);
    expect(await again()).toBe(true);
    const after = await one('ann pay');
    expect(after.priority).toBe(before.priority + 10);
    expect(partsOf(after).account).toBe('10 the account is disabled');
    expect(Date.parse(after.weighed_at)).toBeGreaterThan(Date.parse(before.weighed_at));
    expect(await again()).toBe(false);
  });

  test('by what the organisation has answered, where that is known', async () => {
    const { model_version } = (await world.call({ url: '/v1/policy' })).json();
    await world.test.db.transaction(world.tenant, (tx) =>
      saveLikelihoods(
        tx,
        {
          model_version,
          blocks: [{ from: 55, to: 100, cases: 198, no_longer_needed: 99 }],
        },
        Date.now(),
      ),
    );
    await again();
    expect(partsOf(await one('ann pay')).staleness).toBe('20 of 100 like this, 50 were not missed');
  });

  test('what has been answered keeps the weight it had', async () => {
    const { id, priority, weighed_at } = await one('ann pay');
    await world.decide(id, { decision: 'CONFIRM', justification: 'Needed.' });
    await again();
    const closed = (await world.call({ url: `/v1/reviews/${id}` })).json();
    expect(closed).toMatchObject({ status: 'DECIDED', priority, weighed_at });
  });

  test('one that somebody is deciding is left for the next time, without waiting', async () => {
    const { id, weighed_at } = await one('ann pay');
    await world.test.db.transaction(world.tenant, async (tx) => {
      await tx.query('SELECT id FROM reviews WHERE tenant_id = $1 AND id = $2 FOR UPDATE', [
        tx.tenant_id,
        id,
      ]);
      expect(await again()).toBe(true);
    });
    expect((await one('ann pay')).weighed_at).toBe(weighed_at);
    expect(await again()).toBe(true);
    expect(Date.parse((await one('ann pay')).weighed_at)).toBeGreaterThan(Date.parse(weighed_at));
  });

  test('what was asked before anything was weighed says so until then', async () => {
    await world.test.db.transaction(world.tenant, (tx) =>
      tx.query(
        "UPDATE reviews SET priority = 0, priority_facts = NULL, weighed_at = '-infinity' WHERE tenant_id = $1",
        [tx.tenant_id],
      ),
    );
    const { items } = await list('sort=priority');
    expect(items.every(({ priority, weighed_at }) => priority === null && weighed_at === null)).toBe(true);
    expect(await again()).toBe(true);
    expect((await one('ann pay')).priority).toBeGreaterThan(50);
    expect(isoInstant(Date.parse((await one('ann pay')).weighed_at))).toBe((await one('ann pay')).weighed_at);
  });
});
