import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/support/app.ts';
import { createDevAuthenticate } from '../gateway/tokens/token-verifier.ts';
import { DAY_MS } from '../platform/iso-instant.ts';
import { evaluateAlerts } from './evaluate-alerts.ts';

const APPLY = 'tenant_not_processed:apply';
const AUDIT = 'tenant_not_processed:audit';
const LOOK = 15_000;

let service: TestApp;
let other: TestApp;
let now: number;

beforeAll(async () => {
  service = await createTestApp();
  now = Date.now();
  other = await createTestApp({
    test: service.test,
    authenticate: ({ tenants }) => createDevAuthenticate(tenants.b),
  });
  const { a, b } = service.test.tenants;
  await service.test.admin(
    `INSERT INTO webhooks (tenant_id, id, kind, event_types, created_by) VALUES
       ($1, 'hook', 'webhook', '{*}', 'x'), ($1, 'slack', 'slack', '{alert.firing,alert.resolved}', 'x')`,
    [a],
  );
  await fail('apply', a);
  await fail('audit', a);
  await fail('apply', b);
  await look();
});
afterAll(async () => {
  await other.app.close();
  await service.close();
});

const fail = (work: string, tenantId: number) =>
  service.test.admin(
    `INSERT INTO work_failures (tenant_id, work, attempts, first_failed_at, last_failed_at, error)
     VALUES ($1, $2, 9, now(), now(), 'x')`,
    [tenantId, work],
  );
const succeed = (work: string) =>
  service.test.admin('DELETE FROM work_failures WHERE tenant_id = $1 AND work = $2', [
    service.test.tenants.a,
    work,
  ]);

async function look(): Promise<void> {
  now += LOOK;
  for (const tenantId of Object.values(service.test.tenants))
    expect(await evaluateAlerts(service.test.db, tenantId, now)).toBe(true);
}

const url = (id: string, verb: string) => `/v1/alerts/${encodeURIComponent(id)}/${verb}`;
const acknowledge = (id: string, payload: object = {}, app = service) =>
  app.call({ method: 'POST', url: url(id, 'acknowledge'), payload });
const silence = (id: string, payload: object, app = service) =>
  app.call({ method: 'POST', url: url(id, 'silence'), payload });
const unsilence = (id: string, app = service) => app.call({ method: 'DELETE', url: url(id, 'silence') });
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

type Item = { id: string; state: string; acknowledged: object | null; silenced: object | null };
async function alerts(app = service): Promise<Record<string, Item>> {
  const { items } = (await app.call({ url: '/v1/alerts' })).json() as { items: Item[] };
  return Object.fromEntries(items.map((item) => [item.id, item]));
}
const entries = (type: string) =>
  service.test.admin(
    'SELECT tenant_id, actor, description, data FROM audit_entries WHERE tenant_id = $1 AND event_type = $2 ORDER BY appended_xid, seq',
    [service.test.tenants.a, type],
  );
/** What was told since the last question, by endpoint. */
let seen = 0;
async function told(): Promise<string[]> {
  const rows = await service.test.admin(
    `SELECT d.endpoint_id || ' ' || (e.payload::json #>> '{type}') || ' ' ||
       coalesce(e.payload::json #>> '{data,alert_id}', e.payload::json #>> '{data,subject}') AS line
     FROM webhook_deliveries d JOIN webhook_events e ON e.tenant_id = d.tenant_id AND e.id = d.event_id
     WHERE d.tenant_id = $1 ORDER BY d.event_id, d.endpoint_id`,
    [service.test.tenants.a],
  );
  const lines = rows.map(({ line }) => String(line));
  const fresh = lines.slice(seen);
  seen = lines.length;
  return fresh;
}

test('a firing alert is acknowledged: it fires on, says so, and the next firing begins again', async () => {
  expect(await told()).toHaveLength(4);
  const answer = await acknowledge(APPLY, { note: ' We are on it. ' });
  expect([answer.statusCode, answer.json()]).toMatchObject([
    200,
    { id: APPLY, state: 'firing', acknowledged: { by: 'dev-admin', note: 'We are on it.' }, silenced: null },
  ]);
  await look();
  expect(await alerts()).toMatchObject({
    [APPLY]: { state: 'firing', acknowledged: { by: 'dev-admin', note: 'We are on it.' } },
    [AUDIT]: { state: 'firing', acknowledged: null },
  });
  expect(await alerts(other)).toMatchObject({ [APPLY]: { acknowledged: null } });
  expect(await entries('alert.acknowledged')).toMatchObject([
    {
      tenant_id: service.test.tenants.a,
      actor: 'dev-admin',
      description: `dev-admin acknowledged the alert ${APPLY}: We are on it.`,
      data: { alert_id: APPLY, labels: { work: 'apply' }, note: 'We are on it.' },
    },
  ]);
  expect(await told()).toEqual([]);
  await succeed('apply');
  await look();
  expect(await alerts()).toMatchObject({ [APPLY]: { state: 'resolved', acknowledged: null } });
  const late = await acknowledge(APPLY);
  expect([late.statusCode, late.body]).toEqual([
    409,
    expect.stringContaining(`${APPLY} is resolved, not firing.`),
  ]);
  await fail('apply', service.test.tenants.a);
  await look();
  expect(await alerts()).toMatchObject({ [APPLY]: { state: 'firing', acknowledged: null } });
  await told();
});

