import { fc } from '@fast-check/vitest';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { blocksOf, literal, type PlanNode, withChildren } from '../../../test/support/explain.ts';
import {
  createRemediationWorld,
  grant,
  type RemediationWorld,
  table,
  user,
} from '../../../test/support/remediation-world.ts';
import { DEFAULT_POLICY } from '../../core/policy/policy.rules.ts';
import type { Querier } from '../../platform/database/database.ts';
import { foreseeRefusals } from './foresee-refusals.ts';
import { foreseeRemediations } from './guard-facts.ts';

let world: RemediationWorld;
beforeAll(async () => {
  world = await createRemediationWorld();
});
beforeEach(() => world.reset());
afterAll(() => world.close());

const now = () => ({ policy: DEFAULT_POLICY, now: world.now });
const refusals = (...ids: string[]) => foreseeRefusals(world.store.db.tenant(world.tenant), ids, now());
const IN_USE = () => ({ last_used_at: new Date(world.now - 86_400_000).toISOString() });

describe('known beforehand', () => {
  test('the last administrator, whatever the platform calls it', async () => {
    await world.importLines([
      user('cy', { disabled: true }),
      grant('g-bob-admin', 'bob', 'wiki', { permission: 'CAN_MANAGE' }),
      grant('g-cy-admin', 'cy', 'wiki', { permission: 'owner' }),
    ]);
    // Cy is disabled, and whoever only reads administers nothing.
    expect((await refusals('g-bob-admin', 'g-ann')).get('g-bob-admin')).toEqual(['last_admin']);
    await world.importLines([grant('g-ann-admin', 'ann', 'wiki', { permission: 'Administrator' })]);
    expect([...(await refusals('g-bob-admin', 'g-ann-admin')).values()]).toEqual([[], []]);
  });

  test('other access that is in use and goes with a membership, or with the access of a group', async () => {
    expect([...(await refusals('g-ann-crm', 'g-ann-ledger', 'g-team-crm')).values()]).toEqual([[], [], []]);
    await world.importLines([grant('g-ann-crm', 'ann', 'crm', { via_group_id: 'team', ...IN_USE() })]);
    const found = await refusals('g-ann-crm', 'g-ann-ledger', 'g-bob-crm', 'g-team-crm');
    expect(Object.fromEntries(found)).toEqual({
      // It is the one in use; nothing else that goes with it is.
      'g-ann-crm': [],
      'g-ann-ledger': ['other_access'],
      'g-bob-crm': [],
      'g-team-crm': ['other_access'],
    });
    // What she has directly besides, she keeps.
    await world.importLines([grant('g-ann-crm-2', 'ann', 'crm')]);
    expect((await refusals('g-ann-ledger')).get('g-ann-ledger')).toEqual([]);
  });

  test('a breaker that is open, of the organisation or of the asset', async () => {
    const trip = (scope: string, asset: string) =>
      world.store.admin(
        `INSERT INTO remediation_breakers (tenant_id, id, scope, asset_id, tripped_at, reason)
         VALUES ($1, $2, $2, $3, now(), 'Too many.')`,
        [world.tenant, scope, asset],
      );
    await trip('asset', 'wiki');
    expect(Object.fromEntries(await refusals('g-ann', 'g-team-crm'))).toEqual({
      'g-ann': ['breaker'],
      'g-team-crm': [],
    });
    await trip('tenant', '');
    expect((await refusals('g-team-crm')).get('g-team-crm')).toEqual(['breaker']);
    await world.store.admin('UPDATE remediation_breakers SET released_at = now()');
    expect((await refusals('g-ann')).get('g-ann')).toEqual([]);
  });

  test('use that its connector has not read for long', async () => {
    await world.store.admin(
      `INSERT INTO connectors (tenant_id, id, name, platform, mode, settings, sealed_secrets, secret_names,
         sync_every_seconds, last_use_read_at, created_by)
       VALUES ($1, 'c', 'Warehouse', 'fabric', 'automatic', '{}', '', '{}', 300, $2, 'test')`,
      [world.tenant, new Date(world.now - 30 * 86_400_000).toISOString()],
    );
    await world.store.admin(
      `INSERT INTO connector_objects (tenant_id, connector_id, kind, external_key, lapse_id, is_owned)
       VALUES ($1, 'c', 'asset', 'wiki', 'wiki', true)`,
      [world.tenant],
    );
    expect((await refusals('g-ann')).get('g-ann')).toEqual(['telemetry']);
  });
});

