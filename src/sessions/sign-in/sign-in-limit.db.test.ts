import type { LightMyRequestResponse } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestApp } from '../../../test/support/app.ts';
import { SignInBrowser } from '../../../test/support/sign-in-browser.ts';
import { type SignInWorld, startSignInWorld } from '../../../test/support/sign-in-world.ts';

let world: SignInWorld;
let opened: TestApp[] = [];
beforeAll(async () => {
  world = await startSignInWorld();
});
beforeEach(() => world.reset());
afterEach(async () => {
  for (const { app } of opened) await app.close();
  opened = [];
});
afterAll(() => world.stop());

/** Three requests a minute, and one more. */
async function limited(env: Record<string, string> = {}): Promise<TestApp> {
  const service = await world.gateway({ RATE_LIMIT_SIGN_IN: '3/1', ...env });
  opened.push(service);
  return service;
}

/** One request, as a proxy on this machine passes it on. */
const from = (service: TestApp, address: string, url = '/auth/sign-in'): Promise<LightMyRequestResponse> =>
  service.call({ url, headers: { 'x-forwarded-for': address } });

async function statuses(
  count: number,
  ask: (n: number) => Promise<LightMyRequestResponse>,
): Promise<number[]> {
  const found: number[] = [];
  for (let n = 0; n < count; n += 1) found.push((await ask(n)).statusCode);
  return found;
}

describe('too many sign-ins', () => {
  test('are answered by a page that says how long to wait', async () => {
    const service = await limited();
    const first = await from(service, '203.0.113.5');
    expect(first.headers).toMatchObject({ 'x-ratelimit-limit': '3', 'x-ratelimit-remaining': '2' });
    await statuses(3, () => from(service, '203.0.113.5'));
    const over = await from(service, '203.0.113.5');
    expect(over.statusCode).toBe(429);
    const seconds = Number(over.headers['retry-after']);
    expect(seconds).toBeGreaterThan(50);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(over.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-ratelimit-remaining': '0',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    expect(over.body).toContain('Please wait a moment');
    expect(over.body).toMatch(/Wait \d+ s, then try again/);
    expect([over.headers.location, over.headers['set-cookie']]).toEqual([undefined, undefined]);
  });

  test('hold up nobody else, and nobody who is signed in', async () => {
    const service = await limited({ TRUSTED_PROXIES: '127.0.0.1' });
    const browser = await world.signedIn('anna', service);
    expect(await statuses(4, () => browser.lapse('/auth/sign-in'))).toEqual([302, 302, 429, 429]);
    expect((await from(service, '203.0.113.6')).statusCode).toBe(302);
    expect((await browser.lapse('/v1/session')).statusCode).toBe(200);
    expect((await service.call({ url: '/auth/status' })).statusCode).toBe(200);
    expect((await service.call({ url: '/auth/signed-out' })).statusCode).toBe(200);
  });

  test('count on the way back and on signing out too, and neither is carried out', async () => {
    const service = await limited();
    const browser = await world.signedIn('anna', service);
    const other = new SignInBrowser(service);
    const callback = await other.upToCallback('anna');
    await browser.lapse('/auth/sign-out', { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } });
    const exchanged = world.provider.grants.authorization_code;
    expect((await other.lapse(callback)).statusCode).toBe(429);
    expect((await browser.lapse('/auth/sign-out', { method: 'POST' })).statusCode).toBe(429);
    expect(world.provider.grants.authorization_code).toBe(exchanged);
    expect((await browser.lapse('/v1/session')).statusCode).toBe(200);
    // What was not used up is still good.
    browser.service = world.one;
    other.service = world.one;
    expect((await other.lapse(callback)).statusCode).toBe(302);
    expect((await browser.lapse('/auth/sign-out', { method: 'POST' })).statusCode).toBe(200);
  });
});

describe('where they come from', () => {
  test('is what the proxy saw, not what the client says', async () => {
    const service = await limited({ TRUSTED_PROXIES: '127.0.0.1' });
    const found = await statuses(5, (n) => from(service, `198.51.100.${n}, 203.0.113.5`));
    expect(found).toEqual([302, 302, 302, 302, 429]);
  });

  test('is the network of an IPv6 address', async () => {
    const service = await limited({ TRUSTED_PROXIES: '127.0.0.1' });
    const found = await statuses(5, (n) => from(service, `2001:db8:1:2:${n}::${n}`));
    expect(found).toEqual([302, 302, 302, 302, 429]);
    expect((await from(service, '2001:db8:1:3::1')).statusCode).toBe(302);
  });

  test.each([
    ['', 429],
    ['none', 429],
    ['192.0.2.7,10.0.0.0/8', 429],
    ['127.0.0.1', 302],
  ])('is believed of proxies only: %s', async (TRUSTED_PROXIES, fifth) => {
    const service = await limited({ TRUSTED_PROXIES });
    const found = await statuses(5, (n) => from(service, `203.0.113.${n}`));
    expect(found).toEqual([302, 302, 302, 302, fifth]);
  });

  test('is a real connection where there is no proxy', async () => {
    const service = await limited({ TRUSTED_PROXIES: 'none' });
    const origin = await service.app.listen({ host: '127.0.0.1', port: 0 });
    const answers: Response[] = [];
    for (let n = 0; n < 5; n += 1) {
      const headers = { 'x-forwarded-for': `203.0.113.${n}` };
      answers.push(await fetch(`${origin}/auth/sign-in`, { redirect: 'manual', headers }));
    }
    expect(answers.map(({ status }) => status)).toEqual([302, 302, 302, 302, 429]);
    expect(await answers[4]?.text()).toContain('Please wait a moment');
  });
});
