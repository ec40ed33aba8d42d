import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/support/app.ts';
import type { TestDatabase } from '../../test/support/database.ts';

const apps: TestApp[] = [];
let local: TestApp;
let insecure: TestApp;
let withTokens: TestApp;

beforeAll(async () => {
  local = await createTestApp();
  const { test } = local as { test: TestDatabase };
  insecure = await createTestApp({ test, env: { HOST: '0.0.0.0', ALLOW_INSECURE: 'true' } });
  withTokens = await createTestApp({
    test,
    env: { AUTH_DISABLED: 'false', OIDC_ISSUER: 'https://id.example', OIDC_AUDIENCE: 'lapse' },
  });
  apps.push(insecure, withTokens, local);
});
afterAll(async () => {
  for (const app of apps) await app.close();
});

const statusOf = async (app: TestApp, host: string): Promise<number> =>
  (await app.call({ url: '/v1/principals', headers: { host } })).statusCode;

const LOOPBACK = ['localhost', 'LocalHost:8000', 'localhost.', '127.0.0.1:8000', '127.8.9.1', '[::1]:8000'];
const PRIVATE = ['192.168.1.20:8000', '[fd00::5]:8000', 'lapse:8000', 'host.docker.internal:8000'];
const FOREIGN = [
  'rebind.example:8000',
  'localhost.rebind.example',
  '127.0.0.1.rebind.example',
  '127.0.0.1:8000.rebind.example',
  'a@localhost.example',
];

describe('while authentication is off', () => {
  test.each(LOOPBACK)('the host %s is served', async (host) => {
    expect(await statusOf(local, host)).toBe(200);
    expect(await statusOf(insecure, host)).toBe(200);
  });

  test.each(PRIVATE)('the host %s is served to who allows it only', async (host) => {
    expect([await statusOf(local, host), await statusOf(insecure, host)]).toEqual([403, 200]);
  });

  test.each(FOREIGN)('the host %s is refused, with the reason, for pages too', async (host) => {
    expect([await statusOf(local, host), await statusOf(insecure, host)]).toEqual([403, 403]);
    for (const url of ['/', '/openapi.json', '/v1/health', '/v1/stream']) {
      const answer = await local.app.inject({ url, headers: { host, accept: 'application/json' } });
      expect([url, answer.statusCode]).toEqual([url, 403]);
      expect(answer.json().detail).toMatch(/localhost or 127\.0\.0\.1/);
    }
    expect(await statusOf(withTokens, host)).toBe(200);
  });

  const replay = (headers: Record<string, string>, app = local) =>
    app.call({
      method: 'POST',
      url: '/v1/events/dead-letters/replay',
      headers: { host: 'localhost:8000', ...headers },
    });

  test.each([
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ origin: 'https://other.example' }],
    [{ origin: 'null' }],
    [{ origin: 'http://localhost:3000' }],
    [{ origin: 'http://localhost:8000', 'sec-fetch-site': 'cross-site' }],
  ])('a POST without a body from another site is refused: %j', async (headers) => {
    const answer = await replay(headers);
    expect([answer.statusCode, answer.json().detail]).toEqual([403, expect.stringMatching(/other sites/)]);
    expect((await local.call({ url: '/v1/principals', headers })).statusCode).toBe(200);
  });

  test.each([
    [{}],
    [{ 'sec-fetch-site': 'same-origin', origin: 'http://localhost:8000' }],
    [{ origin: 'http://localhost:8000' }],
  ])('our own pages and programs may: %j', async (headers) => {
    expect((await replay(headers)).statusCode).toBe(200);
  });
});
