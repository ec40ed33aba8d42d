import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectorSetup, createOpenConnector } from '../src/connectors/open-connectors.ts';
import { ANYTHING } from '../src/connectors/reach.rules.ts';
import { syncTenant } from '../src/connectors/sync/run-syncs.ts';
import { processTenant } from '../src/core/pipeline/process-tenant.ts';
import type { RemediationContext } from '../src/remediation/engine/remediation-context.ts';
import { remediateTenant } from '../src/remediation/engine/run-remediations.ts';
import { startRemediations } from '../src/remediation/start-remediations.ts';
import { createTestApp, type TestApp } from './support/app.ts';
import { fillTarget, SHOP } from './support/postgres-world.ts';
import { TARGET_PASSWORD, TARGETS, type TargetServer } from './support/target-server.ts';

/** A live PostgreSQL beside the one that Lapse lives in: connected, read, and changed for real. */

let service: TestApp;
let target: TargetServer;
let tenant: number;
let context: RemediationContext;
let connectorId: string;

beforeAll(async () => {
  service = await createTestApp();
  tenant = service.test.tenants.a;
  target = (await TARGETS[0]?.start({ shared_preload_libraries: 'pg_stat_statements' })) as TargetServer;
  await target.query('CREATE EXTENSION pg_stat_statements');
  await fillTarget(target);
  const { db } = service.test;
  context = {
    db,
    now: () => Date.now(),
    onError: (error) => {
      throw error;
    },
    openConnector: createOpenConnector(db, connectorSetup(Buffer.alloc(32, 7), ANYTHING)),
  };
});
afterAll(async () => {
  await service?.close();
  await target?.stop();
});

const call = async (method: 'GET' | 'POST' | 'PATCH' | 'PUT', url: string, payload?: object) =>
  (await service.call({ method, url, ...(payload && { payload }) })).json();

async function sync(): Promise<void> {
  await call('POST', `/v1/connectors/${connectorId}/sync`);
  await syncTenant(context, tenant, new AbortController().signal);
  while (await processTenant(context, tenant));
}

async function work(): Promise<void> {
  while ((await remediateTenant(context, tenant)) > 0);
}

interface Grant {
  id: string;
  principal_id: string;
  asset_id: string;
  status: string;
}

async function grantOf(principal: string, asset: string): Promise<Grant> {
  const { items } = await call('GET', `/v1/principals?q=${principal}`);
  const { id } = items.find((item: { display_name: string }) => item.display_name === principal);
  const grants = await call('GET', `/v1/grants?principal_id=${id}`);
  return grants.items.find((item: { asset_name: string }) => item.asset_name === asset);
}

async function revoke(grant: Grant): Promise<string> {
  await service.test.db.transaction(tenant, (tx) =>
    startRemediations(tx, {
      grants: [{ grant_id: grant.id, review_id: 'review-1', decision_id: 'd', reason: 'not used' }],
      requested_by: 'reviewer@example.com',
      now: Date.now(),
    }),
  );
  await work();
  const { items } = await call('GET', `/v1/remediations?grant_id=${grant.id}`);
  return items.at(-1).id;
}

const read = (user: string, table = 'sales.orders') => target.as(user, `SELECT count(*) FROM ${table}`, SHOP);

