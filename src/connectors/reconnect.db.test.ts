import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import type { LifecyclePlatform } from '../../test/support/demo/demo-platform.ts';
import { LIFECYCLE_PLATFORMS } from '../../test/support/demo/demo-platforms.ts';
import { processTenant } from '../core/pipeline/process-tenant.ts';
import { insertPolicy } from '../core/policy/policies.sql.ts';
import { DEFAULT_POLICY } from '../core/policy/policy.rules.ts';
import { revertRemediation } from '../remediation/change-remediation.ts';
import type { RemediationContext } from '../remediation/engine/remediation-context.ts';
import { remediateTenant } from '../remediation/engine/run-remediations.ts';
import { getRemediation } from '../remediation/remediations.sql.ts';
import { startRemediations } from '../remediation/start-remediations.ts';
import { addConnector, removeConnector } from './manage-connector.ts';
import { connectorSetup, createOpenConnector } from './open-connectors.ts';
import { ANYTHING } from './reach.rules.ts';
import { syncTenant } from './sync/run-syncs.ts';

/** A platform is disconnected, and connected again. */

const BATON_DIR = mkdtempSync(path.join(tmpdir(), 'lapse-programs-'));
const SETUP = connectorSetup(randomBytes(32), { ...ANYTHING, baton_dir: BATON_DIR });
let store: TestDatabase;
let tenant: number;
let platform: LifecyclePlatform;

const context = (): RemediationContext => ({
  db: store.db,
  now: Date.now,
  onError: (error) => {
    throw error;
  },
  openConnector: createOpenConnector(store.db, SETUP),
});
const by = () => ({ actor: 'admin@example.com', now: Date.now() });
const settle = async (): Promise<void> => {
  while (await processTenant(context(), tenant));
};

const again = (name: string, settings: object = {}) => ({
  ...{ platform: platform.platform, name, mode: 'automatic' as const },
  settings: { ...platform.settings, ...settings },
});

async function connect(settings: object = {}, name = 'one'): Promise<string> {
  const id = await store.db.transaction(tenant, (tx) => addConnector(tx, SETUP, again(name, settings), by()));
  await read();
  return id;
}

async function read(): Promise<void> {
  await store.admin("UPDATE connectors SET next_sync_at = now() - interval '1 minute'");
  while (await syncTenant(context(), tenant, new AbortController().signal));
  expect(await store.admin('SELECT error FROM connectors WHERE error IS NOT NULL')).toEqual([]);
  await settle();
}

const disconnect = (id: string): Promise<void> =>
  store.db.transaction(tenant, (tx) => removeConnector(tx, id, by()));

const work = async (): Promise<void> => {
  while ((await remediateTenant(context(), tenant)) > 0);
};

async function decide(): Promise<string> {
  const held = await store.admin(
    `SELECT g.id FROM grants g JOIN assets a ON a.id = g.asset_id JOIN principals p ON p.id = g.principal_id
     WHERE a.name = $1 AND p.display_name = $2 AND g.via_group_id IS NULL AND g.status = 'active'`,
    [platform.asset, platform.dana],
  );
  expect(held).toHaveLength(1);
  const [started] = await store.db.transaction(tenant, (tx) =>
    startRemediations(tx, {
      grants: [
        {
          ...{ grant_id: String(held[0]?.id), review_id: 'review-1', decision_id: 'd' },
          reason: 'She has moved.',
        },
      ],
      requested_by: 'reviewer@example.com',
      now: Date.now(),
    }),
  );
  return started?.id as string;
}

const found = (id: string) => getRemediation(store.db.tenant(tenant), id);
const mayDana = async () => (await platform.tryAsDana()).allowed;

/** Everything that the directory has, and what the connector calls it. */
const everything = async () => {
  const read = (columns: string, table: string) =>
    store.admin(`SELECT ${columns} FROM ${table} WHERE tenant_id = $1 ORDER BY 1, 2, 3`, [tenant]);
  return {
    principals: await read('id, display_name, disabled, linked_to', 'principals'),
    assets: await read('id, name, connector_id', 'assets'),
    grants: await read('id, principal_id, asset_id, via_group_id, permission, status', 'grants'),
    memberships: await read('group_id, member_id, tenant_id', 'memberships'),
    accounts: await read(
      'id, connector_id, external_key, principal_id, home_id, how, settled, gone_at',
      'accounts',
    ),
    objects: await read('connector_id, kind, external_key, lapse_id, details, gone_at', 'connector_objects'),
    events: await read('event_id, principal_id, asset_id', 'events'),
  };
};

