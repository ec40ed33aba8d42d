import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/support/app.ts';
import { answerWith, startReceiver } from '../../test/support/webhook-receiver.ts';
import { happen, startWorker } from '../../test/support/webhook-world.ts';
import { createDevAuthenticate } from '../gateway/tokens/token-verifier.ts';
import { WEBHOOK_TYPES } from './types.rules.ts';

let service: TestApp;
let other: TestApp;

beforeAll(async () => {
  service = await createTestApp();
  const authenticate = () => createDevAuthenticate(service.test.tenants.b);
  other = await createTestApp({ test: service.test, authenticate });
});
afterAll(() => service.close());
beforeEach(() => service.test.admin('TRUNCATE webhooks, webhook_events, webhook_deliveries'));

type Method = 'POST' | 'PATCH' | 'DELETE' | 'GET';
const send = (method: Method, url: string, payload?: object, headers: Record<string, string> = {}) =>
  service.call({ method, url, headers, ...(payload && { payload }) });
const add = (more: object = {}, headers: Record<string, string> = {}) =>
  send('POST', '/v1/webhooks', { url: 'https://hooks.example.com/x', event_types: ['*'], ...more }, headers);
const auditOf = (id: string) =>
  service.test.admin(
    "SELECT event_type, data FROM audit_entries WHERE data->>'webhook_id' = $1 ORDER BY recorded_at, id",
    [id],
  );

