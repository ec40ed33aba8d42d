import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { emailOf } from '../support/databricks-account.ts';
import { type DatabricksServer, startDatabricksServer } from '../support/databricks-server.ts';
import { fillAccount, read, SETTINGS } from '../support/databricks-world.ts';
import type { SeenRequest } from '../support/scripted-server.ts';
import { WEBHOOK_KEY } from '../support/webhook-world.ts';
import { eventually, type LapseProcess, startLapse } from './lapse-process.ts';

/**
 * kill -9 of the worker between a change on a platform in the cloud and its record, and in the middle of a sync. The next
 * worker goes on: nothing is changed twice, nothing is claimed that was not read back, nothing is lost.
 */

const ORDERS = 'table main.sales.orders';
let service: TestApp;
let server: DatabricksServer;
let worker: LapseProcess | null = null;
let connectorId: string;

beforeAll(async () => {
  service = await createTestApp({ env: { CONNECTOR_HOSTS: '*' } });
  server = await startDatabricksServer();
  fillAccount(server.account);
  const yesterday = new Date(Date.now() - 86_400_000).toISOString();
  server.account.lineage = [read(3, 'main.sales.crm', yesterday)];
});
afterAll(async () => {
  worker?.signal('SIGKILL');
  await worker?.ended;
  await server?.close();
  await service?.close();
});

const call = async (method: 'GET' | 'POST' | 'PATCH' | 'PUT', url: string, payload?: object) => {
  const headers = method === 'POST' ? { 'idempotency-key': randomUUID() } : {};
  const answer = await service.call({ method, url, headers, ...(payload && { payload }) });
  if (answer.statusCode >= 300) throw new Error(`${method} ${url}: ${answer.body}`);
  return answer.json();
};

function startWorker(): LapseProcess {
  const { host, port, user, password, database } = service.test.application;
  const url = new URL('postgres://localhost');
  Object.assign(url, { username: user ?? '', password: password ?? '', pathname: `/${database}` });
  if (host?.startsWith('/')) url.searchParams.set('host', host);
  else url.hostname = host ?? '127.0.0.1';
  url.port = String(port ?? 5432);
  return startLapse({
    command: 'serve',
    args: ['--role', 'worker'],
    env: {
      DATABASE_URL: url.href,
      SECRETS_KEY: WEBHOOK_KEY.toString('base64'),
      AUTH_DISABLED: 'true',
      TENANTS: 'tenant-a,tenant-b',
      CONNECTOR_HOSTS: '*',
    },
  });
}

/** Kills the worker while it waits for the answer to this request, once the server has done what `act` does. */
function killAt(
  isIt: (request: SeenRequest) => boolean,
  act: (request: SeenRequest) => void = () => {},
): Promise<unknown> {
  return new Promise((resolve) => {
    server.intercept = (request) => {
      if (!isIt(request)) return undefined;
      server.intercept = null;
      act(request);
      worker?.signal('SIGKILL');
      resolve(worker?.ended);
      return { cut: 'before' };
    };
  });
}

/** As if the lease of whoever was killed had ended. */
async function replaceWorker(): Promise<void> {
  await service.test.admin("UPDATE remediations SET due_at = now() - interval '1 s' WHERE lease IS NOT NULL");
  await service.test.admin(
    "UPDATE connectors SET next_sync_at = now() - interval '1 s' WHERE lease IS NOT NULL",
  );
  worker = startWorker();
  await worker.ready();
}

const stateOf = async (): Promise<{ error?: string | null; progress?: { phase: string } | null }> =>
  (await service.test.admin('SELECT error, progress FROM connectors'))[0] ?? {};
const progress = async (): Promise<{ phase?: string }> => (await stateOf()).progress ?? {};
const remediationOf = async (id: string) => call('GET', `/v1/remediations/${id}`);
const patches = () =>
  server.seen
    .filter(({ method, path }) => method === 'PATCH' && path.includes('/permissions/'))
    .map(({ body }) => JSON.parse(body).changes[0]);
const entries = async (type: string): Promise<number> =>
  Number(
    (
      await service.test.admin('SELECT count(*)::int AS n FROM audit_entries WHERE event_type = $1', [type])
    )[0]?.n,
  );

