import { Writable } from 'node:stream';
import pino from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/support/app.ts';
import { buildApp } from '../app.ts';
import { loadConfig } from '../config.ts';
import { createDevAuthenticate } from '../gateway/tokens/token-verifier.ts';

const PASSWORD = 'Tr0ub4dor-and-3';
const TOKEN = 'T00/B00/xoxb-secret-token';

let open: TestApp;
/** With authentication on, loopback is closed. */
let closed: TestApp;
beforeAll(async () => {
  open = await createTestApp();
  closed = await createTestApp({ test: open.test, env: { WEBHOOK_ALLOW_LOOPBACK: 'false' } });
});
afterAll(() => open.close());

const URL_OF = '/v1/notifications/channels';
const post = (payload: object, app = open) => app.call({ method: 'POST', url: URL_OF, payload });
const patch = (id: string, payload: object, app = open) =>
  app.call({ method: 'PATCH', url: `${URL_OF}/${id}`, payload });

const MAIL = {
  kind: 'email',
  settings: {
    host: 'smtp.corp.example',
    username: 'lapse',
    password: PASSWORD,
    from: 'lapse@corp.example',
  },
};
const SLACK = { kind: 'slack', settings: { url: `https://hooks.slack.example/services/${TOKEN}` } };

describe('secrets', () => {
  test('are sealed at rest and never come back, in answers, lists, errors, the audit log or the log', async () => {
    const lines: string[] = [];
    const logger = pino(
      { level: 'trace' },
      new Writable({
        write(chunk, _encoding, done) {
          lines.push(String(chunk));
          done();
        },
      }),
    );
    const app = await buildApp({
      config: loadConfig('start', {}),
      db: open.test.db,
      secrets_key: Buffer.alloc(32, 7),
      authenticate: createDevAuthenticate(open.test.tenants.a),
      logger,
      isReady: async () => true,
    });
    const seen: string[] = [];
    const call = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) => {
      const headers = { 'idempotency-key': uuidv7() };
      const answer = await app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
      seen.push(answer.body);
      return answer;
    };
    for (const body of [MAIL, SLACK]) {
      const { id } = (await call('POST', URL_OF, body)).json();
      await call('GET', `${URL_OF}/${id}`);
      await call('GET', URL_OF);
      await call('PATCH', `${URL_OF}/${id}`, { description: 'changed' });
      await call('PATCH', `${URL_OF}/${id}`, { settings: { ...body.settings, gather_seconds: 5 } });
      await call('POST', URL_OF, { ...body, settings: { ...body.settings, gather_seconds: -1 } });
      await call('POST', URL_OF, { ...body, kind: body.kind === 'email' ? 'slack' : 'email' });
      await call('DELETE', `${URL_OF}/${id}`);
    }
    await call('GET', '/v1/audit?limit=100');
    const stored = await open.test.admin(
      `SELECT to_jsonb(w) AS row FROM webhooks w UNION ALL SELECT to_jsonb(a) FROM audit_entries a
       UNION ALL SELECT to_jsonb(k) FROM idempotency_keys k`,
    );
    await app.close();
    expect(seen.length).toBeGreaterThan(15);
    expect(stored.length).toBeGreaterThan(5);
    const all = [...seen, ...lines, JSON.stringify(stored)].join('\n');
    expect(all).not.toContain(PASSWORD);
    expect(all).not.toContain('xoxb-secret-token');
  });

  test('are shown as what is no secret', async () => {
    const slack = (await post(SLACK)).json();
    expect(slack.settings).toEqual({ url: 'https://hooks.slack.example/…', gather_seconds: 60 });
    const mail = (await post(MAIL)).json();
    expect(mail).toMatchObject({
      kind: 'email',
      occasions: expect.arrayContaining(['assigned', 'reminder', 'escalated', 'overdue']),
      enabled: true,
      settings: { host: 'smtp.corp.example', port: 587, security: 'starttls', username: 'lapse' },
    });
    expect(mail.settings).not.toHaveProperty('password');
  });

  test('are not sent to another server than they were given for', async () => {
    const { id } = (await post(MAIL)).json();
    for (const settings of [{ host: 'evil.example' }, { port: 2525 }, { security: 'tls' }]) {
      const refused = await patch(id, { settings });
      expect(refused.statusCode).toBe(400);
      expect(refused.json().detail[0]).toMatchObject({ loc: ['body', 'settings', 'password'] });
    }
    expect((await patch(id, { settings: { from: 'other@corp.example' } })).statusCode).toBe(200);
    const moved = await patch(id, { settings: { host: 'mail.corp.example', password: PASSWORD } });
    expect(moved.json().settings).toMatchObject({ host: 'mail.corp.example', from: 'other@corp.example' });
  });
});