describe('endpoints', () => {
  test('are made, listed, changed and deleted, and the audit trail tells', async () => {
    const made = await add({
      event_types: ['review.decided', 'review.created', 'review.created'],
      description: 'x',
    });
    expect(made.statusCode).toBe(201);
    const { secret, ...webhook } = made.json();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(webhook).toMatchObject({
      url: 'https://hooks.example.com/x',
      event_types: ['review.created', 'review.decided'],
      description: 'x',
      enabled: true,
      health: { breaker: 'closed', pending: 0, dead: 0, last_success_at: null },
    });
    const { id } = webhook;
    expect((await send('GET', `/v1/webhooks/${id}`)).json()).toEqual(webhook);
    expect((await send('GET', '/v1/webhooks')).json()).toMatchObject({
      items: [webhook],
      total: 1,
      next_cursor: null,
    });

    const changed = await send('PATCH', `/v1/webhooks/${id}`, { event_types: ['*'], enabled: false });
    expect(changed.json()).toMatchObject({
      event_types: ['*'],
      description: 'x',
      enabled: false,
      disabled_reason: expect.stringContaining('Disabled by'),
    });
    const enabled = await send('PATCH', `/v1/webhooks/${id}`, { enabled: true });
    expect(enabled.json()).toMatchObject({ enabled: true, disabled_reason: null, disabled_at: null });

    const rotated = await send('POST', `/v1/webhooks/${id}/rotate-secret`);
    expect(rotated.statusCode).toBe(200);
    expect(rotated.json().secret).not.toBe(secret);
    expect(Date.parse(rotated.json().previous_secret_expires_at)).toBeGreaterThan(Date.now() + 86_000_000);

    expect((await send('DELETE', `/v1/webhooks/${id}`)).statusCode).toBe(200);
    expect((await send('GET', `/v1/webhooks/${id}`)).statusCode).toBe(404);
    expect((await send('GET', '/v1/webhooks')).json().total).toBe(0);
    for (const [method, path, body] of [
      ['DELETE', ''],
      ['PATCH', '', { enabled: true }],
      ['POST', '/test'],
      ['POST', '/rotate-secret'],
      ['POST', '/redeliver', { since: '2026-01-01T00:00:00Z' }],
      ['GET', '/deliveries'],
    ] as const) {
      expect((await send(method, `/v1/webhooks/${id}${path}`, body)).statusCode).toBe(404);
    }
    const entries = await auditOf(id);
    expect(entries.map(({ event_type }) => event_type)).toEqual([
      'webhook.created',
      'webhook.changed',
      'webhook.changed',
      'webhook.secret_rotated',
      'webhook.deleted',
    ]);
    expect(JSON.stringify(entries)).not.toContain('whsec');
  });

  test('their secrets stand nowhere in clear, also not in remembered answers, which show them again', async () => {
    const headers = { 'idempotency-key': 'k-1' };
    const first = await add({}, headers);
    const again = await add({}, headers);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.body).toBe(first.body);
    const { id, secret } = first.json();
    const rotate = () => send('POST', `/v1/webhooks/${id}/rotate-secret`, {}, { 'idempotency-key': 'k-2' });
    const rotated = await rotate();
    expect((await rotate()).body).toBe(rotated.body);
    const stored = await service.test.admin(
      `SELECT (SELECT json_agg(w) FROM webhooks w)::text || (SELECT json_agg(a) FROM audit_entries a)::text
         || (SELECT string_agg(convert_from(body, 'UTF8'), ' ') FROM idempotency_keys) AS everything`,
    );
    for (const shown of [secret, rotated.json().secret]) {
      expect(String(stored[0]?.everything)).not.toContain(shown.slice(6));
    }
    expect(String(stored[0]?.everything)).toContain('v1.');
    expect((await add({ description: 'other' }, headers)).statusCode).toBe(409);
  });

  test('what is wrong is named, and changes nothing', async () => {
    for (const [body, loc] of [
      [{ url: 'http://hooks.example.com/' }, ['body', 'url']],
      [{ url: 'https://10.0.0.1/' }, ['body', 'url']],
      [{ url: 'https://user:pw@hooks.example.com/' }, ['body', 'url']],
      [{ url: 'ftp://hooks.example.com/' }, ['body', 'url']],
      [{ url: `https://hooks.example.com/${'x'.repeat(2_048)}` }, ['body', 'url']],
      [{ url: 7 }, ['body', 'url']],
      [{ event_types: [] }, ['body', 'event_types']],
      [{ event_types: ['review.created', 'review.exploded'] }, ['body', 'event_types', 1]],
      [{ event_types: ['*', 'review.created'] }, ['body', 'event_types']],
      [{ event_types: ['webhook.test'] }, ['body', 'event_types', 0]],
      [{ event_types: ['review.reminded'] }, ['body', 'event_types', 0]],
      [{ event_types: '*' }, ['body', 'event_types']],
      [{ description: 'x'.repeat(501) }, ['body', 'description']],
    ] as const) {
      const answer = await add(body);
      expect([body, answer.statusCode, answer.json().detail[0]?.loc]).toEqual([body, 400, loc]);
    }
    const unknown = (await add({ event_types: ['nonsense'] })).json().detail[0].msg;
    for (const type of WEBHOOK_TYPES) expect(unknown).toContain(type);
    expect((await send('GET', '/v1/webhooks')).json().total).toBe(0);
    const { id } = (await add()).json();
    for (const body of [
      {},
      { url: 'https://127.0.0.1:99999/' },
      { event_types: ['x'] },
      { enabled: 'yes' },
    ]) {
      expect((await send('PATCH', `/v1/webhooks/${id}`, body)).statusCode).toBe(400);
    }
    for (const query of ['status=exploded', 'since=yesterday', 'colour=red', 'cursor=x', 'limit=0']) {
      expect((await send('GET', `/v1/webhooks/${id}/deliveries?${query}`)).statusCode).toBe(400);
    }
    for (const body of [{}, { since: 'yesterday' }, { since: '2026-01-01T00:00:60Z' }]) {
      const answer = await send('POST', `/v1/webhooks/${id}/redeliver`, body);
      expect([answer.statusCode, answer.json().detail[0].loc]).toEqual([400, ['body', 'since']]);
    }
  });

  test('are at most fifty', async () => {
    await service.test.admin(
      `INSERT INTO webhooks (tenant_id, id, kind, url, event_types, created_by)
       SELECT $1, 'w-' || n, 'webhook', 'https://hooks.example.com/', '{*}', 'x' FROM generate_series(1, 50) n`,
      [service.test.tenants.a],
    );
    const answer = await add();
    expect([answer.statusCode, answer.json().detail]).toEqual([409, expect.stringContaining('50')]);
    await send('DELETE', '/v1/webhooks/w-7');
    expect((await add()).statusCode).toBe(201);
  });
});

