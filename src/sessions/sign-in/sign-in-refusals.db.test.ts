import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LAPSE_URL, SignInBrowser } from '../../../test/support/sign-in-browser.ts';
import { type SignInWorld, startSignInWorld } from '../../../test/support/sign-in-world.ts';

let world: SignInWorld;
beforeAll(async () => {
  world = await startSignInWorld();
});
beforeEach(() => world.reset());
afterAll(() => world.stop());

describe('the way back from the provider', () => {
  test('a second time, or late, says what happened and leaves the session', async () => {
    const browser = new SignInBrowser(world.one);
    const callback = await browser.upToCallback('anna');
    await browser.lapse(callback);
    const again = await browser.lapse(callback);
    expect([again.statusCode, again.body]).toEqual([400, expect.stringContaining('completed before')]);
    expect((await browser.lapse('/v1/session')).statusCode).toBe(200);
  });

  test('of two tabs, in the other order', async () => {
    const browser = new SignInBrowser(world.one);
    const first = await browser.upToCallback('anna', '/auth/sign-in?return_to=/audit');
    const second = await browser.upToCallback('anna', '/auth/sign-in?return_to=/policy');
    expect((await browser.lapse(second)).headers.location).toBe('/policy');
    expect((await browser.lapse(first)).headers.location).toBe('/audit');
    expect((await browser.lapse('/v1/session')).statusCode).toBe(200);
  });

  test('many tabs do not fill the header', async () => {
    const browser = new SignInBrowser(world.one);
    for (let tab = 0; tab < 12; tab += 1) await browser.lapse('/auth/sign-in');
    expect(browser.jar.header('lapse.example').split(';').length).toBeLessThanOrEqual(5);
  });

  test('in another browser is refused: nobody can be signed in as somebody else', async () => {
    const attacker = new SignInBrowser(world.one);
    const callback = await attacker.upToCallback('anna');
    const victim = new SignInBrowser(world.one);
    expect((await victim.lapse(callback)).statusCode).toBe(400);
    await victim.lapse('/auth/sign-in');
    expect((await victim.lapse(callback)).statusCode).toBe(400);
    expect(victim.session).toBeUndefined();
  });

  test.each([
    ['no state', (url: URL) => url.searchParams.delete('state')],
    ['another state', (url: URL) => url.searchParams.set('state', 'x'.repeat(43))],
    ['two states', (url: URL) => url.searchParams.append('state', url.searchParams.get('state') as string)],
    ['no code', (url: URL) => url.searchParams.delete('code')],
    ['another code', (url: URL) => url.searchParams.set('code', 'x'.repeat(43))],
    ['two codes', (url: URL) => url.searchParams.append('code', 'x')],
    ['another issuer', (url: URL) => url.searchParams.set('iss', 'https://evil.example')],
    ['no issuer', (url: URL) => url.searchParams.delete('iss')],
    ['nothing', (url: URL) => (url.search = '')],
    ['an id token', (url: URL) => url.searchParams.set('id_token', 'a.b.c')],
  ])('with %s is refused', async (_what, change) => {
    const browser = new SignInBrowser(world.one);
    const url = new URL(await browser.upToCallback('anna'), LAPSE_URL);
    change(url);
    const response = await browser.lapse(url.pathname + url.search);
    expect([400, 401]).toContain(response.statusCode);
    expect(response.headers['content-type']).toMatch(/^text\/html/);
    expect(browser.session).toBeUndefined();
  });

  test('with the code of another attempt of the same browser is refused (PKCE, nonce)', async () => {
    const browser = new SignInBrowser(world.one);
    const first = new URL(await browser.upToCallback('anna'), LAPSE_URL);
    const second = new URL(await browser.upToCallback('anna'), LAPSE_URL);
    first.searchParams.set('code', second.searchParams.get('code') as string);
    expect((await browser.lapse(first.pathname + first.search)).statusCode).toBe(401);
    expect(browser.session).toBeUndefined();
  });

  test('with an error says it in plain words and repeats nothing', async () => {
    const browser = new SignInBrowser(world.one);
    const denied = await browser.lapse(await browser.upToCallback('anna', undefined, true));
    expect([denied.statusCode, denied.body]).toEqual([403, expect.stringContaining('cancelled')]);
    expect(denied.body).not.toContain('alert');

    const url = new URL(await browser.upToCallback('anna'), LAPSE_URL);
    url.searchParams.delete('code');
    url.searchParams.set('error', '<img src=x>');
    const odd = await browser.lapse(url.pathname + url.search);
    expect([odd.statusCode, odd.body]).toEqual([403, expect.stringContaining('unknown error')]);
    expect(odd.body).not.toContain('<img');
    expect(odd.headers['content-security-policy']).toContain("default-src 'none'");
  });

  test('for somebody whose token is not for this service says why', async () => {
    world.provider.accounts.set('eve', { tid: 'tenant-z', roles: [] });
    const browser = new SignInBrowser(world.one);
    const response = await browser.signIn('eve');
    expect([response.statusCode, response.body]).toEqual([
      403,
      expect.stringContaining('names a tenant that is not registered here'),
    ]);
    expect(browser.session).toBeUndefined();
  });

  test('while the provider is away is a page with 503', async () => {
    const browser = new SignInBrowser(world.one);
    const callback = await browser.upToCallback('anna');
    world.provider.answerWith((_request, response) => response.writeHead(500).end('oops'));
    const response = await browser.lapse(callback);
    expect([response.statusCode, response.body]).toEqual([503, expect.stringContaining('cannot be reached')]);
    world.provider.answerWith((request) => request.socket.destroy());
    const fresh = await world.gateway();
    const begun = await new SignInBrowser(fresh).lapse('/auth/sign-in');
    expect([begun.statusCode, begun.body]).toEqual([503, expect.stringContaining('cannot be reached')]);
    world.provider.answerWith(null);
    expect((await new SignInBrowser(fresh).lapse('/auth/sign-in')).statusCode).toBe(302);
    await fresh.app.close();
  });
});