test('a silenced alert is listed and recorded but not told; no other is quieter; ended earlier, it is told', async () => {
  await succeed('apply');
  await look();
  await told();
  const until = inDays(5);
  const answer = await silence(APPLY, { until, reason: 'Moving to another region.' });
  expect([answer.statusCode, answer.json().silenced]).toEqual([
    200,
    { by: 'dev-admin', at: expect.any(String), until, reason: 'Moving to another region.' },
  ]);
  await succeed('audit');
  await look();
  await fail('apply', service.test.tenants.a);
  await fail('audit', service.test.tenants.a);
  await told();
  const before = (await entries('alert.firing')).length;
  await look();
  expect(await alerts()).toMatchObject({
    [APPLY]: { state: 'firing', silenced: { until } },
    [AUDIT]: { state: 'firing', silenced: null },
  });
  expect(await alerts(other)).toMatchObject({ [APPLY]: { state: 'firing', silenced: null } });
  expect((await told()).filter((line) => line.startsWith('hook'))).toEqual([`hook alert.firing ${AUDIT}`]);
  expect((await entries('alert.firing')).slice(before).map(({ description }) => description)).toEqual([
    expect.stringMatching(/^Alert, silenced: A kind of background work .* \(work apply\)$/),
    expect.stringMatching(/^Alert: A kind of background work .* \(work audit\)$/),
  ]);
  expect((await unsilence(APPLY)).json()).toMatchObject({ state: 'firing', silenced: null });
  expect((await unsilence(APPLY)).statusCode).toBe(404);
  await look();
  await look();
  expect(await told()).toEqual([
    expect.stringMatching(/^hook alert.firing tenant_not_processed:apply$/),
    expect.stringMatching(/^slack notification.message Alert, no longer silenced: /),
  ]);
  expect((await entries('alert.silenced')).map(({ description }) => description)).toEqual([
    `dev-admin silenced the alert ${APPLY} until ${until}: Moving to another region.`,
  ]);
  expect((await entries('alert.silence_ended')).map(({ description }) => description)).toEqual([
    `dev-admin ended the silence of the alert ${APPLY}, which was to last until ${until}.`,
  ]);
});

test('a silence ends by itself, also of an alert that does not fire and is shown for its sake', async () => {
  await succeed('audit');
  await silence(AUDIT, { until: inDays(2), reason: 'planned work' });
  now += DAY_MS + LOOK;
  await look();
  await look();
  await fail('audit', service.test.tenants.a);
  await look();
  await told();
  now += DAY_MS;
  await look();
  expect((await told()).filter((line) => line.startsWith('hook'))).toEqual([`hook alert.firing ${AUDIT}`]);
  expect((await entries('alert.silence_ended')).at(-1)).toMatchObject({
    actor: 'system',
    description: `The silence of the alert ${AUDIT} ended on its date.`,
  });
  await silence('pending_reviews_high', { until: inDays(1), reason: 'planned' });
  expect(await alerts()).toMatchObject({ pending_reviews_high: { state: 'inactive', silenced: {} } });
  await unsilence('pending_reviews_high');
  expect(await alerts()).not.toHaveProperty('pending_reviews_high');
});

test('whoever acknowledged a silenced alert is not told of it when the silence ends', async () => {
  await succeed('audit');
  await look();
  await silence(AUDIT, { until: inDays(80), reason: 'quiet' });
  await fail('audit', service.test.tenants.a);
  await look();
  await acknowledge(AUDIT);
  await unsilence(AUDIT);
  await told();
  await look();
  expect(await told()).toEqual([]);
});

test.each([
  [{ until: inDays(91), reason: 'x' }, 'until'],
  [{ until: inDays(-1), reason: 'x' }, 'until'],
  [{ until: 'soon', reason: 'x' }, 'until'],
  [{ until: inDays(1) }, 'reason'],
  [{ until: inDays(1), reason: ' ' }, 'reason'],
])('a silence of %o is refused, and names the field', async (payload, field) => {
  const answer = await silence(APPLY, payload);
  expect(answer.statusCode).toBe(400);
  expect(answer.json().detail[0].loc).toEqual(['body', field]);
  expect(await alerts()).toMatchObject({ [APPLY]: { silenced: null } });
});

test('an alert of another tenant, or none at all, is not found', async () => {
  const body = { until: inDays(1), reason: 'x' };
  expect((await silence(AUDIT, body, other)).statusCode).toBe(404);
  expect((await acknowledge(AUDIT, {}, other)).statusCode).toBe(404);
  expect((await silence('nothing', body)).statusCode).toBe(404);
  await silence(APPLY, body);
  expect((await unsilence(APPLY, other)).statusCode).toBe(404);
  expect(await alerts()).toMatchObject({ [APPLY]: { silenced: { reason: 'x' } } });
});
