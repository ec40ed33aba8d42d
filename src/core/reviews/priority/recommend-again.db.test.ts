import { afterEach, beforeEach, expect, test } from 'vitest';
import { createReviewWorld, daysAgo, type ReviewWorld } from '../../../../test/support/review-world.ts';
import { openTelemetryGap, recordTelemetryGaps } from '../../scores/telemetry-gaps.sql.ts';
import { weighAgain } from './weigh-again.ts';

const person = (id: string, more: object = {}) => ({
  kind: 'principal',
  id,
  display_name: id,
  type: 'user',
  ...more,
});
const asset = (id: string, platform: string) => ({ kind: 'asset', id, name: id, type: 'table', platform });
const grant = (principal_id: string, asset_id: string, more: object = {}) => ({
  kind: 'grant',
  id: `${principal_id}-${asset_id}`,
  principal_id,
  asset_id,
  permission: 'read',
  granted_at: daysAgo(400),
  ...more,
});

let world: ReviewWorld;
beforeEach(async () => {
  world = await createReviewWorld([
    person('plain'),
    person('younger'),
    person('kept'),
    person('shielded', { protected: true }),
    person('unseen'),
    person('half'),
    asset('wiki', 'fabric'),
    asset('dark', 'synapse'),
    asset('dim', 'ledgers'),
    grant('plain', 'wiki'),
    grant('younger', 'wiki', { granted_at: daysAgo(110) }),
    grant('kept', 'wiki', { purpose: 'standby' }),
    grant('shielded', 'wiki'),
    grant('unseen', 'dark'),
    grant('half', 'dim'),
  ]);
  await world.sweep();
});
afterEach(() => world.close());

type Stored = { id: string; principal_id: string; recommendation: string };

test('weighing again stores what the evidence recommends by then', async () => {
  await world.test.db.transaction(world.tenant, async (tx) => {
    await openTelemetryGap(tx, { platform: 'synapse', connector_id: '' }, daysAgo(1));
    const gap = [{ from: daysAgo(60), to: daysAgo(50) }];
    await recordTelemetryGaps(tx, { platform: 'ledgers', connector_id: '' }, gap);
    await tx.query(
      "UPDATE reviews SET recommendation = 'CONFIRM', weighed_at = '2020-01-01' WHERE tenant_id = $1",
      [tx.tenant_id],
    );
  });
  const { items } = (await world.call({ url: '/v1/reviews?limit=100' })).json();
  const shown = Object.fromEntries(
    (items as Stored[]).map(({ principal_id, recommendation }) => [principal_id, recommendation]),
  );
  expect(shown).toEqual({
    plain: 'REVOKE',
    younger: 'REVIEW',
    kept: 'REVIEW',
    shielded: 'REVIEW',
    unseen: 'REVIEW',
    half: 'REVIEW',
  });
  expect(await weighAgain({ db: world.test.db, now: Date.now }, world.tenant)).toBe(true);
  const stored = (await world.test.admin('SELECT * FROM reviews WHERE tenant_id = $1', [
    world.tenant,
  ])) as Stored[];
  const byPrincipal = stored.map(({ principal_id, recommendation }) => [principal_id, recommendation]);
  expect(Object.fromEntries(byPrincipal)).toEqual(shown);
});