const setPolicy = () =>
  store.db.transaction(tenant, (tx) =>
    insertPolicy(tx, {
      version: 1,
      policy: {
        ...DEFAULT_POLICY,
        remediation: {
          ...DEFAULT_POLICY.remediation,
          ...{ mode: 'automatic' as const, undo_window_minutes: 0, min_grant_age_days: 0 },
          breaker: {
            ...{ tenant_percent: 100, tenant_grants: 10_000 },
            ...{ asset_percent: 100, asset_grants: 10_000 },
          },
        },
      },
      ...{ changed_by: 'test', job_id: null },
    }),
  );

beforeAll(async () => {
  store = await createTestDatabase();
  tenant = store.tenants.a;
});
afterAll(async () => {
  rmSync(BATON_DIR, { recursive: true, force: true });
  await store.drop();
});
afterEach(() => platform.close());

async function begin(name: string): Promise<void> {
  await store.admin(`TRUNCATE grants, memberships, identities, assets, principals, search_terms, tallies, events, inbox,
    recalculations, grant_scores, principal_scores, score_history, peer_groups, telemetry_gaps, policies, jobs,
    remediations, remediation_steps, remediation_breakers, connectors, connector_objects, accounts, removed_connectors CASCADE`);
  await setPolicy();
  platform = await (LIFECYCLE_PLATFORMS[name] as (dir: string) => Promise<LifecyclePlatform>)(BATON_DIR);
}

describe.each(Object.keys(LIFECYCLE_PLATFORMS))('%s', (name) => {
  beforeEach(() => begin(name));

  test('what was found is found again, and removed by the connector, not by a person', async () => {
    const id = await connect();
    const before = await everything();
    expect(before.grants.length).toBeGreaterThan(1);
    await disconnect(id);
    expect(await connect({}, 'two')).toBe(id);
    expect(await everything()).toEqual(before);

    const there = await platform.dump();
    const remediation = await decide();
    await work();
    expect(await found(remediation)).toMatchObject({
      ...{ execution: 'connector', status: 'completed', verification: 'verified', verified_by: 'two' },
    });
    expect(await mayDana()).toBe(false);
    // What it has removed can be put back by the next one, too.
    await disconnect(id);
    await connect();
    await store.db.transaction(tenant, (tx) =>
      revertRemediation(tx, { id: remediation, note: null, ...by() }),
    );
    await work();
    expect((await found(remediation))?.status).toBe('reverted');
    expect(await mayDana()).toBe(true);
    expect(await platform.dump()).toEqual(there);
  });

  test('what was decided meanwhile, and nobody was asked for yet, is left to the connector', async () => {
    const id = await connect();
    await disconnect(id);
    const decided = await decide();
    expect(await found(decided)).toMatchObject({ execution: 'person', status: 'pending' });
    await connect();
    await work();
    expect(await found(decided)).toMatchObject({ execution: 'connector', status: 'completed' });
    expect(await mayDana()).toBe(false);
  });
});

test('that use was not read while it was disconnected ends with the next sync', async () => {
  await begin('azure_ad');
  const id = await connect();
  const gaps = () =>
    store.admin(`SELECT to_json(started_at) #>> '{}' AS from, ended_at IS NULL AS open FROM telemetry_gaps
      WHERE connector_id = '${id}' AND started_at > '2000-01-01' ORDER BY 1`);
  const before = (await gaps()).length;
  await disconnect(id);
  const [removed] = await store.admin('SELECT removed_at FROM removed_connectors');
  await store.db.transaction(tenant, (tx) => addConnector(tx, SETUP, again('two'), by()));
  const [open] = (await gaps()).slice(before);
  expect(open?.open).toBe(true);
  expect(new Date(String(open?.from)).toISOString()).toBe(
    new Date(String(removed?.removed_at)).toISOString(),
  );
  await read();
  expect((await gaps()).slice(before).map((gap) => gap.open)).toEqual([false]);
});

test('another system is another connector; of several removed ones the most alike is taken up', async () => {
  await begin('azure_ad');
  const first = await connect({ page_size: 5 });
  const second = await connect({ page_size: 7 }, 'two');
  expect(second).not.toBe(first);
  await disconnect(first);
  await disconnect(second);
  const add = (name: string, settings: object) =>
    store.db.transaction(tenant, (tx) => addConnector(tx, SETUP, again(name, settings), by()));
  expect([first, second]).not.toContain(await add('other', { tenant_id: 'another-tenant' }));
  const { tenant_id } = platform.settings;
  expect(await add('upper', { page_size: 5, tenant_id: String(tenant_id).toUpperCase() })).toBe(first);
  // Somebody else's directory is never found.
  const [there] = await Promise.all([
    store.db.transaction(store.tenants.b, (tx) => addConnector(tx, SETUP, again('theirs'), by())),
  ]);
  expect(there).not.toBe(second);
  const both = await Promise.all([add('x', { page_size: 7 }), add('y', { page_size: 7 })]);
  expect(both.filter((id) => id === second)).toHaveLength(1);
  expect(await store.admin('SELECT 1 FROM removed_connectors')).toEqual([]);
});
