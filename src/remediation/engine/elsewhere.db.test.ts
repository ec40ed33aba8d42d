import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { ANA, BEN, FilledGroupWorld, GROUP } from '../../../test/support/filled-group-world.ts';
import { ConnectorError } from '../../connectors/connector.ts';

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
afterEach(async () => {
  await world.close();
  expect(world.entra.disasters).toEqual([]);
  expect(world.databricks.disasters).toEqual([]);
});

const ORDERS = 'main.sales.orders';
const deletions = () => world.entra.seen.filter(({ method }) => method === 'DELETE');
const changes = () => world.databricks.seen.filter(({ method }) => method === 'PATCH');

test('access through a group that Entra ID fills ends in Entra ID, is verified on both, and is put back', async () => {
  const [before, databricksBefore] = [world.entra.tenant.dump(), world.databricks.account.dump()];
  const [grant, shop] = [await world.inherited(ANA, ORDERS), await world.inherited(ANA, 'Shop')];
  const id = await world.revoke(grant.id);
  const planned = await world.found(id);
  expect(planned.plan).toMatchObject({
    action: 'remove_group_membership',
    elsewhere: { connector_id: 'entra', platform: 'azure_ad' },
    also_removes: {
      total: 2,
      in_use: 0,
      items: expect.arrayContaining([
        expect.objectContaining({ grant_id: shop.id, asset_name: 'Shop', platform: 'azure_ad' }),
      ]),
    },
  });
  expect(planned.plan?.statements).toEqual([expect.stringMatching(/^DELETE .*members.*\$ref$/)]);
  expect(planned.plan?.warnings[0]).toBe(
    'The membership is removed at Entra ID (entra), because who is in the group is decided there. Nobody else leaves it.',
  );
  expect(planned.plan?.warnings[1]).toBe(
    'It also gives 2 other grants: 1 on Entra ID (Shop), 1 on Databricks (main.sales.refunds).',
  );

  // Gone in Entra ID; Databricks does not know yet, and nothing is claimed.
  expect(world.isMember(ANA)).toBe(false);
  expect(planned).toMatchObject({ status: 'pending', verified_at: null });
  expect(planned.error).toContain('databricks still gives the access');
  expect((await world.inherited(ANA, ORDERS)).status).toBe('revoking');
  await world.later();
  expect((await world.found(id)).status).toBe('pending');

  world.fill();
  await world.later();
  const done = await world.found(id);
  expect(done).toMatchObject({
    status: 'completed',
    verification: 'verified',
    verified_by: 'entra',
    remaining_paths: [],
    error: null,
  });
  expect((await world.inherited(ANA, ORDERS)).status).toBe('revoked');
  expect((await world.inherited(ANA, 'Shop')).status).toBe('revoked');
  expect((await world.inherited(BEN, ORDERS)).status).toBe('active');
  expect(world.isMember(BEN)).toBe(true);
  expect(deletions()).toHaveLength(1);
  expect(changes()).toEqual([]);
  await world.sync('entra', 'databricks');
  expect((await world.inherited(ANA, ORDERS)).status).toBe('revoked');

  await world.revert(id);
  const reverted = await world.found(id);
  expect(reverted.status).toBe('reverted');
  expect(reverted.steps.at(-1)?.detail).toContain('The platform of the asset takes it over in its own time.');
  expect(world.isMember(ANA)).toBe(true);
  world.fill();
  expect(world.entra.tenant.dump()).toEqual(before);
  expect(world.databricks.account.dump()).toEqual(databricksBefore);
  await world.sync('entra', 'databricks');
  expect((await world.inherited(ANA, ORDERS)).status).toBe('active');
  expect((await world.inherited(ANA, 'Shop')).status).toBe('active');
});

test('access that is in use elsewhere by the same membership stops it, until an admin accepts that', async () => {
  const shop = await world.inherited(ANA, 'Shop');
  await store.admin("UPDATE grant_scores SET lapses_at = '2030-01-01' WHERE grant_id = $1", [shop.id]);
  const id = await world.revoke((await world.inherited(ANA, ORDERS)).id);
  const blocked = await world.found(id);
  expect(blocked.status).toBe('blocked');
  expect(blocked.error).toContain('1 of them still in use: use on Shop');
  expect(world.isMember(ANA)).toBe(true);
  await world.retry(id, true);
  expect(world.isMember(ANA)).toBe(false);
});

