import { afterEach, beforeEach, expect, test } from 'vitest';
import { findInventoryAccounts } from '../src/core/scores/inventory/find-inventory-accounts.ts';
import { DAY_MS } from '../src/platform/iso-instant.ts';
import { createReviewWorld, daysAgo, type ReviewWorld } from './support/review-world.ts';

/** An account that touches everything, beside people in the same group and with the same access. */

const ASSETS = Array.from({ length: 60 }, (_, i) => `t${String(i).padStart(2, '0')}`);
const SALES = ['ann', 'bea', 'cleo', 'dora'];
const grant = (id: string, principal_id: string, asset_id: string) => ({
  kind: 'grant',
  id,
  principal_id,
  asset_id,
  permission: 'read',
  granted_at: daysAgo(80),
});
const person = (id: string) => ({
  kind: 'principal',
  id,
  display_name: id,
  type: 'user',
  department: 'Sales',
});

let world: ReviewWorld;
beforeEach(async () => {
  world = await createReviewWorld([
    ...[...SALES, 'scanner'].map(person),
    { kind: 'principal', id: 'readers', display_name: 'Readers', type: 'group' },
    { kind: 'membership', group_id: 'readers', member_id: 'scanner' },
    { kind: 'membership', group_id: 'readers', member_id: 'ann' },
    ...ASSETS.map((id) => ({ kind: 'asset', id, name: id, type: 'table', platform: 'fabric' })),
    ...ASSETS.slice(1).map((id) => grant(`s-${id}`, 'scanner', id)),
    // Two grants on one asset are one asset.
    ...ASSETS.slice(1, 45).map((id) => ({ ...grant(`w-${id}`, 'scanner', id), permission: 'write' })),
    ...SALES.map((id) => grant(`${id}-t01`, id, 't01')),
    grant('r-t00', 'readers', 't00'),
    grant('r-t01', 'readers', 't01'),
  ]);
  await setModel(2);
});
afterEach(() => world.close());

async function setModel(model_version: number) {
  const answer = await world.call({ method: 'PUT', url: '/v1/policy', payload: { model_version } });
  expect(answer.statusCode).toBe(200);
  await world.drain();
}
async function look() {
  await world.test.db.transaction(world.tenant, (tx) => findInventoryAccounts(tx, world.now));
  await world.drain();
}
const get = async (url: string) => (await world.call({ url })).json();
const since = async (id: string) => (await get(`/v1/principals/${id}`)).inventory_since;
const lastUse = async (id: string) => (await get(`/v1/grants/${id}`)).last_used_at;
const useAll = async (assets: readonly string[]) => {
  for (const asset of assets) await world.use('scanner', asset, world.now);
};

test('whoever uses less than nearly everything is none, nor anybody on a small platform', async () => {
  await useAll(ASSETS.slice(1, 45));
  await look();
  expect(await since('scanner')).toBeNull();
});

test('its use counts for what it holds itself, not for its groups, and not as that of a peer', async () => {
  const before = world.now;
  await useAll(ASSETS.slice(1));
  expect(await lastUse('r-t01')).toBe(new Date(before).toISOString());
  await look();
  expect(await since('scanner')).toBe(new Date(world.now).toISOString());
  expect(await since('ann')).toBeNull();
  const entries = await world.events('principal.changed');
  expect(entries.map(({ actor, data }) => [actor, data.principal_id, data.after])).toEqual([
    ['system', 'scanner', { inventory_since: new Date(world.now).toISOString() }],
  ]);

  world.now += 3_600_000;
  await useAll(['t00', 't01']);
  expect(await lastUse('r-t00')).toBeNull();
  expect(await lastUse('r-t01')).toBe(new Date(before).toISOString());
  expect(await lastUse('s-t01')).toBe(new Date(world.now).toISOString());
  // It had access to t00 all the same.
  expect(await world.test.admin('SELECT kind FROM anomaly_signals')).not.toContainEqual({
    kind: 'ungranted_use',
  });
  await world.use('ann', 't00', world.now);
  expect(await lastUse('r-t00')).toBe(new Date(world.now).toISOString());
  const [peers] = await world.test.admin(
    "SELECT holders, active FROM peer_groups WHERE asset_id = 't01' AND department = 'Sales'",
  );
  expect(peers).toEqual({ holders: 4, active: 0 });
});

test('is looked for once a day, and ends when it stops, with an entry', async () => {
  await useAll(ASSETS.slice(1));
  await look();
  expect(await since('scanner')).not.toBeNull();
  await world.test.admin("UPDATE principals SET inventory_since = NULL WHERE id = 'scanner'");
  world.now += 3_600_000;
  await look();
  expect(await since('scanner')).toBeNull();
  world.now += DAY_MS;
  await look();
  expect(await since('scanner')).not.toBeNull();

  world.now += 32 * DAY_MS;
  await look();
  expect(await since('scanner')).toBeNull();
  const last = (await world.events('principal.changed')).at(-1);
  expect(last?.data).toMatchObject({ principal_id: 'scanner', after: { inventory_since: null } });
});

test('there is none by the first model, and none of another tenant', async () => {
  await useAll(ASSETS.slice(1));
  const other = world.test.tenants.b;
  await world.test.db.transaction(other, (tx) => findInventoryAccounts(tx, world.now));
  expect(await since('scanner')).toBeNull();
  await look();
  expect(await since('scanner')).not.toBeNull();
  await setModel(1);
  await look();
  expect(await since('scanner')).toBeNull();
  world.now += DAY_MS;
  await useAll(['t01']);
  expect(await lastUse('r-t01')).toBe(new Date(world.now).toISOString());
});
