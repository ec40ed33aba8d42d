import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp } from '../../../test/support/app.ts';
import { AUDIENCE } from '../../../test/support/identity-provider.ts';
import { LAPSE_URL, SignInBrowser } from '../../../test/support/sign-in-browser.ts';
import { startSignInProvider, WEB_CLIENT } from '../../../test/support/sign-in-provider.ts';
import { type SignInWorld, startSignInWorld } from '../../../test/support/sign-in-world.ts';
import { addTenant } from '../../platform/tenants/tenants.sql.ts';

let world: SignInWorld;
beforeAll(async () => {
  world = await startSignInWorld();
});
beforeEach(() => world.reset());
afterAll(() => world.stop());

describe('signing in', () => {
  test('leads back to the page, with a cookie that any gateway knows and that holds no token', async () => {
    const browser = new SignInBrowser(world.one);
    const callback = await browser.upToCallback('anna');
    const response = await browser.lapse(callback);
    expect([response.statusCode, response.headers.location]).toEqual([302, '/reviews/7?x=1']);
    const cookies = [response.headers['set-cookie'] ?? []].flat();
    const [cleared, session] = [cookies[0] as string, cookies[1] as string];
    expect(cleared).toMatch(
      /^__Host-lapse-sign-in-[0-9a-f]{16}=; Path=\/; Max-Age=0; Secure; HttpOnly; SameSite=Lax$/,
    );
    expect(session).toMatch(
      /^__Host-lapse=\d+\.[\w-]{43}\.[\w-]{43}; Path=\/; Max-Age=43200; Secure; HttpOnly; SameSite=Lax$/,
    );
    expect(response.headers['cache-control']).toBe('no-store');
    for (const service of [world.one, world.two]) {
      browser.service = service;
      const who = await browser.lapse('/v1/session');
      expect(who.json()).toMatchObject({
        auth: 'cookie',
        tenant: 'tenant-a',
        email: 'anna@example.com',
        roles: ['service.admin'],
      });
    }
    const text = JSON.stringify(await world.rows("*, encode(id_hash, 'hex') AS hash"));
    expect(text).not.toContain('eyJ');
    expect(text).not.toContain(browser.session?.split('.')[1]);
  });

  test('asks the provider with PKCE, state, nonce and the audience', async () => {
    const begun = await new SignInBrowser(world.one).lapse('/auth/sign-in');
    const url = new URL(String(begun.headers.location));
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: WEB_CLIENT.id,
      redirect_uri: `${LAPSE_URL}/auth/callback`,
      response_type: 'code',
      scope: 'openid profile email offline_access',
      code_challenge_method: 'S256',
      resource: AUDIENCE,
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(String(begun.headers['set-cookie'])).toMatch(/Max-Age=600; Secure; HttpOnly; SameSite=Lax$/);
  });

  test('works for a public client', async () => {
    const service = await world.gateway({ OIDC_CLIENT_ID: 'lapse-public', OIDC_CLIENT_SECRET: '' });
    await world.signedIn('anna', service);
    await service.app.close();
  });

  test('gives a new id each time, and ends the session that the browser had', async () => {
    const browser = await world.signedIn();
    const first = browser.session as string;
    await browser.signIn('anna');
    expect(browser.session).not.toBe(first);
    expect((await browser.lapse('/v1/session')).statusCode).toBe(200);
    const thief = new SignInBrowser(world.one);
    thief.session = first;
    expect((await thief.lapse('/v1/session')).statusCode).toBe(401);
  });

  test.each([
    ['//evil.example'],
    ['/\\evil.example'],
    ['https://evil.example/'],
    ['/%09/evil.example'.replace('%09', '\t')],
    ['/auth/sign-in'],
  ])('does not lead to %j', async (target) => {
    const response = await new SignInBrowser(world.one).lapse(
      `/auth/sign-in?return_to=${encodeURIComponent(target)}`,
    );
    expect(response.statusCode).toBe(400);
    expect(response.headers['content-type']).toMatch(/^text\/html/);
    expect(response.body).toContain('query.return_to must be a path of this site');
    expect(response.headers.location).toBeUndefined();
  });

  test('that is not set up, or switched off with authentication, says so', async () => {
    const off = await world.gateway({ OIDC_CLIENT_ID: '', OIDC_CLIENT_SECRET: '' });
    const browser = new SignInBrowser(off);
    const response = await browser.lapse('/auth/sign-in');
    expect([response.statusCode, response.body]).toEqual([404, expect.stringContaining('OIDC_CLIENT_ID')]);
    expect((await browser.lapse('/auth/status')).json()).toEqual({ sign_in: 'off' });
    const known = await world.signedIn();
    known.service = off;
    expect((await known.lapse('/v1/session')).statusCode).toBe(401);
    await off.app.close();

    const open = await createTestApp({ test: world.store });
    const anyone = new SignInBrowser(open);
    const passed = await anyone.lapse('/auth/sign-in?return_to=/audit');
    expect([passed.statusCode, passed.headers.location]).toEqual([302, '/audit']);
    expect((await anyone.lapse('/auth/callback?code=1&state=2')).statusCode).toBe(404);
    expect((await anyone.lapse('/auth/sign-out', { method: 'POST' })).statusCode).toBe(404);
    await open.app.close();
  });
});

describe('whose organisation', () => {
  test('may be named; another one is refused', async () => {
    const browser = new SignInBrowser(world.one);
    expect((await browser.signIn('ben', '/auth/sign-in?tenant=tenant-a')).statusCode).toBe(403);
    expect(
      (await new SignInBrowser(world.one).signIn('ben', '/auth/sign-in?tenant=tenant-b')).statusCode,
    ).toBe(302);
    expect((await browser.lapse('/auth/sign-in?tenant=nobody')).statusCode).toBe(404);
  });

  test('with an issuer of its own is signed in there', async () => {
    const other = await startSignInProvider(LAPSE_URL);
    other.accounts.set('cleo', { tid: 'tenant-own', roles: [] });
    await addTenant(world.store.db, 'tenant-own', other.issuer);
    const browser = new SignInBrowser(world.one);
    await browser.signIn('cleo', '/auth/sign-in?tenant=tenant-own');
    expect((await browser.lapse('/v1/session')).json()).toMatchObject({
      auth: 'cookie',
      tenant: 'tenant-own',
    });
    await other.stop();
  });

  test('is asked for when the issuer depends on it', async () => {
    const service = await world.gateway({ OIDC_ISSUER: 'https://login.example.com/{tid}' });
    const response = await new SignInBrowser(service).lapse('/auth/sign-in?return_to=/a"b');
    expect([response.statusCode, response.body]).toEqual([200, expect.stringContaining('name="tenant"')]);
    expect(response.body).not.toContain('a"b');
    expect(response.headers['content-security-policy']).not.toContain('form-action');
    await service.app.close();
  });
});
