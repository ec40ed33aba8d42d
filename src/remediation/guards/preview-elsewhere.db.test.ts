import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { ANA, BEN, FilledGroupWorld } from '../../../test/support/filled-group-world.ts';
import { loadPolicy } from '../../core/policy/policies.sql.ts';
import { foreseeRefusals } from './foresee-refusals.ts';
import { previewRemediation } from './preview-remediation.ts';

/** What is said before anybody decides, of access that ends on another platform: no platform is asked. */

let store: TestDatabase;
let world: FilledGroupWorld;

beforeAll(async () => {
  store = await createTestDatabase();
});
afterAll(() => store.drop());
beforeEach(async () => {
  await store.admin(`TRUNCATE grants, memberships, identities, assets, principals, search_terms, tallies, events, inbox,
    recalculations, grant_scores, principal_scores, score_history, peer_groups, telemetry_gaps, policies, jobs,
    remediations, remediation_steps, remediation_breakers, connectors, connector_objects, accounts CASCADE`);
  world = await FilledGroupWorld.create(store, store.tenants.a);
});
afterEach(() => world.close());

const ORDERS = 'main.sales.orders';

async function preview(user: string, asset: string) {
  const q = store.db.tenant(world.tenant);
  const { policy } = await loadPolicy(q);
  const { id } = await world.inherited(user, asset);
  const seen = world.entra.seen.length + world.databricks.seen.length;
  const [said] = await previewRemediation(q, [id], { policy, now: world.now });
  const refused = (await foreseeRefusals(q, [id], { policy, now: world.now })).get(id);
  expect(world.entra.seen.length + world.databricks.seen.length).toBe(seen);
  expect(refused).toEqual(said?.guards.filter(({ passed }) => !passed).map(({ guard }) => guard));
  return { ...(said as NonNullable<typeof said>), id, refused };
}

test('the preview says where it ends and what goes with it, as the worker does then', async () => {
  await world.connectFabric();
  const said = await preview(ANA, ORDERS);
  expect(said).toMatchObject({
    action: 'remove_group_membership',
    elsewhere: { connector_id: 'entra', connector_name: 'entra', platform: 'azure_ad' },
    mode: 'automatic',
    refused: [],
  });
  expect(said.elsewhere?.message).toMatch(
    /^\w+ is filled by Entra ID \(entra\): the membership( in \w+)? is removed there\.$/,
  );
  const { plan, guards } = await world.found(await world.revoke(said.id));
  expect(said.also_removes).toEqual(plan?.also_removes);
  expect(said.also_removes.items.map(({ asset_name }) => asset_name)).toEqual(
    expect.arrayContaining(['Shop', 'Sales', 'main.sales.refunds']),
  );
  expect(said.guards.map(({ guard, passed }) => [guard, passed])).toEqual(
    guards?.map(({ guard, passed }) => [guard, passed]),
  );
  // What is held in Entra ID itself ends where it is.
  expect((await preview(BEN, 'Shop')).elsewhere).toBeNull();
});

test('by the guards of the worker: use, protection and the last administrator elsewhere', async () => {
  const shop = await world.inherited(ANA, 'Shop');
  await store.admin("UPDATE grant_scores SET lapses_at = '2030-01-01' WHERE grant_id = $1", [shop.id]);
  expect((await preview(ANA, ORDERS)).refused).toEqual(['other_access']);
  await store.admin("UPDATE assets SET protected = true WHERE name = 'Shop'");
  expect((await preview(ANA, ORDERS)).refused).toEqual(['protected_asset', 'other_access']);
  await store.admin("UPDATE assets SET protected = false WHERE name = 'Shop'");
  await store.admin("UPDATE grants SET permission = 'Admin' WHERE id = $1", [shop.id]);
  const { guards } = await preview(ANA, ORDERS);
  expect(guards.find(({ guard }) => guard === 'last_admin')).toMatchObject({
    passed: false,
    message: 'Nobody else could administer Shop.',
  });
});

test('the mode of the connector there counts, and what is missing or not known is said', async () => {
  await world.setConnectors("mode = 'dry_run'", 'entra');
  expect((await preview(ANA, ORDERS)).mode).toBe('dry_run');
  await store.admin(
    "UPDATE connector_objects SET gone_at = now() WHERE kind = 'membership' AND connector_id = 'entra'",
  );
  const unknown = await preview(ANA, ORDERS);
  expect(unknown.elsewhere).toMatchObject({ connector_id: 'entra' });
  expect(unknown.elsewhere?.message).toContain('Whether there is one is not known');
  await world.setConnectors('enabled = false', 'entra');
  const off = await preview(ANA, ORDERS);
  expect(off.elsewhere).toMatchObject({ connector_id: null, platform: null });
  expect(off.elsewhere?.message).toContain('Entra ID (entra) is switched off in Lapse');
  await store.admin("DELETE FROM connectors WHERE id = 'entra'");
  // Whose access it is stands with the account on Databricks still.
  const [grant] = await store.admin(
    `SELECT g.id FROM grants g JOIN assets a ON a.id = g.asset_id WHERE a.name = $1 AND g.via_group_id IS NOT NULL LIMIT 1`,
    [ORDERS],
  );
  const q = store.db.tenant(world.tenant);
  const { policy } = await loadPolicy(q);
  const [none] = await previewRemediation(q, [String(grant?.id)], { policy, now: world.now });
  expect(none?.elsewhere?.message).toContain('Lapse is not connected to where it is filled from');
});

test('also of a member of a group whose members the platform of the asset does not know', async () => {
  await world.connectFabric();
  const said = await preview(ANA, 'Sales');
  expect(said).toMatchObject({
    action: 'remove_group_membership',
    elsewhere: {
      connector_id: 'entra',
      platform: 'azure_ad',
      message:
        'Who is in Analysts is decided by Entra ID (entra): the membership in Analysts is removed there.',
    },
  });
  const { plan, guards } = await world.found(await world.revoke(said.id));
  expect(said.also_removes).toEqual(plan?.also_removes);
  expect(said.guards.map(({ guard, passed }) => [guard, passed])).toEqual(
    guards?.map(({ guard, passed }) => [guard, passed]),
  );
  await world.setConnectors('enabled = false', 'entra');
  const off = await preview(BEN, 'Sales');
  expect(off.elsewhere).toMatchObject({ connector_id: null, platform: null });
  expect(off.elsewhere?.message).toContain('Entra ID (entra) is switched off in Lapse');
});