describe('a connected PostgreSQL', () => {
  test('is connected with its secrets sealed, and read', async () => {
    const settings = {
      host: target.host,
      port: target.port,
      user: 'lapse_reader',
      password: TARGET_PASSWORD,
      remediation_user: 'lapse_admin',
      remediation_password: TARGET_PASSWORD,
      databases: [SHOP],
      tls: 'disable',
    };
    const wrong = await service.call({
      method: 'POST',
      url: '/v1/connectors',
      payload: { platform: 'postgres', name: 'shop', settings: { ...settings, port: 'x' } },
    });
    expect([wrong.statusCode, wrong.json().detail[0].loc]).toEqual([400, ['body', 'settings', 'port']]);
    const made = await service.call({
      method: 'POST',
      url: '/v1/connectors',
      payload: { platform: 'postgres', name: 'shop', settings },
    });
    expect(made.statusCode).toBe(201);
    connectorId = made.json().id;
    expect(made.json()).toMatchObject({
      mode: 'dry_run',
      health: 'unknown',
      secret_names: ['password', 'remediation_password'],
    });
    expect(made.body).not.toContain(TARGET_PASSWORD);
    const [row] = await service.test.admin('SELECT sealed_secrets, settings FROM connectors');
    expect(JSON.stringify(row)).not.toContain(TARGET_PASSWORD);
    expect((await call('POST', `/v1/connectors/${connectorId}/test`)).ok).toBe(true);

    await sync();
    expect(await call('GET', `/v1/connectors/${connectorId}`)).toMatchObject({
      health: expect.stringMatching(/healthy|degraded/),
      error: null,
      coverage: { observes_use: true },
      progress: { phase: 'done' },
      last_sync_at: expect.any(String),
      lag_seconds: expect.any(Number),
    });
    expect(await grantOf('ana', 'shop.sales.orders')).toMatchObject({
      permission: 'read',
      via_group_id: null,
    });
    expect(await grantOf('bob', 'shop.sales.orders')).toMatchObject({ via_group_id: expect.any(String) });
    expect(await grantOf('carol', 'shop.sales.orders')).toMatchObject({ via_group_id: expect.any(String) });
  });

  test('is only rehearsed upon until an admin turns it on, and then for real, and back', async () => {
    await read('ana');
    const grant = await grantOf('ana', 'shop.sales.orders');
    const id = await revoke(grant);
    expect(await call('GET', `/v1/remediations/${id}`)).toMatchObject({ status: 'completed', dry_run: true });
    await read('ana');

    await call('PATCH', `/v1/connectors/${connectorId}`, { mode: 'automatic' });
    await call('POST', `/v1/remediations/${id}/retry`);
    await work();
    expect(await call('GET', `/v1/remediations/${id}`)).toMatchObject({
      status: 'blocked',
      error: expect.stringContaining('younger than 1 day'),
    });
    await read('ana');

    await call('PUT', '/v1/policy', { remediation: { min_grant_age_days: 0 } });
    await call('POST', `/v1/remediations/${id}/retry`);
    await work();
    const done = await call('GET', `/v1/remediations/${id}`);
    expect(done).toMatchObject({
      status: 'completed',
      dry_run: false,
      action: 'revoke_grant',
      remaining_paths: [],
    });
    expect(done.plan.statements.join()).toContain('REVOKE');
    await expect(read('ana')).rejects.toThrow(/permission denied/);
    expect((await grantOf('ana', 'shop.sales.orders')).status).toBe('revoked');

    await call('POST', `/v1/remediations/${id}/revert`);
    await work();
    expect(await call('GET', `/v1/remediations/${id}`)).toMatchObject({ status: 'reverted' });
    await read('ana');
    expect((await grantOf('ana', 'shop.sales.orders')).status).toBe('active');
  });

  test('loses a member of a group and gets it back', async () => {
    const id = await revoke(await grantOf('bob', 'shop.sales.orders'));
    expect(await call('GET', `/v1/remediations/${id}`)).toMatchObject({
      status: 'completed',
      action: 'remove_group_membership',
    });
    await expect(read('bob')).rejects.toThrow(/permission denied/);
    await read('carol');
    await sync();
    expect((await grantOf('bob', 'shop.sales.orders')).status).toBe('revoked');
    await call('POST', `/v1/remediations/${id}/revert`);
    await work();
    await read('bob');
    await sync();
    expect((await grantOf('bob', 'shop.sales.orders')).status).toBe('active');
  });

  test('tells of what is removed and given there by others, and who used what', async () => {
    await target.query('REVOKE SELECT ON sales.payments FROM frank', [], SHOP);
    await sync();
    const direct = async () => {
      const { principal_id } = await grantOf('frank', 'shop.sales.payments');
      const { items } = await call('GET', `/v1/grants?principal_id=${principal_id}`);
      return items.find(
        (item: { via_group_id: string | null; asset_name: string }) =>
          item.via_group_id === null && item.asset_name === 'shop.sales.payments',
      );
    };
    expect((await direct()).status).toBe('revoked');
    const audit = await service.test.admin(
      "SELECT data FROM audit_entries WHERE event_type = 'grant.revoked'",
    );
    expect(audit).toContainEqual({
      data: expect.objectContaining({ cause: 'source', grant_id: (await direct()).id }),
    });
    await target.query('GRANT SELECT ON sales.payments TO frank', [], SHOP);
    await sync();
    expect((await direct()).status).toBe('active');

    await read('carol');
    await sync();
    const used = await service.test.admin('SELECT count(*)::int AS n FROM events');
    expect(used[0]?.n).toBeGreaterThan(0);
  });
});