test('what the group holds on Fabric, which does not know who is in it, is told and guarded, too', async () => {
  await world.connectFabric();
  const id = await world.revoke((await world.inherited(ANA, ORDERS)).id);
  expect((await world.found(id)).plan?.warnings[1]).toContain('1 on Fabric (Sales)');
  expect(world.isMember(ANA)).toBe(false);
  world.fill();
  await world.later();
  expect((await world.found(id)).status).toBe('completed');
  // It is the group's, and stays.
  expect(await world.ofGroup('Sales')).toEqual(['active']);
});

test('use on Fabric that may be of the member stops it', async () => {
  await world.connectFabric();
  await store.admin(`UPDATE grant_scores SET lapses_at = '2030-01-01'
    WHERE asset_id = (SELECT id FROM assets WHERE name = 'Sales')`);
  const id = await world.revoke((await world.inherited(ANA, ORDERS)).id);
  const blocked = await world.found(id);
  expect(blocked.status).toBe('blocked');
  expect(blocked.error).toContain('1 of them still in use: Viewer on Sales');
  expect(world.isMember(ANA)).toBe(true);
});

test('a protected asset that the same membership gives elsewhere is not lost, whatever an admin accepts', async () => {
  await store.admin("UPDATE assets SET protected = true WHERE name = 'Shop'");
  const id = await world.revoke((await world.inherited(ANA, ORDERS)).id);
  expect((await world.found(id)).error).toContain('Access to Shop is lost with it, which is protected.');
  await world.retry(id, true);
  expect((await world.found(id)).status).toBe('blocked');
  expect(world.isMember(ANA)).toBe(true);
});

test('nor is the last access that administers something else', async () => {
  const [ben, ana] = [await world.inherited(BEN, 'Shop'), await world.inherited(ANA, 'Shop')];
  await store.admin("UPDATE grants SET permission = 'Admin' WHERE id = $1", [ana.id]);
  const id = await world.revoke((await world.inherited(ANA, ORDERS)).id);
  expect((await world.found(id)).error).toContain('Nobody else could administer Shop.');
  await store.admin("UPDATE grants SET permission = 'Admin' WHERE id = $1", [ben.id]);
  await world.retry(id);
  expect(world.isMember(ANA)).toBe(false);
});

test('the mode of the connector whose edge it is counts, too', async () => {
  await world.setConnectors("mode = 'dry_run'", 'entra');
  const id = await world.revoke((await world.inherited(ANA, ORDERS)).id);
  const rehearsed = await world.found(id);
  expect(rehearsed).toMatchObject({ status: 'completed', dry_run: true });
  expect(rehearsed.plan?.warnings).toContain(
    'Entra ID (entra) is on dry run, so nothing is removed: change the mode of its connector.',
  );
  expect(deletions()).toEqual([]);
  expect(world.isMember(ANA)).toBe(true);
  await world.setConnectors("mode = 'automatic'", 'entra');
  await world.retry(id);
  expect(world.isMember(ANA)).toBe(false);
});

test('without a connector that has the edge it is not possible, and the reason says what is missing', async () => {
  const grant = await world.inherited(ANA, ORDERS);
  await world.setConnectors('enabled = false', 'entra');
  const off = await world.found(await world.revoke(grant.id));
  expect(off).toMatchObject({ status: 'failed' });
  expect(off.error).toContain('is switched off in Lapse');
  await store.admin("DELETE FROM accounts WHERE connector_id = 'entra' AND type = 'group'");
  const unknown = await world.found(await world.revoke(grant.id));
  expect(unknown.error).toContain('Lapse is not connected to where it is filled from');
  expect(world.isMember(ANA)).toBe(true);
  expect((await world.inherited(ANA, ORDERS)).status).toBe('active');
});

