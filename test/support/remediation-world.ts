import { expect } from 'vitest';
import type { Connector } from '../../src/connectors/connector.ts';
import { directoryConnector } from '../../src/connectors/directory/directory-connector.ts';
import { storedDirectory } from '../../src/core/directory/directory-rows.sql.ts';
import { importDirectory } from '../../src/core/directory/import/import-directory.ts';
import { processTenant } from '../../src/core/pipeline/process-tenant.ts';
import { insertPolicy } from '../../src/core/policy/policies.sql.ts';
import { DEFAULT_POLICY, type Policy } from '../../src/core/policy/policy.rules.ts';
import type { RemediationContext } from '../../src/remediation/engine/remediation-context.ts';
import { remediateTenant } from '../../src/remediation/engine/run-remediations.ts';
import { changeRemediation } from '../../src/remediation/engine/work.sql.ts';
import { getRemediation, type RemediationDetail } from '../../src/remediation/remediations.sql.ts';
import { startRemediations } from '../../src/remediation/start-remediations.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

const BEGIN = Date.parse('2026-06-01T12:00:00Z');

export const user = (id: string, more: object = {}) => ({
  kind: 'principal',
  id,
  display_name: id,
  type: 'user',
  ...more,
});
export const table = (id: string, more: object = {}) => ({
  kind: 'asset',
  id,
  name: id,
  type: 'table',
  platform: 'fabric',
  ...more,
});
export const grant = (id: string, principal_id: string, asset_id: string, more: object = {}) => ({
  kind: 'grant',
  id,
  principal_id,
  asset_id,
  permission: 'read',
  granted_at: '2025-01-01T00:00:00Z',
  ...more,
});

/** Ann and Bob, a team with both, three tables, and the worker of remediations turned by hand. */
export interface RemediationWorld {
  readonly store: TestDatabase;
  readonly tenant: number;
  now: number;
  /** Puts something between the worker and the platform. */
  wrap: (connector: Connector) => Connector;
  /** Whether the platforms are the demo's. False: nothing is connected, and remediations are tasks of people. */
  simulated: boolean;
  context(): RemediationContext;
  /** Everything as at the beginning. */
  reset(): Promise<void>;
  setPolicy(remediation: Partial<Policy['remediation']>): Promise<void>;
  importLines(lines: object[]): Promise<void>;
  score(): Promise<void>;
  /** As a decision does. */
  start(...grantIds: string[]): Promise<string[]>;
  work(remediate?: typeof remediateTenant): Promise<void>;
  /** As somebody who wants it put back does. */
  askToRevert(id: string): Promise<void>;
  revert(id: string): Promise<void>;
  found(id: string): Promise<RemediationDetail>;
  /** Of a grant. */
  statusOf(id: string): Promise<unknown>;
  auditTypes(id: string): Promise<unknown[]>;
  close(): Promise<void>;
}

export async function createRemediationWorld(): Promise<RemediationWorld> {
  const store = await createTestDatabase();
  const tenant = store.tenants.a;
  const world: RemediationWorld = {
    store,
    tenant,
    now: BEGIN,
    wrap: (connector) => connector,
    simulated: true,
    context: () => ({
      db: store.db,
      now: () => world.now,
      onError: (error) => {
        throw error;
      },
      openConnector: async (tenantId) =>
        world.wrap(
          directoryConnector(storedDirectory(store.db, tenantId), { now: () => new Date(world.now) }),
        ),
    }),
    reset: async () => {
      world.now = BEGIN;
      world.wrap = (connector) => connector;
      world.simulated = true;
      await store.admin(`TRUNCATE grants, memberships, identities, assets, principals, search_terms, tallies, events, inbox,
        recalculations, grant_scores, principal_scores, score_history, peer_groups, telemetry_gaps, policies, jobs,
        remediations, remediation_steps, remediation_breakers, connectors, connector_objects CASCADE`);
      await world.setPolicy({});
      await world.importLines([
        user('ann'),
        user('bob'),
        { kind: 'principal', id: 'team', display_name: 'The Team', type: 'group' },
        { kind: 'membership', group_id: 'team', member_id: 'ann' },
        { kind: 'membership', group_id: 'team', member_id: 'bob' },
        table('wiki'),
        table('crm'),
        table('ledger'),
        grant('g-ann', 'ann', 'wiki'),
        grant('g-bob', 'bob', 'wiki'),
        grant('g-team-crm', 'team', 'crm'),
        grant('g-team-ledger', 'team', 'ledger'),
        grant('g-ann-crm', 'ann', 'crm', { via_group_id: 'team' }),
        grant('g-ann-ledger', 'ann', 'ledger', { via_group_id: 'team' }),
        grant('g-bob-crm', 'bob', 'crm', { via_group_id: 'team' }),
      ]);
    },
    setPolicy: async (remediation) => {
      await store.admin('TRUNCATE policies');
      const breaker = {
        tenant_percent: 100,
        tenant_grants: 10_000,
        asset_percent: 100,
        asset_grants: 10_000,
      };
      const policy = {
        ...DEFAULT_POLICY,
        remediation: { ...DEFAULT_POLICY.remediation, breaker, ...remediation },
      };
      await store.db.transaction(tenant, (tx) =>
        insertPolicy(tx, { version: 1, policy, changed_by: 'test', job_id: null }),
      );
    },
    importLines: async (lines) => {
      const summary = await importDirectory(
        { db: store.db, tenant_id: tenant, actor: 'importer@example.com', now: () => world.now },
        (async function* () {
          for (const [index, line] of lines.entries())
            yield { number: index + 1, text: JSON.stringify(line) };
        })(),
      );
      expect(summary.rejections).toEqual([]);
      await store.admin('UPDATE assets SET simulated = $1', [world.simulated]);
      await world.score();
    },
    score: async () => {
      for (let turn = 0; turn < 100; turn += 1) if (!(await processTenant(world.context(), tenant))) return;
    },
    start: async (...grantIds) => {
      const started = await store.db.transaction(tenant, (tx) =>
        startRemediations(tx, {
          grants: grantIds.map((grant_id) => ({
            grant_id,
            review_id: 'review-1',
            decision_id: 'd',
            reason: 'not used',
          })),
          requested_by: 'reviewer@example.com',
          now: world.now,
        }),
      );
      return started.map(({ id }) => id);
    },
    work: async (remediate = remediateTenant) => {
      for (let turn = 0; turn < 2_000; turn += 1)
        if ((await remediate(world.context(), tenant)) === 0) return;
      throw new Error('remediations do not come to rest');
    },
    askToRevert: async (id) => {
      await store.db.transaction(tenant, (tx) =>
        changeRemediation(tx, id, {
          status: 'running',
          operation: 'restore',
          attempts: 0,
          due_at: new Date(world.now).toISOString(),
        }),
      );
    },
    revert: async (id) => {
      await world.askToRevert(id);
      await world.work();
    },
    found: async (id) => (await getRemediation(store.db.tenant(tenant), id)) as RemediationDetail,
    statusOf: async (id) => (await store.admin('SELECT status FROM grants WHERE id = $1', [id]))[0]?.status,
    auditTypes: async (id) =>
      (
        await store.admin(
          "SELECT event_type FROM audit_entries WHERE data ->> 'remediation_id' = $1 ORDER BY id",
          [id],
        )
      ).map((row) => row.event_type),
    close: () => store.drop(),
  };
  return world;
}
