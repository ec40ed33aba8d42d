import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/support/app.ts';
import { directoryConnector } from '../connectors/directory/directory-connector.ts';
import { storedDirectory } from '../core/directory/directory-rows.sql.ts';
import { remediateTenant } from './engine/run-remediations.ts';
import { startRemediations } from './start-remediations.ts';

let service: TestApp;
let tenant: number;

beforeAll(async () => {
  service = await createTestApp();
  tenant = service.test.tenants.a;
  await service.import([
    ...['ann', 'bob', 'cy', 'dee'].map((id) => ({ kind: 'principal', id, display_name: id, type: 'user' })),
    { kind: 'asset', id: 'wiki', name: 'wiki', type: 'table', platform: 'fabric' },
    { kind: 'asset', id: 'lab', name: 'lab', type: 'workspace', platform: 'databricks', protected: true },
    ...['ann', 'bob', 'cy', 'dee'].map((id) => grantOn('wiki', id)),
    grantOn('lab', 'ann'),
  ]);
});
afterAll(() => service.close());
beforeEach(async () => {
  await service.test.admin('TRUNCATE remediations, remediation_steps, remediation_breakers');
  await service.test.admin("DELETE FROM tallies WHERE noun LIKE '%remediations'");
  await service.test.admin("UPDATE grants SET status = 'active'");
  await service.test.admin('UPDATE assets SET simulated = true');
  await policy({ mode: 'automatic', undo_window_minutes: 0 });
});

const grantOn = (asset_id: string, principal_id: string) => ({
  kind: 'grant',
  id: `${principal_id}-${asset_id}`,
  principal_id,
  asset_id,
  permission: 'read',
  granted_at: '2025-01-01T00:00:00Z',
});
const post = (url: string, payload?: object) =>
  service.call({ method: 'POST', url, ...(payload && { payload }) });
const policy = (remediation: object) =>
  service.call({ method: 'PUT', url: '/v1/policy', payload: { remediation } });

async function start(...grants: string[]): Promise<string[]> {
  await service.test.db.transaction(tenant, (tx) =>
    startRemediations(tx, {
      grants: grants.map((grant_id) => ({
        grant_id,
        review_id: 'review-1',
        decision_id: 'd',
        reason: 'not used',
      })),
      requested_by: 'reviewer@example.com',
      now: Date.now(),
    }),
  );
  const rows = await service.test.admin('SELECT id, grant_id FROM remediations');
  return grants.map((grant) => String(rows.find((row) => row.grant_id === grant)?.id));
}

async function work(): Promise<void> {
  const context = {
    db: service.test.db,
    now: () => Date.now(),
    onError: (error: Error) => {
      throw error;
    },
    openConnector: async (tenantId: number) =>
      directoryConnector(storedDirectory(service.test.db, tenantId), { now: () => new Date() }),
  };
  while ((await remediateTenant(context, tenant)) > 0);
}

const statusOf = async (id: string) => (await service.call({ url: `/v1/grants/${id}` })).json().status;

describe('a remediation where nothing is connected', () => {
  test('is requested of a person, who attests it with a reason that is required', async () => {
    await service.test.admin('UPDATE assets SET simulated = false');
    const [id] = (await start('ann-wiki')) as [string];
    await work();
    const url = `/v1/remediations/${id}/attest`;
    for (const payload of [{}, { attestation: '' }, { attestation: '   ' }, { attestation: 4 }]) {
      const answer = await post(url, payload);
      expect([answer.statusCode, answer.json().detail[0].loc]).toEqual([400, ['body', 'attestation']]);
    }
    const attested = await post(url, { attestation: 'Removed in the console.' });
    expect(attested.statusCode).toBe(200);
    expect(attested.json()).toMatchObject({
      status: 'completed',
      verification: 'attested',
      verified_at: null,
      attestation: 'Removed in the console.',
    });
    expect((await post(url, { attestation: 'Again.' })).statusCode).toBe(409);
    expect((await post('/v1/remediations/none/attest', { attestation: 'x' })).statusCode).toBe(404);
    const open = await service.call({ url: '/v1/remediations?status=requested' });
    expect(open.json()).toMatchObject({ total: 0 });
  });
});

describe('the list', () => {
  test('filters, pages and counts', async () => {
    const [first] = await start('ann-wiki', 'bob-wiki', 'ann-lab');
    await work();
    const list = async (query: string) => (await service.call({ url: `/v1/remediations${query}` })).json();
    expect(await list('')).toMatchObject({ total: 3, limit: 50, next_cursor: null });
    expect((await list('?status=completed')).total).toBe(2);
    expect((await list('?platform=databricks')).items).toMatchObject([
      { grant_id: 'ann-lab', action: 'remove_role_assignment', status: 'blocked' },
    ]);
    expect((await list('?asset_id=wiki&status=completed')).total).toBe(2);
    expect((await list('?asset_id=wiki&platform=databricks')).total).toBe(0);
    expect((await list('?principal_id=ann')).total).toBe(2);
    expect((await list('?grant_id=bob-wiki&review_id=review-1')).total).toBe(1);
    const page = await list('?limit=2');
    expect((await list(`?limit=2&cursor=${page.next_cursor}`)).items).toHaveLength(1);
    expect((await list('?limit=2&offset=2')).items).toHaveLength(1);
    const ids = (answer: { items: { id: string }[] }) => answer.items.map(({ id }) => id);
    const newest = await list('?order=desc&limit=2');
    const rest = await list(`?order=desc&limit=2&cursor=${newest.next_cursor}`);
    expect([...ids(newest), ...ids(rest)]).toEqual(ids(await list('')).reverse());
    expect((await service.call({ url: '/v1/remediations?status=done' })).statusCode).toBe(400);
    expect((await service.call({ url: `/v1/remediations/${first}` })).json()).toMatchObject({
      status: 'completed',
      steps: [{ step: 'guards' }, { step: 'conclude', outcome: 'revoked' }],
      undo: { made_at: expect.any(String), statements: [expect.any(String)] },
    });
  });
});