test('a sync goes on where the worker was killed, and finds the same', async () => {
  await call('PUT', '/v1/policy', {
    remediation: {
      min_grant_age_days: 0,
      breaker: { tenant_percent: 100, tenant_grants: 10_000, asset_percent: 100, asset_grants: 10_000 },
    },
  });
  const { workspace_url, account_url } = server;
  const { id } = await call('POST', '/v1/connectors', {
    platform: 'databricks',
    name: 'lakehouse',
    settings: { ...SETTINGS, workspace_url, account_url, settle_ms: 1_000 },
  });
  connectorId = id;
  await call('PATCH', `/v1/connectors/${connectorId}`, { mode: 'automatic' });
  const killed = killAt(({ path }) => path.includes('/permissions/table/'));
  worker = startWorker();
  await worker.ready();
  await killed;
  expect(await progress()).toMatchObject({ phase: 'grants' });
  const before = server.seen.length;
  await replaceWorker();
  await eventually(async () => (await progress()).phase === 'done');
  expect(await stateOf()).toMatchObject({ error: null });
  // Principals and assets are stored: they are not listed again.
  const listed = server.seen
    .slice(before)
    .filter(({ path }) => path.includes('attributes=id,userName,displayName'));
  expect(listed).toEqual([]);
  const held = await service.test.admin(
    `SELECT p.display_name AS who, g.permission FROM grants g JOIN principals p ON p.id = g.principal_id
     JOIN assets a ON a.id = g.asset_id WHERE a.name = 'main.sales.orders' AND g.via_group_id IS NULL ORDER BY p.display_name COLLATE "C"`,
  );
  expect(held).toEqual([
    { who: 'User 1', permission: 'read' },
    { who: 'User 4', permission: 'read' },
    { who: 'User 5', permission: 'owner' },
    { who: 'analysts', permission: 'read_write' },
  ]);
});

test('a removal whose worker was killed before its record is recorded once, and so is its reversal', async () => {
  const { account } = server;
  const before = account.dump();
  const [grant] = await service.test.admin(
    `SELECT g.principal_id, g.asset_id FROM grants g JOIN principals p ON p.id = g.principal_id
     JOIN assets a ON a.id = g.asset_id WHERE a.name = 'main.sales.orders' AND p.display_name = 'User 1'`,
  );
  await replaceWorker();
  const isChange = ({ method, path }: SeenRequest): boolean =>
    method === 'PATCH' && path.includes('/permissions/table/main.sales.orders');
  const removed = killAt(isChange, () =>
    account.write(() => account.take('table', 'main.sales.orders', emailOf(1), ['SELECT'])),
  );
  const review = await call('POST', '/v1/reviews', {
    ...grant,
    reason: 'manual_trigger',
    notes: 'crash test',
  });
  await call('POST', `/v1/reviews/${review.review_id ?? review.id}/decide`, {
    decision: 'REVOKE',
    justification: 'not needed',
  });
  await removed;
  const [{ id }] = (await call('GET', '/v1/remediations')).items;
  expect(await remediationOf(id)).toMatchObject({ status: 'running', verified_at: null });
  expect(await entries('remediation.executed')).toBe(0);

  await replaceWorker();
  await eventually(async () => (await remediationOf(id)).status === 'completed');
  expect((await remediationOf(id)).verified_at).not.toBeNull();
  expect(account.privileges.get(ORDERS)?.has(emailOf(1))).toBe(false);
  expect(patches()).toEqual([{ principal: emailOf(1), remove: ['SELECT'] }]);
  expect(await entries('remediation.executed')).toBe(1);

  const restored = killAt(isChange, () =>
    account.write(() => account.give('table', 'main.sales.orders', emailOf(1), ['SELECT'])),
  );
  await call('POST', `/v1/remediations/${id}/revert`, { reason: 'needed after all' });
  await restored;
  expect(await entries('remediation.reverted')).toBe(0);
  await replaceWorker();
  await eventually(async () => (await remediationOf(id)).status === 'reverted');
  expect(patches()).toHaveLength(2);
  expect(account.dump()).toEqual(before);
  expect(await entries('remediation.reverted')).toBe(1);
  expect(server.disasters).toEqual([]);
});