describe('wrong settings', () => {
  const wrong: [string, object, string][] = [
    ['no url', { kind: 'slack', settings: {} }, 'url'],
    ['a plain address', { kind: 'teams', settings: { url: 'http://hooks.example.com/x' } }, 'url'],
    ['an inner address', { kind: 'teams', settings: { url: 'https://169.254.169.254/x' } }, 'url'],
    ['a loopback address', { kind: 'slack', settings: { url: 'https://127.0.0.1/x' } }, 'url'],
    [
      'settings of another kind',
      { kind: 'slack', settings: { ...SLACK.settings, host: 'x.example' } },
      'host',
    ],
    ['no server', { kind: 'email', settings: { from: 'a@x.example' } }, 'host'],
    ['an inner server', { kind: 'email', settings: { ...MAIL.settings, host: '10.0.0.25' } }, 'host'],
    ['a mapped server', { kind: 'email', settings: { ...MAIL.settings, host: '::ffff:10.0.0.25' } }, 'host'],
    ['an inner name', { kind: 'email', settings: { ...MAIL.settings, host: 'mail.internal' } }, 'host'],
    ['this machine', { kind: 'email', settings: { ...MAIL.settings, host: 'localhost' } }, 'host'],
    ['numbers for a host', { kind: 'email', settings: { ...MAIL.settings, host: '2130706433' } }, 'host'],
    ['no encryption', { kind: 'email', settings: { ...MAIL.settings, security: 'none' } }, 'security'],
    ['no sender', { kind: 'email', settings: { ...MAIL.settings, from: 'lapse' } }, 'from'],
    [
      'two senders',
      { kind: 'email', settings: { ...MAIL.settings, from: 'a@x.example,b@x.example' } },
      'from',
    ],
    [
      'a header',
      { kind: 'email', settings: { ...MAIL.settings, from: 'a@x.example\r\nBcc: b@x.example' } },
      'from',
    ],
    ['no password', { kind: 'email', settings: { ...MAIL.settings, password: null } }, 'password'],
    ['no user', { kind: 'email', settings: { ...MAIL.settings, username: null } }, 'username'],
    ['a url', { kind: 'email', settings: { ...MAIL.settings, url: 'https://x.example/' } }, 'url'],
  ];
  test.each(wrong)('%s', async (_, body, field) => {
    const before = await open.test.admin('SELECT count(*)::int AS n FROM webhooks');
    const answer = await post(body, closed);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().detail.map((fault: { loc: string[] }) => fault.loc.join('.'))).toContain(
      `body.settings.${field}`,
    );
    expect(answer.json().detail[0].msg).toMatch(/^expected /);
    expect(await open.test.admin('SELECT count(*)::int AS n FROM webhooks')).toEqual(before);
  });

  test.each([
    [{ kind: 'fax', settings: {} }],
    [{ kind: 'slack' }],
    [{ ...SLACK, occasions: [] }],
    [{ ...SLACK, occasions: ['birthday'] }],
    [{ ...SLACK, settings: { ...SLACK.settings, gather_seconds: 3601 } }],
    [{ ...MAIL, settings: { ...MAIL.settings, port: 0 } }],
  ])('%j is refused by its shape', async (body) => {
    expect((await post(body)).statusCode).toBe(400);
  });

  test('loopback is open where authentication is off', async () => {
    const settings = { host: 'localhost', security: 'none', from: 'a@x.example' };
    expect((await post({ kind: 'email', settings })).statusCode).toBe(201);
  });
});

test('a channel is changed, tested, disabled and deleted', async () => {
  const { id } = (await post({ ...SLACK, occasions: ['escalated'], description: 'war room' })).json();
  expect((await patch(id, { occasions: ['assigned', 'overdue'] })).json()).toMatchObject({
    occasions: ['assigned', 'overdue'],
    description: 'war room',
  });
  const tested = await open.call({ method: 'POST', url: `${URL_OF}/${id}/test` });
  expect(tested.json()).toMatchObject({ channel_id: id, type: 'notification.test', status: 'pending' });
  const misdirected = {
    method: 'POST' as const,
    url: `${URL_OF}/${id}/test`,
    payload: { recipient: 'a@x.example' },
  };
  expect((await open.call(misdirected)).statusCode).toBe(400);
  expect((await patch(id, { enabled: false })).json()).toMatchObject({
    enabled: false,
    disabled_reason: expect.stringContaining('Disabled by'),
  });
  expect((await open.call({ method: 'POST', url: `${URL_OF}/${id}/test` })).statusCode).toBe(409);
  expect((await patch(id, { enabled: true })).json()).toMatchObject({ enabled: true, disabled_reason: null });
  expect((await open.call({ url: `${URL_OF}/${id}/deliveries?status=pending` })).json().total).toBe(1);
  expect((await open.call({ method: 'DELETE', url: `${URL_OF}/${id}` })).statusCode).toBe(200);
  for (const url of [`${URL_OF}/${id}`, `${URL_OF}/${id}/deliveries`])
    expect((await open.call({ url })).statusCode).toBe(404);
  expect((await patch(id, { enabled: true })).statusCode).toBe(404);
  expect((await open.call({ method: 'POST', url: `${URL_OF}/${id}/test` })).statusCode).toBe(404);
});

test('a test mail needs an address', async () => {
  const { id } = (await post(MAIL)).json();
  const send = (payload: object) => open.call({ method: 'POST', url: `${URL_OF}/${id}/test`, payload });
  expect((await send({})).json().detail[0]).toMatchObject({ loc: ['body', 'recipient'] });
  expect((await send({ recipient: 'a@x.example\r\nDATA' })).statusCode).toBe(400);
  expect((await send({ recipient: 'a@x.example' })).json()).toMatchObject({ recipient: 'a@x.example' });
});

test('a webhook is no channel, and a channel no webhook', async () => {
  const { id } = (await post(SLACK)).json();
  expect((await open.call({ url: `/v1/webhooks/${id}` })).statusCode).toBe(404);
  const webhook = await open.call({
    method: 'POST',
    url: '/v1/webhooks',
    payload: { url: 'https://hooks.example.com/', event_types: ['*'] },
  });
  expect((await open.call({ url: `${URL_OF}/${webhook.json().id}` })).statusCode).toBe(404);
});

test('links of messages lead to the page of a review', async () => {
  for (const url of [
    '/reviews/a%2F..%2Fb',
    '/remediations/a%2F..%2Fb',
    '/reviews',
    '/reviews?status=PENDING',
  ]) {
    const { statusCode, headers } = await open.call({ url });
    expect([url, statusCode, headers['content-type']]).toEqual([url, 200, 'text/html; charset=utf-8']);
  }
});