describe('a person', () => {
  test('reverts what was removed, once', async () => {
    const [id] = await start('ann-wiki');
    expect((await post(`/v1/remediations/${id}/revert`)).statusCode).toBe(409);
    await work();
    expect(await statusOf('ann-wiki')).toBe('revoked');
    const asked = await post(`/v1/remediations/${id}/revert`);
    expect([asked.statusCode, asked.json().status, asked.json().operation]).toEqual([
      200,
      'running',
      'restore',
    ]);
    expect((await post(`/v1/remediations/${id}/revert`)).statusCode).toBe(409);
    await work();
    expect((await service.call({ url: `/v1/remediations/${id}` })).json().status).toBe('reverted');
    expect(await statusOf('ann-wiki')).toBe('active');
    expect((await post('/v1/remediations/never-was/revert')).statusCode).toBe(404);
  });

  test('approves what waits for an approval, and only that', async () => {
    await policy({ mode: 'manual' });
    const [id] = await start('ann-wiki');
    expect((await post(`/v1/remediations/${id}/approve`)).statusCode).toBe(409);
    await work();
    expect(await statusOf('ann-wiki')).toBe('revoking');
    expect((await post(`/v1/remediations/${id}/approve`)).json().approved_by).toBeTruthy();
    await work();
    expect(await statusOf('ann-wiki')).toBe('revoked');
    expect((await post(`/v1/remediations/${id}/approve`)).statusCode).toBe(409);
  });

  test('cancels within the undo window', async () => {
    await policy({ undo_window_minutes: 60 });
    const [id] = await start('ann-wiki');
    await work();
    expect((await post(`/v1/remediations/${id}/cancel`)).json()).toMatchObject({
      status: 'reverted',
      attempts: 0,
    });
    expect(await statusOf('ann-wiki')).toBe('active');
    expect((await post(`/v1/remediations/${id}/cancel`)).statusCode).toBe(409);
  });

  test('retries what was blocked when the cause is gone', async () => {
    const [id] = await start('ann-lab');
    await work();
    const record = (await service.call({ url: `/v1/remediations/${id}` })).json();
    expect(record).toMatchObject({ status: 'blocked', error: expect.stringContaining('lab is protected') });
    expect(await statusOf('ann-lab')).toBe('active');
    await service.test.admin("UPDATE assets SET protected = false WHERE id = 'lab'");
    expect((await post(`/v1/remediations/${id}/retry`, {})).json().status).toBe('pending');
    expect((await post(`/v1/remediations/${id}/retry`)).statusCode).toBe(409);
    await work();
    expect(await statusOf('ann-lab')).toBe('revoked');
    await service.test.admin("UPDATE assets SET protected = true WHERE id = 'lab'");
  });

  test('carries a dry run out', async () => {
    await policy({ mode: 'dry_run' });
    const [id] = await start('ann-wiki');
    await work();
    expect((await post(`/v1/remediations/${id}/revert`)).statusCode).toBe(409);
    await policy({ mode: 'automatic' });
    await post(`/v1/remediations/${id}/retry`);
    await work();
    expect(await statusOf('ann-wiki')).toBe('revoked');
    expect((await post(`/v1/remediations/${id}/retry`)).statusCode).toBe(409);
  });

  test('releases the breaker', async () => {
    await policy({ breaker: { tenant_percent: 1, tenant_grants: 2, asset_percent: 100, asset_grants: 100 } });
    const ids = await start('ann-wiki', 'bob-wiki', 'cy-wiki', 'dee-wiki');
    await work();
    const state = (await service.call({ url: '/v1/remediations/breaker' })).json();
    expect(state).toMatchObject({ tripped: true, breakers: [{ scope: 'tenant', asset_id: null }] });
    const listed = (await service.call({ url: '/v1/remediations?status=blocked' })).json();
    expect(listed.total).toBe(2);
    const blocked = listed.items[0].id;
    await post(`/v1/remediations/${blocked}/retry`);
    await work();
    expect((await service.call({ url: `/v1/remediations/${blocked}` })).json().status).toBe('blocked');
    expect((await post('/v1/remediations/breaker/release', {})).statusCode).toBe(400);
    expect(
      (await post('/v1/remediations/breaker/release', { note: 'expected' })).json().released,
    ).toHaveLength(1);
    expect((await post('/v1/remediations/breaker/release', { note: 'expected' })).statusCode).toBe(409);
    expect((await service.call({ url: '/v1/remediations/breaker' })).json().tripped).toBe(false);
    await post(`/v1/remediations/${blocked}/retry`);
    await work();
    expect((await service.call({ url: `/v1/remediations/${blocked}` })).json().status).toBe('completed');
    expect(ids).toHaveLength(4);
  });
});
