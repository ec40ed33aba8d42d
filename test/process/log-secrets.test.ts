import { randomBytes } from 'node:crypto';
import { type EmbeddedServer, startEmbeddedServer } from '@lapse/embedded-postgres';
import pg from 'pg';
import { expect, test } from 'vitest';
import { AUDIENCE, type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts';
import { eventually, startLapse, temporaryDirectory } from './lapse-process.ts';

/** Lapse with authentication on, at its most talkative, with secrets in every place where one can be given. */

const secret = (name: string): string => `${name}-${randomBytes(12).toString('hex')}`;
const SECRETS_KEY = randomBytes(32).toString('base64');
const METRICS_TOKEN = secret('metrics');
const BUCKET_KEY = secret('bucket');

/** Everything of a JWT but its header, which all have in common; the signature alone is worth nothing but is one. */
const partsOf = (token: string): string[] => [token, ...token.split('.').slice(1)];

test('no log line of a gateway or worker holds a secret, whatever goes wrong', async () => {
  const data_dir = await temporaryDirectory();
  const server = await startEmbeddedServer({ data_dir, log: () => {} });
  const provider = await startIdentityProvider();
  try {
    await withSecrets(server, provider);
  } finally {
    await provider.stop();
    await server.stop();
  }
});

async function withSecrets(server: EmbeddedServer, provider: IdentityProvider): Promise<void> {
  const address = (role: 'application' | 'owner') => {
    const { host, user, password } = server.connection(role);
    return `postgres://${user}:${password}@localhost/lapse?host=${encodeURIComponent(host as string)}`;
  };
  const lapse = startLapse({
    command: 'serve',
    env: {
      DATABASE_URL: address('application'),
      MIGRATIONS_DATABASE_URL: address('owner'),
      ...{ SECRETS_KEY, METRICS_TOKEN, LOG_LEVEL: 'trace', TENANTS: 'contoso' },
      ...{ OIDC_ISSUER: provider.issuer, OIDC_AUDIENCE: AUDIENCE, CONNECTOR_HOSTS: '*' },
      ...{ REPORTS_S3_BUCKET: 'reports', REPORTS_S3_ENDPOINT: 'http://127.0.0.1:1' },
      ...{ REPORTS_S3_ACCESS_KEY_ID: 'lapse', REPORTS_S3_SECRET_ACCESS_KEY: BUCKET_KEY },
      ...{ WEBHOOK_ALLOW_LOOPBACK: 'true', WEBHOOK_RETRY_SCHEDULE: '1', RATE_LIMIT_WRITES: 'off' },
    },
  });
  const base = await lapse.ready();
  const secrets = new Set([SECRETS_KEY, METRICS_TOKEN, BUCKET_KEY]);
  for (const role of ['application', 'owner'] as const)
    secrets.add(server.connection(role).password as string);

  const token = await provider.token({ tid: 'contoso', roles: ['service.admin'], sub: 'ada' });
  const forged = `${token.slice(0, -20)}${randomBytes(15).toString('base64url')}`;
  for (const part of [...partsOf(token), ...partsOf(forged)]) secrets.add(part);
  const given = (name: string): string => {
    const value = secret(name);
    secrets.add(value);
    return value;
  };
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`${base}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return {
      status: response.status,
      body: (await response.json().catch(() => null)) as Record<string, string>,
    };
  };

  // Who calls.
  expect((await call('GET', '/v1/grants')).status).toBe(200);
  expect((await call('GET', '/v1/grants', undefined, { authorization: `Bearer ${forged}` })).status).toBe(
    401,
  );
  const basic = Buffer.from(`ada:${given('basic')}`).toString('base64');
  secrets.add(basic);
  expect((await call('GET', '/v1/grants', undefined, { authorization: `Basic ${basic}` })).status).toBe(401);
  await call('GET', `/v1/grants?access_token=${given('query')}`, undefined, {
    cookie: `session=${given('cookie')}`,
  });
  await call('GET', '/metrics', undefined, { authorization: `Bearer ${METRICS_TOKEN}` });

  // What is kept sealed; refused, accepted, tried.
  const settings = { host: '127.0.0.1', port: 1, database: 'gone', user: 'reader' };
  const connector = (password: string, extra = {}) =>
    call('POST', '/v1/connectors', {
      ...{ platform: 'postgres', name: password.slice(-6) },
      settings: { ...settings, password, ...extra },
    });
  expect((await connector(given('refused'), { passwrod: given('mistyped') })).status).toBe(400);
  const connected = await connector(given('connector'));
  expect(connected.status).toBe(201);
  expect((await call('POST', `/v1/connectors/${connected.body.id}/test`)).status).toBe(200);
  expect(
    (await call('POST', '/v1/connectors', `{"settings": {"password": "${given('malformed')}"`)).status,
  ).toBe(400);

  const endpoint = `https://127.0.0.1:1/${given('path-of-an-endpoint')}`;
  const webhook = await call('POST', '/v1/webhooks', { url: endpoint, event_types: ['*'] });
  expect(webhook.status).toBe(201);
  secrets.add(webhook.body.secret ?? '');
  secrets.add((webhook.body.secret ?? '').replace(/^whsec_/, ''));
  const rotated = await call('POST', `/v1/webhooks/${webhook.body.id}/rotate-secret`, {});
  secrets.add(rotated.body.secret ?? '');
  await call('POST', `/v1/webhooks/${webhook.body.id}/test`, {});
  const mail = {
    host: '127.0.0.1',
    port: 1,
    security: 'none',
    username: 'lapse',
    from: 'lapse@corp.example',
  };
  for (const [kind, own] of [
    ['email', { ...mail, password: given('mail') }],
    ['slack', { url: `https://127.0.0.1:1/services/${given('slack')}` }],
  ] as const) {
    const channel = await call('POST', '/v1/notifications/channels', {
      kind,
      occasions: ['assigned'],
      settings: own,
    });
    expect(channel.status, JSON.stringify(channel.body)).toBe(201);
    await call('POST', `/v1/notifications/channels/${channel.body.id}/test`, {});
  }

  const period = { period_start: '2026-01-01T00:00:00Z', period_end: '2026-02-01T00:00:00Z' };
  await call('POST', '/v1/reports', { type: 'audit_export', format: 'json', ...period });

  // What breaks underneath: the database, the identity provider, the platform's tables.
  const superuser = new pg.Client(server.connection('superuser', 'lapse'));
  await superuser.connect();
  await superuser.query('ALTER TABLE connectors RENAME TO connectors_away');
  expect((await connector(given('lost'))).status).toBe(500);
  await superuser.query('ALTER TABLE connectors_away RENAME TO connectors');
  await superuser.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'lapse%'",
  );
  await call('GET', '/v1/grants');
  await superuser.end();
  await provider.stop();
  const unknown = provider.sign(provider.claims({ tid: 'contoso' }), { header: { kid: 'another' } });
  for (const part of partsOf(unknown)) secrets.add(part);
  await call('GET', '/v1/grants', undefined, { authorization: `Bearer ${unknown}` });
  await eventually(() => lapse.output.includes('request failed'));
  await provider.restart();
  await lapse.stop();

  const said = lapse.output + lapse.errors;
  for (const each of secrets) {
    expect(each.length).toBeGreaterThan(8);
    expect(said.includes(each), `"${each}" is in the log`).toBe(false);
  }
  const lines = lapse.output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  for (const line of lines)
    expect(line).toMatchObject({ level: expect.any(Number), time: expect.any(Number) });
  const requests = lines.filter(({ msg }) => msg === 'request');
  expect(requests.length).toBeGreaterThan(15);
  for (const line of requests) expect(line.request_id).toMatch(/^[0-9a-f-]{36}$/);
  expect(
    requests
      .filter(({ status }) => status < 300)
      .every(({ tenant_id, path }) => tenant_id || !path.startsWith('/v1')),
  ).toBe(true);
  const failure = lines.find(({ msg }) => msg === 'request failed');
  expect(failure).toMatchObject({ request_id: expect.any(String), tenant_id: expect.any(Number) });
}