test('who is in the group by way of another one leaves that one, and other ways are named', async () => {
  const { tenant } = world.entra;
  const [nested, other] = [
    tenant.addGroup(2, { displayName: 'Juniors' }, [ANA]),
    tenant.addGroup(3, { displayName: 'Helpers' }, [ANA]),
  ];
  tenant.members.set(GROUP, new Set([BEN, nested, other]));
  tenant.showAll();
  await world.sync('entra');
  await world.letIn();
  const id = await world.revoke((await world.inherited(ANA, ORDERS)).id);
  expect(tenant.members.get(nested)?.has(ANA)).toBe(false);
  const planned = await world.found(id);
  // What the other way gives, too, is not lost.
  expect(planned.plan?.also_removes.total).toBe(0);
  expect(planned).toMatchObject({ status: 'completed', remaining_paths: [expect.anything()] });
  expect(planned.plan?.path?.description).toBe(
    'Through Analysts, which Entra ID (entra) fills, by the membership in Juniors there.',
  );
  expect(planned.plan?.other_paths.map(({ description }) => description)).toEqual([
    'There is another way into Analysts at Entra ID (entra), by the membership in Helpers there.',
  ]);
  expect(tenant.members.get(other)?.has(ANA)).toBe(true);
});

test('a worker that dies after the membership is gone is followed by one that finishes, and removes nothing twice', async () => {
  const grant = await world.inherited(ANA, ORDERS);
  let hasDied = false;
  world.wrap = (connector, id) =>
    id !== 'entra'
      ? connector
      : {
          ...connector,
          verify: async (...given) => {
            if (hasDied) return connector.verify(...given);
            hasDied = true;
            throw new ConnectorError('unavailable', 'The connection was cut');
          },
        };
  const id = await world.revoke(grant.id);
  expect(hasDied).toBe(true);
  expect(world.isMember(ANA)).toBe(false);
  expect((await world.found(id)).status).toBe('pending');
  world.fill();
  await world.later();
  expect(await world.found(id)).toMatchObject({ status: 'completed', verified_by: 'entra' });
  await world.endLease(id);
  expect(deletions()).toHaveLength(1);
  await world.revert(id);
  expect(world.isMember(ANA)).toBe(true);
});

test('wherever the answer of a call is lost, both platforms end as they should, and a revert leaves them as they were', async () => {
  const [before, databricksBefore] = [world.entra.tenant.dump(), world.databricks.account.dump()];
  const grant = await world.inherited(ANA, ORDERS);
  let [calls, lost] = [0, 0];
  // The call has its effect; what it answers never comes.
  const cut = <T extends (...given: never[]) => Promise<unknown>>(call: T): T =>
    (async (...given: never[]) => {
      const answer = await call(...given);
      calls += 1;
      if (calls === lost)
        throw new ConnectorError('unavailable', 'The connection was cut', { effect: 'unknown' });
      return answer;
    }) as T;
  world.wrap = (connector) => ({
    ...connector,
    paths: cut(connector.paths),
    plan: cut(connector.plan),
    revoke: cut(connector.revoke),
    restore: cut(connector.restore),
    verify: cut(connector.verify),
  });
  const eventually = async (): Promise<void> => {
    for (let turn = 0; turn < 4; turn += 1) {
      world.fill();
      await world.later();
    }
  };
  const removeAndRevert = async (): Promise<number> => {
    calls = 0;
    const id = await world.revoke(grant.id);
    await eventually();
    expect(await world.found(id)).toMatchObject({ status: 'completed', verification: 'verified' });
    expect(world.isMember(ANA)).toBe(false);
    expect(world.isMember(BEN)).toBe(true);
    await world.revert(id);
    await eventually();
    expect((await world.found(id)).status).toBe('reverted');
    expect(world.entra.tenant.dump()).toEqual(before);
    expect(world.databricks.account.dump()).toEqual(databricksBefore);
    expect((await world.inherited(ANA, ORDERS)).status).toBe('active');
    await world.letIn();
    return calls;
  };
  const all = await removeAndRevert();
  expect(all).toBeGreaterThan(6);
  for (lost = 1; lost <= all; lost += 1) await removeAndRevert();
});

test('another organisation with the same people and groups is not touched', async () => {
  const other = await FilledGroupWorld.create(store, store.tenants.b);
  try {
    const before = await other.snapshot();
    const id = await world.revoke((await world.inherited(ANA, ORDERS)).id);
    world.fill();
    await world.later();
    expect((await world.found(id)).status).toBe('completed');
    expect(other.isMember(ANA)).toBe(true);
    expect(await other.snapshot()).toEqual(before);
  } finally {
    await other.close();
  }
});
