import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { type DatabricksServer, startDatabricksServer } from '../support/databricks-server.ts';
import { fillAccount, read, SETTINGS } from '../support/databricks-world.ts';
import type { DemoPlatform } from '../support/demo/demo-platform.ts';
import { DEMO_PLATFORMS } from '../support/demo/demo-platforms.ts';
import type { SeenRequest } from '../support/scripted-server.ts';
import { WEBHOOK_KEY } from '../support/webhook-world.ts';
import { eventually, type LapseProcess, startLapse } from './lapse-process.ts';

/**
 * kill -9 of the worker between a change on a platform in the cloud and its record, and in the middle of a sync. The next
 * worker goes on: nothing is changed twice, nothing is claimed that was not read back, nothing is lost.
 */

let service: TestApp;
let server: DatabricksServer;
let worker: LapseProcess | null = null;
let connectorId: string;

async function startService(): Promise<void> {
  service = await createTestApp({ env: { CONNECTOR_HOSTS: '*' } });
  await call('PUT', '/v1/policy', {
    remediation: {
      min_grant_age_days: 0,
      breaker: { tenant_percent: 100, tenant_grants: 10_000, asset_percent: 100, asset_grants: 10_000 },
    },
  });
}

beforeAll(async () => {
  await startService();
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

/** Kills the worker while it waits for the answer to this request. */
function killAt(isIt: (request: SeenRequest) => boolean): Promise<unknown> {
  return new Promise((resolve) => {
    server.intercept = (request) => {
      if (!isIt(request)) return undefined;
      server.intercept = null;
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
const entries = async (type: string, grantId: string): Promise<number> => {
  const [row] = await service.test.admin(
    "SELECT count(*)::int AS n FROM audit_entries WHERE event_type = $1 AND data ->> 'grant_id' = $2",
    [type, grantId],
  );
  return Number(row?.n);
};

test('a sync goes on where the worker was killed, and finds the same', async () => {
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
  expect(server.disasters).toEqual([]);
  await service.test.admin('UPDATE connectors SET enabled = false');
  worker?.signal('SIGKILL');
  await worker?.ended;
});

describe.each(Object.keys(DEMO_PLATFORMS))('%s', (name) => {
  // Other platforms of these tests know the same people by other names.
  beforeAll(async () => {
    await service.close();
    await startService();
  });

  test('a removal whose worker was killed before its record is recorded once, and so is its reversal', async () => {
    const platform = await (DEMO_PLATFORMS[name] as () => Promise<DemoPlatform>)();
    const { id: connector } = await call('POST', '/v1/connectors', {
      ...{
        platform: platform.platform,
        name: `of ${name}`,
        settings: { ...platform.settings, settle_ms: 1_000 },
      },
    });
    try {
      await call('PATCH', `/v1/connectors/${connector}`, { mode: 'automatic' });
      const before = await platform.dump();
      await replaceWorker();
      await eventually(async () => (await call('GET', `/v1/connectors/${connector}`)).last_sync_at !== null);
      const query = new URLSearchParams({ connector_id: connector, q: platform.asset, limit: '100' });
      const { items } = await call('GET', `/v1/grants?${query}`);
      const grant = items.find(
        (held: { asset_name: string; principal_name: string; account: { name: string } | null }) =>
          held.asset_name === platform.asset &&
          [held.principal_name, held.account?.name].includes(platform.dana),
      );
      const killedAtChange = () =>
        new Promise((resolve) =>
          platform.atChange(() => {
            worker?.signal('SIGKILL');
            resolve(worker?.ended);
          }),
        );
      const counted = async () => ({
        executed: await entries('remediation.executed', grant.id),
        reverted: await entries('remediation.reverted', grant.id),
      });

      const removed = killedAtChange();
      const { principal_id, asset_id } = grant;
      // Lapse may have asked by itself, because the access is stale.
      const opened = async () =>
        (await call('GET', `/v1/reviews?principal_id=${principal_id}&asset_id=${asset_id}`)).items[0];
      const asked = { principal_id, asset_id, reason: 'manual_trigger' };
      const review = (await opened()) ?? (await call('POST', '/v1/reviews', asked).catch(opened));
      await call('POST', `/v1/reviews/${review.review_id ?? review.id}/decide`, {
        ...{ decision: 'REVOKE', justification: 'not needed' },
      });
      await removed;
      const [{ id }] = (await call('GET', `/v1/remediations?grant_id=${grant.id}`)).items;
      expect(await remediationOf(id)).toMatchObject({ status: 'running', verified_at: null });
      expect(await counted()).toEqual({ executed: 0, reverted: 0 });
      await eventually(async () => !(await platform.tryAsDana()).allowed);
      const made = platform.changes();
      expect(made).not.toEqual([]);

      await replaceWorker();
      await eventually(async () => (await remediationOf(id)).status === 'completed');
      expect((await remediationOf(id)).verified_at).not.toBeNull();
      expect(platform.changes()).toEqual(made);
      expect(await counted()).toEqual({ executed: 1, reverted: 0 });

      const restored = killedAtChange();
      await call('POST', `/v1/remediations/${id}/revert`, { reason: 'needed after all' });
      await restored;
      await eventually(async () => (await platform.tryAsDana()).allowed);
      const madeInAll = platform.changes();
      expect(await counted()).toEqual({ executed: 1, reverted: 0 });
      await replaceWorker();
      await eventually(async () => (await remediationOf(id)).status === 'reverted');
      expect(platform.changes()).toEqual(madeInAll);
      expect(await platform.dump()).toEqual(before);
      expect(await counted()).toEqual({ executed: 1, reverted: 1 });
      worker?.signal('SIGKILL');
      await worker?.ended;
    } finally {
      await service.test.admin('UPDATE connectors SET enabled = false');
      await platform.close();
    }
  });
});