test('what is known beforehand is what the worker’s own questions say, whatever the directory', async () => {
  const people = ['p0', 'p1', 'p2', 'p3', 'p4'];
  const groups = ['q0', 'q1'];
  const assets = ['a0', 'a1', 'a2'];
  const access = fc.record({
    principal_id: fc.constantFrom(...people, ...groups),
    asset_id: fc.constantFrom(...assets),
    via_group_id: fc.constantFrom(null, ...groups),
    permission: fc.constantFrom('read', 'ReadWrite', 'admin', 'owner', 'CAN_MANAGE'),
    is_used: fc.boolean(),
    days: fc.constantFrom(0.01, 400),
  });
  const seed = 20_261_118;
  const drawn = fc.sample(fc.array(access, { minLength: 8, maxLength: 40 }), { numRuns: 12, seed });
  const seen = new Set<string>();
  for (const [round, accesses] of drawn.entries()) {
    await world.reset();
    await world.importLines([
      ...people.map((id, n) => user(id, { protected: n === 0, disabled: n === 1 })),
      ...groups.map((id) => ({ kind: 'principal', id, display_name: id, type: 'group' })),
      { kind: 'membership', group_id: 'q0', member_id: 'p2' },
      ...assets.map((id, n) => table(id, { protected: n === 2 && round % 3 === 0 })),
      ...accesses.map(({ is_used, days, via_group_id, ...given }, n) =>
        grant(`x${n}`, given.principal_id, given.asset_id, {
          ...given,
          granted_at: new Date(world.now - days * 86_400_000).toISOString(),
          ...(via_group_id === null || groups.includes(given.principal_id) ? {} : { via_group_id }),
          ...(is_used ? IN_USE() : {}),
        }),
      ),
    ]);
    const q = world.store.db.tenant(world.tenant);
    const ids = accesses.map((_, n) => `x${n}`);
    const worker = await foreseeRemediations(
      q,
      ids.map((grant_id) => ({ grant_id, connector_id: null })),
      {
        policy: { ...DEFAULT_POLICY, remediation: { ...DEFAULT_POLICY.remediation, breaker: NO_BREAKER } },
        now: world.now,
      },
    );
    const foreseen = await foreseeRefusals(q, ids, now());
    for (const id of ids) {
      const said = worker.get(id)?.verdicts.filter(({ passed }) => !passed) ?? [];
      expect([round, id, foreseen.get(id)]).toEqual([round, id, said.map(({ guard }) => guard)]);
      for (const { guard } of said) seen.add(guard);
    }
  }
  const asked = ['protected_principal', 'protected_asset', 'last_admin', 'grant_age', 'other_access'];
  expect([...seen].sort()).toEqual(asked.sort());
}, 120_000);

const NO_BREAKER = { tenant_percent: 100, tenant_grants: 10_000, asset_percent: 100, asset_grants: 10_000 };

test('asking costs as much as the grants that are asked about, however many hold the asset', async () => {
  const { admin } = world.store;
  const HOLDERS = 30_000;
  await admin(
    `INSERT INTO principals (tenant_id, id, display_name, type, source)
     SELECT $1::integer, 'h' || i, 'x', 'user', 'import' FROM generate_series(1, ${HOLDERS}) i`,
    [world.tenant],
  );
  // All read the wiki directly, and the crm through the team; ten administer the wiki.
  await admin(
    `INSERT INTO grants (tenant_id, id, principal_id, asset_id, permission, granted_at, via_group_id)
     SELECT $1::integer, 'h-wiki-' || i, 'h' || i, 'wiki', CASE WHEN i <= 10 THEN 'admin' ELSE 'read' END, now() - interval '1 year', NULL
     FROM generate_series(1, ${HOLDERS}) i
     UNION ALL
     SELECT $1::integer, 'h-crm-' || i, 'h' || i, 'crm', 'read', now() - interval '1 year', 'team' FROM generate_series(1, ${HOLDERS}) i`,
    [world.tenant],
  );
  await admin(
    `INSERT INTO grant_scores (tenant_id, grant_id, principal_id, asset_id, active, active_days, lapses_at, reached, calculated_at)
     SELECT tenant_id, id, principal_id, asset_id, true, ''::bytea, $2::timestamptz, 0, now() FROM grants g WHERE tenant_id = $1
     ON CONFLICT DO NOTHING`,
    [world.tenant, new Date(world.now - 90 * 86_400_000).toISOString()],
  );
  await admin('VACUUM ANALYZE grants, grant_scores, principals');
  const ids = Array.from({ length: 50 }, (_, n) => [`h-wiki-${n + 1}`, `h-crm-${n + 1}`]).flat();
  const plans = await explained((q) => foreseeRefusals(q, ids, now()));
  const blocks = plans.reduce((sum, plan) => sum + blocksOf(plan), 0);
  // Ten probes by key for each of a hundred grants, and no table is gone through.
  expect(blocks).toBeLessThan(100 * 60);
  for (const node of plans.flatMap(withChildren)) {
    if (node['Relation Name'] === 'grants' || node['Relation Name'] === 'grant_scores')
      expect(node['Node Type']).toMatch(/Index/);
  }
}, 120_000);

/** Plans as the application gets them, with the answers that the next question needs. */
async function explained(work: (q: Querier) => Promise<unknown>): Promise<PlanNode[]> {
  const roots: PlanNode[] = [];
  await world.store.db.transaction(world.tenant, async (tx) => {
    let plans = 0;
    const query: Querier['query'] = async (text, values = []) => {
      const name = `foreseen_${++plans}`;
      await tx.query(`PREPARE ${name} AS ${text}`);
      const rows = await tx.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
        `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE ${name} (${values.map(literal).join()})`,
      );
      roots.push(...rows.flatMap((row) => row['QUERY PLAN'].map(({ Plan }) => Plan)));
      return tx.query(text, values);
    };
    await work({ tenant_id: tx.tenant_id, query });
  });
  return roots;
}