describe('deliveries', () => {
  async function settled(id: string, isIt: (items: { status: string }[]) => boolean) {
    for (let left = 500; left > 0; left -= 1) {
      const { items } = (await send('GET', `/v1/webhooks/${id}/deliveries`)).json();
      if (isIt(items)) return items;
      await sleep(20);
    }
    throw new Error('it did not happen');
  }

  test('a test is delivered, and its delivery can be read', async () => {
    const receiver = await startReceiver(answerWith(200, {}, 'thanks\0'));
    const worker = startWorker(service.test);
    try {
      const { id } = (await add({ url: receiver.url, event_types: ['review.created'] })).json();
      const tested = await send('POST', `/v1/webhooks/${id}/test`);
      expect(tested.statusCode).toBe(201);
      expect(tested.json()).toMatchObject({ type: 'webhook.test', status: 'pending', attempts: [] });
      await receiver.arrived(1);
      await settled(id, ([one]) => one?.status === 'delivered');
      const read = (await send('GET', `/v1/webhooks/${id}/deliveries/${tested.json().id}`)).json();
      expect(read).toMatchObject({
        status: 'delivered',
        next_attempt_at: null,
        attempts: [{ status_code: 200, error: null, response: 'thanks\u{FFFD}' }],
      });
      expect(read.payload).toBe(receiver.arrivals[0]?.body);
      const { health } = (await send('GET', `/v1/webhooks/${id}`)).json();
      expect(Date.parse(health.last_success_at)).toBeGreaterThan(Date.now() - 60_000);

      const again = await send('POST', `/v1/webhooks/${id}/deliveries/${read.id}/redeliver`);
      expect(again.json()).toMatchObject({ status: 'pending', attempts: [{ status_code: 200 }] });
      worker.wake();
      await receiver.arrived(2);
      expect(receiver.arrivals[1]?.body).toBe(read.payload);
    } finally {
      await worker.stop();
      await receiver.close();
    }
  });

  test('are listed newest first, by status, type and time, in pages', async () => {
    const { id } = (await add()).json();
    const sent = await happen(service.test, service.test.tenants.a, 5);
    const decided = await happen(service.test, service.test.tenants.a, 2, 'review.decided');
    await service.test.admin(
      "UPDATE webhook_deliveries SET status = 'dead', due_at = NULL WHERE type = 'review.decided'",
    );
    const list = async (query: string) =>
      (await send('GET', `/v1/webhooks/${id}/deliveries?${query}`)).json();
    const ids = (answer: { items: { event_id: string }[] }) => answer.items.map(({ event_id }) => event_id);
    const first = await list('limit=3');
    expect(first.total).toBe(7);
    const rest = await list(`limit=100&cursor=${first.next_cursor}`);
    expect([...ids(first), ...ids(rest)]).toEqual([...decided.reverse(), ...sent.reverse()]);
    expect(ids(await list('limit=2&offset=2'))).toEqual(sent.slice(0, 2));
    expect((await list('status=dead')).total).toBe(2);
    expect((await list('status=pending')).total).toBe(5);
    expect((await list('status=delivered')).items).toEqual([]);
    expect((await list('event_type=review.decided')).total).toBe(2);
    expect((await list(`since=${new Date(Date.now() + 60_000).toISOString()}`)).total).toBe(0);
    expect((await list(`since=${new Date(Date.now() - 60_000).toISOString()}&status=dead`)).total).toBe(2);
    const since = new Date(Date.now() - 60_000).toISOString();
    expect((await send('POST', `/v1/webhooks/${id}/redeliver`, { since })).json()).toEqual({
      redelivered: 2,
    });
    expect((await list('status=dead')).total).toBe(0);
  });

  test('a disabled endpoint is neither tested nor sent anything again', async () => {
    const { id } = (await add()).json();
    await happen(service.test, service.test.tenants.a, 1);
    await send('PATCH', `/v1/webhooks/${id}`, { enabled: false });
    const [{ id: deliveryId }] = (await send('GET', `/v1/webhooks/${id}/deliveries`)).json().items;
    for (const [path, body] of [
      ['test', {}],
      [`deliveries/${deliveryId}/redeliver`, {}],
      ['redeliver', { since: '2026-01-01T00:00:00Z' }],
    ] as const) {
      expect((await send('POST', `/v1/webhooks/${id}/${path}`, body)).statusCode).toBe(409);
    }
  });

  test('the other tenant sees none of it', async () => {
    const { id } = (await add()).json();
    await happen(service.test, service.test.tenants.a, 1);
    const [{ id: deliveryId }] = (await send('GET', `/v1/webhooks/${id}/deliveries`)).json().items;
    for (const [method, path, payload] of [
      ['GET', ''],
      ['PATCH', '', { enabled: false }],
      ['DELETE', ''],
      ['POST', '/test', {}],
      ['POST', '/rotate-secret', {}],
      ['POST', '/redeliver', { since: '2020-01-01T00:00:00Z' }],
      ['GET', '/deliveries'],
      ['GET', `/deliveries/${deliveryId}`],
      ['POST', `/deliveries/${deliveryId}/redeliver`, {}],
    ] as const) {
      const answer = await other.call({
        method,
        url: `/v1/webhooks/${id}${path}`,
        ...(payload && { payload }),
      });
      expect([method, path, answer.statusCode]).toEqual([method, path, 404]);
    }
    expect((await other.call({ url: '/v1/webhooks' })).json().total).toBe(0);
    expect((await send('GET', `/v1/webhooks/${id}`)).json()).toMatchObject({
      enabled: true,
      health: { pending: 1 },
    });
  });
});
