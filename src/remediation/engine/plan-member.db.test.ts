import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { activity } from '../../../test/support/fabric/activity-events.ts';
import { ANA, BEN, FilledGroupWorld, GROUP } from '../../../test/support/filled-group-world.ts';

/** Fabric knows that the analysts have a role, and not who they are; Entra ID knows. */
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
  await world.connectFabric();
});
afterEach(async () => {
  await world.close();
  expect(world.entra.disasters).toEqual([]);
});

const deletions = () => world.entra.seen.filter(({ method }) => method === 'DELETE');
const asked = () => world.fabric?.seen.filter(({ path }) => path.includes('/roleAssignments')).length ?? 0;

test('access to a workspace by a group of Entra ID ends in Entra ID, is verified there and on Fabric, and is put back', async () => {
  const before = [world.entra.tenant.dump(), world.fabric?.tenant.dump()];
  const [grant, orders] = [
    await world.inherited(ANA, 'Sales'),
    await world.inherited(ANA, 'main.sales.orders'),
  ];
  expect(grant).toMatchObject({ status: 'active' });
  const calls = asked();
  const id = await world.revoke(grant.id);
  const done = await world.found(id);
  expect(done).toMatchObject({
    status: 'completed',
    verification: 'verified',
    verified_by: 'entra',
    remaining_paths: [],
    error: null,
  });
  expect(done.plan).toMatchObject({
    action: 'remove_group_membership',
    elsewhere: { connector_id: 'entra', platform: 'azure_ad' },
    path: {
      permission: 'Viewer',
      description: 'Through Analysts, by the membership in Analysts at Entra ID (entra).',
    },
    also_removes: {
      total: 3,
      items: expect.arrayContaining([
        expect.objectContaining({ grant_id: orders.id, platform: 'databricks' }),
      ]),
    },
  });
  expect(done.plan?.warnings[0]).toContain('The membership is removed at Entra ID (entra)');
  expect(world.isMember(ANA)).toBe(false);
  expect(world.isMember(BEN)).toBe(true);
  expect(deletions()).toHaveLength(1);
  expect(asked()).toBeGreaterThan(calls);
  expect((await world.inherited(ANA, 'Sales')).status).toBe('revoked');
  expect((await world.inherited(BEN, 'Sales')).status).toBe('active');
  // The group keeps its role.
  expect(await world.ofGroup('Sales')).toEqual(['active']);
  expect(world.fabric?.tenant.dump()).toEqual(before[1]);

  // What Entra ID listed before says nothing about what was done since.
  await world.sync('fabric');
  expect((await world.inherited(ANA, 'Sales')).status).toBe('revoked');
  await world.sync('entra', 'fabric');
  expect((await world.inherited(ANA, 'Sales')).status).toBe('revoked');

  await world.revert(id);
  expect((await world.found(id)).status).toBe('reverted');
  expect([world.entra.tenant.dump(), world.fabric?.tenant.dump()]).toEqual(before);
  expect((await world.inherited(ANA, 'Sales')).status).toBe('active');
  await world.sync('fabric');
  expect((await world.inherited(ANA, 'Sales')).status).toBe('active');
  await world.sync('entra', 'fabric');
  expect((await world.inherited(ANA, 'Sales')).status).toBe('active');
});

test('her use of the workspace is hers, and nobody else’s in the group', async () => {
  const { tenant } = world.fabric ?? {};
  const [sales] = [...(tenant?.truth.workspaces.values() ?? [])];
  if (tenant) {
    const about = { at: '2026-06-01T11:45:02', UserId: 'user1@corp.example', WorkspaceId: sales?.id };
    tenant.activity = [activity('a1', about)];
  }
  await world.sync('fabric');
  const used = async (user: string) => {
    const { id } = await world.inherited(user, 'Sales');
    const [row] = await store.admin('SELECT last_used_at FROM grant_scores WHERE grant_id = $1', [id]);
    return row?.last_used_at;
  };
  expect(await used(ANA)).toBe('2026-06-01T11:45:02.000Z');
  expect(await used(BEN)).toBe(null);
});

test('a role of her own on Fabric remains, and is named', async () => {
  const { tenant } = world.fabric ?? {};
  const sales = [...(tenant?.truth.workspaces.values() ?? [])][0];
  if (sales) tenant?.give(sales, { id: ANA, type: 'User', displayName: 'Ana' }, 'Member');
  tenant?.showAll();
  await world.sync('fabric');
  await world.letIn();
  const done = await world.found(await world.revoke((await world.inherited(ANA, 'Sales')).id));
  expect(done.status).toBe('completed');
  expect(done.remaining_paths).toEqual([
    expect.objectContaining({ description: 'Is Member of the workspace.' }),
  ]);
});

test('another group of Entra ID by which she is in it remains, if it is still so there', async () => {
  const { tenant } = world.entra;
  const helpers = tenant.addGroup(3, { displayName: 'Helpers' }, [ANA]);
  tenant.members.get(GROUP)?.add(helpers);
  tenant.showAll();
  await world.sync('entra');
  await world.letIn();
  const grants = await world.allInherited(ANA, 'Sales');
  expect(grants).toHaveLength(2);
  const direct = grants.find(({ via }) => via === 'Analysts');
  const done = await world.found(await world.revoke(direct?.id as string));
  expect(done).toMatchObject({ status: 'completed' });
  expect(done.remaining_paths).toEqual([
    expect.objectContaining({ description: 'Through Helpers, by a membership at Entra ID (entra).' }),
  ]);
  expect(tenant.members.get(helpers)?.has(ANA)).toBe(true);
  const last = grants.find(({ via }) => via === 'Helpers');
  const over = await world.found(await world.revoke(last?.id as string));
  expect(over).toMatchObject({ status: 'completed', remaining_paths: [] });
  expect(tenant.members.get(helpers)?.has(ANA)).toBe(false);
});

test('a group that has lost its role on Fabric gives nothing that could be removed', async () => {
  const grant = await world.inherited(ANA, 'Sales');
  const { tenant } = world.fabric ?? {};
  for (const place of tenant?.truth.workspaces.values() ?? []) place.access.delete(GROUP);
  tenant?.showAll();
  const done = await world.found(await world.revoke(grant.id));
  expect(done.status).toBe('completed');
  expect(world.isMember(ANA)).toBe(true);
  expect(deletions()).toEqual([]);
});

test('whoever has left the group meanwhile is not removed again, and Entra ID says so', async () => {
  const grant = await world.inherited(ANA, 'Sales');
  world.entra.tenant.members.get(GROUP)?.delete(ANA);
  world.entra.tenant.showAll();
  const done = await world.found(await world.revoke(grant.id));
  expect(done).toMatchObject({ status: 'completed', verified_by: 'entra' });
  expect(deletions()).toEqual([]);
});

test('without Entra ID it is not removed, and the reason says what is missing', async () => {
  const grant = await world.inherited(ANA, 'Sales');
  await world.setConnectors('enabled = false', 'entra');
  const off = await world.found(await world.revoke(grant.id));
  expect(off).toMatchObject({
    status: 'failed',
    error: 'Entra ID (entra) is switched off in Lapse: switch it on and retry.',
  });
  await world.setConnectors('enabled = true', 'entra');
  await store.admin("DELETE FROM connectors WHERE id = 'entra'");
  const gone = await world.found(await world.revoke(grant.id));
  expect(gone.error).toContain('Lapse is not connected to any more');
  expect(world.isMember(ANA)).toBe(true);
});
