import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { AUDIENCE } from '../../../test/support/identity-provider.ts';
import { LAPSE_URL, SignInBrowser } from '../../../test/support/sign-in-browser.ts';
import {
  type SignInProvider,
  startSignInProvider,
  WEB_CLIENT,
} from '../../../test/support/sign-in-provider.ts';
import { deleteEndedSessions } from '../../store/sessions.ts';
import { addTenant, findTenant } from '../../store/tenants.ts';
import { createTokenVerifier } from '../token-verifier.ts';

let provider: SignInProvider;
let test_: TestDatabase;
let one: TestApp;
let two: TestApp;

const gateway = (env: Record<string, string> = {}): Promise<TestApp> => {
  const settings: Record<string, string> = {
    AUTH_DISABLED: 'false',
    OIDC_ISSUER: provider.issuer,
    OIDC_AUDIENCE: AUDIENCE,
    OIDC_CLIENT_ID: WEB_CLIENT.id,
    OIDC_CLIENT_SECRET: WEB_CLIENT.secret,
    PUBLIC_URL: LAPSE_URL,
    ...env,
  };
  return createTestApp({
    test: test_,
    env: Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== '')),
    authenticate: ({ db }) =>
      createTokenVerifier({
        issuer: settings.OIDC_ISSUER as string,
        audience: AUDIENCE,
        jwks_uri: null,
        findTenant: (tid) => findTenant(db, tid),
      }),
  });
};

beforeAll(async () => {
  provider = await startSignInProvider(LAPSE_URL);
  test_ = await createTestDatabase(12);
  [one, two] = await Promise.all([gateway(), gateway()]);
});
beforeEach(() => {
  provider.accounts.clear();
  provider.accounts.set('anna', { tid: 'tenant-a', roles: ['service.admin'], email: 'anna@example.com' });
  provider.accounts.set('ben', { tid: 'tenant-b', roles: ['service.reviewer'] });
  provider.token_seconds = 3_600;
  provider.gives_refresh_tokens = true;
  provider.grants.authorization_code = 0;
  provider.grants.refresh_token = 0;
});
afterAll(async () => {
  await one.close();
  await two.close();
  await test_.drop();
  await provider.stop();
});

const rows = (columns = '*') => test_.admin(`SELECT ${columns} FROM sessions ORDER BY created_at`);

async function signedIn(name = 'anna', service = one): Promise<SignInBrowser> {
  const browser = new SignInBrowser(service);
  const response = await browser.signIn(name);
  expect([response.statusCode, response.headers.location]).toEqual([302, '/reviews/7?x=1']);
  return browser;
}

describe('signing in', () => {
  test('leads back to the page, with a cookie that any gateway knows and that holds no token', async () => {
    const browser = new SignInBrowser(one);
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
    for (const service of [one, two]) {
      browser.service = service;
      const who = await browser.lapse('/v1/session');
      expect(who.json()).toMatchObject({
        auth: 'cookie',
        tenant: 'tenant-a',
        email: 'anna@example.com',
        roles: ['service.admin'],
      });
    }
    const text = JSON.stringify(await rows("*, encode(id_hash, 'hex') AS hash"));
    expect(text).not.toContain('eyJ');
    expect(text).not.toContain(browser.session?.split('.')[1]);
  });

  test('asks the provider with PKCE, state, nonce and the audience', async () => {
    const begun = await new SignInBrowser(one).lapse('/auth/sign-in');
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
    const service = await gateway({ OIDC_CLIENT_ID: 'lapse-public', OIDC_CLIENT_SECRET: '' });
    await signedIn('anna', service);
    await service.app.close();
  });

  test('gives a new id each time, and ends the session that the browser had', async () => {
    const browser = await signedIn();
    const first = browser.session as string;
    await browser.signIn('anna');
    expect(browser.session).not.toBe(first);
    expect((await browser.lapse('/v1/session')).statusCode).toBe(200);
    const thief = new SignInBrowser(one);
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
    const response = await new SignInBrowser(one).lapse(
      `/auth/sign-in?return_to=${encodeURIComponent(target)}`,
    );
    expect(response.statusCode).toBe(400);
    expect(response.headers['content-type']).toMatch(/^text\/html/);
    expect(response.body).toContain('query.return_to must be a path of this site');
    expect(response.headers.location).toBeUndefined();
  });

  test('that is not set up, or switched off with authentication, says so', async () => {
    const off = await gateway({ OIDC_CLIENT_ID: '', OIDC_CLIENT_SECRET: '' });
    const browser = new SignInBrowser(off);
    const response = await browser.lapse('/auth/sign-in');
    expect([response.statusCode, response.body]).toEqual([404, expect.stringContaining('OIDC_CLIENT_ID')]);
    expect((await browser.lapse('/auth/status')).json()).toEqual({ sign_in: 'off' });
    const known = await signedIn();
    known.service = off;
    expect((await known.lapse('/v1/session')).statusCode).toBe(401);
    await off.app.close();

    const open = await createTestApp({ test: test_ });
    const anyone = new SignInBrowser(open);
    const passed = await anyone.lapse('/auth/sign-in?return_to=/audit');
    expect([passed.statusCode, passed.headers.location]).toEqual([302, '/audit']);
    expect((await anyone.lapse('/auth/callback?code=1&state=2')).statusCode).toBe(404);
    expect((await anyone.lapse('/auth/sign-out', { method: 'POST' })).statusCode).toBe(404);
    await open.app.close();
  });
});

describe('the way back from the provider', () => {
  test('a second time, or late, says what happened and leaves the session', async () => {
    const browser = new SignInBrowser(one);
    const callback = await browser.upToCallback('anna');
    await browser.lapse(callback);
    const again = await browser.lapse(callback);
    expect([again.statusCode, again.body]).toEqual([400, expect.stringContaining('completed before')]);
    expect((await browser.lapse('/v1/session')).statusCode).toBe(200);
  });

  test('of two tabs, in the other order', async () => {
    const browser = new SignInBrowser(one);
    const first = await browser.upToCallback('anna', '/auth/sign-in?return_to=/audit');
    const second = await browser.upToCallback('anna', '/auth/sign-in?return_to=/policy');
    expect((await browser.lapse(second)).headers.location).toBe('/policy');
    expect((await browser.lapse(first)).headers.location).toBe('/audit');
    expect((await browser.lapse('/v1/session')).statusCode).toBe(200);
  });

  test('many tabs do not fill the header', async () => {
    const browser = new SignInBrowser(one);
    for (let tab = 0; tab < 12; tab += 1) await browser.lapse('/auth/sign-in');
    expect(browser.jar.header('lapse.example').split(';').length).toBeLessThanOrEqual(5);
  });

  test('in another browser is refused: nobody can be signed in as somebody else', async () => {
    const attacker = new SignInBrowser(one);
    const callback = await attacker.upToCallback('anna');
    const victim = new SignInBrowser(one);
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
    const browser = new SignInBrowser(one);
    const url = new URL(await browser.upToCallback('anna'), LAPSE_URL);
    change(url);
    const response = await browser.lapse(url.pathname + url.search);
    expect([400, 401]).toContain(response.statusCode);
    expect(response.headers['content-type']).toMatch(/^text\/html/);
    expect(browser.session).toBeUndefined();
  });

  test('with the code of another attempt of the same browser is refused (PKCE, nonce)', async () => {
    const browser = new SignInBrowser(one);
    const first = new URL(await browser.upToCallback('anna'), LAPSE_URL);
    const second = new URL(await browser.upToCallback('anna'), LAPSE_URL);
    first.searchParams.set('code', second.searchParams.get('code') as string);
    expect((await browser.lapse(first.pathname + first.search)).statusCode).toBe(401);
    expect(browser.session).toBeUndefined();
  });

  test('with an error says it in plain words and repeats nothing', async () => {
    const browser = new SignInBrowser(one);
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
    provider.accounts.set('eve', { tid: 'tenant-z', roles: [] });
    const browser = new SignInBrowser(one);
    const response = await browser.signIn('eve');
    expect([response.statusCode, response.body]).toEqual([
      403,
      expect.stringContaining('names a tenant that is not registered here'),
    ]);
    expect(browser.session).toBeUndefined();
  });

  test('while the provider is away is a page with 503', async () => {
    const browser = new SignInBrowser(one);
    const callback = await browser.upToCallback('anna');
    provider.answerWith((_request, response) => response.writeHead(500).end('oops'));
    const response = await browser.lapse(callback);
    expect([response.statusCode, response.body]).toEqual([503, expect.stringContaining('cannot be reached')]);
    provider.answerWith((request) => request.socket.destroy());
    const fresh = await gateway();
    const begun = await new SignInBrowser(fresh).lapse('/auth/sign-in');
    expect([begun.statusCode, begun.body]).toEqual([503, expect.stringContaining('cannot be reached')]);
    provider.answerWith(null);
    expect((await new SignInBrowser(fresh).lapse('/auth/sign-in')).statusCode).toBe(302);
    await fresh.app.close();
  });
});

describe('whose organisation', () => {
  test('may be named; another one is refused', async () => {
    const browser = new SignInBrowser(one);
    expect((await browser.signIn('ben', '/auth/sign-in?tenant=tenant-a')).statusCode).toBe(403);
    expect((await new SignInBrowser(one).signIn('ben', '/auth/sign-in?tenant=tenant-b')).statusCode).toBe(
      302,
    );
    expect((await browser.lapse('/auth/sign-in?tenant=nobody')).statusCode).toBe(404);
  });

  test('with an issuer of its own is signed in there', async () => {
    const other = await startSignInProvider(LAPSE_URL);
    other.accounts.set('cleo', { tid: 'tenant-own', roles: [] });
    await addTenant(test_.db, 'tenant-own', other.issuer);
    const browser = new SignInBrowser(one);
    await browser.signIn('cleo', '/auth/sign-in?tenant=tenant-own');
    expect((await browser.lapse('/v1/session')).json()).toMatchObject({
      auth: 'cookie',
      tenant: 'tenant-own',
    });
    await other.stop();
  });

  test('is asked for when the issuer depends on it', async () => {
    const service = await gateway({ OIDC_ISSUER: 'https://login.example.com/{tid}' });
    const response = await new SignInBrowser(service).lapse('/auth/sign-in?return_to=/a"b');
    expect([response.statusCode, response.body]).toEqual([200, expect.stringContaining('name="tenant"')]);
    expect(response.body).not.toContain('a"b');
    expect(response.headers['content-security-policy']).not.toContain('form-action');
    await service.app.close();
  });
});

describe('a session', () => {
  test('of another tenant, of nobody, or tampered with is 401', async () => {
    const anna = await signedIn('anna');
    const ben = await signedIn('ben');
    const [tenant, id, signature] = (anna.session as string).split('.') as [string, string, string];
    const [otherTenant, otherId, otherSignature] = (ben.session as string).split('.') as [
      string,
      string,
      string,
    ];
    const flipped = (id.startsWith('A') ? 'B' : 'A') + id.slice(1);
    for (const value of [
      `${otherTenant}.${id}.${signature}`,
      `${tenant}.${otherId}.${signature}`,
      `${otherTenant}.${id}.${otherSignature}`,
      `${tenant}.${flipped}.${signature}`,
      `${tenant}.${id}.${'A'.repeat(43)}`,
      `${tenant}.${id}`,
      id,
      '',
      '0.x.y',
      'x'.repeat(5_000),
    ]) {
      const browser = new SignInBrowser(one);
      browser.session = value;
      const response = await browser.lapse('/v1/principals');
      expect([value, response.statusCode, response.headers['www-authenticate']]).toEqual([
        value,
        401,
        'Bearer realm="lapse"',
      ]);
    }
    expect((await ben.lapse('/v1/session')).json()).toMatchObject({ tenant: 'tenant-b' });
  });

  test('is passed over when there is an Authorization header', async () => {
    const browser = await signedIn();
    const response = await browser.lapse('/v1/session', { headers: { authorization: 'Bearer wrong' } });
    expect(response.statusCode).toBe(401);
  });

  test('changes something only from our own pages and client', async () => {
    const browser = await signedIn();
    const post = (headers: Record<string, string>) =>
      browser.lapse('/v1/campaigns', {
        method: 'POST',
        payload: {},
        headers: { 'sec-fetch-site': undefined, 'x-lapse-request': undefined, ...headers } as object,
      });
    const ours = { 'x-lapse-request': 'dashboard' };
    for (const [headers, status] of [
      [{ ...ours, 'sec-fetch-site': 'same-origin' }, 400],
      [{ ...ours, origin: LAPSE_URL }, 400],
      [{ ...ours }, 403],
      [{ ...ours, 'sec-fetch-site': 'same-site' }, 403],
      [{ ...ours, 'sec-fetch-site': 'cross-site', origin: LAPSE_URL }, 403],
      [{ ...ours, 'sec-fetch-site': 'none' }, 403],
      [{ ...ours, origin: 'https://evil.example' }, 403],
      [{ ...ours, origin: 'http://lapse.example' }, 403],
      [{ ...ours, origin: 'null' }, 403],
      [{ 'sec-fetch-site': 'same-origin' }, 403],
      [{ origin: LAPSE_URL }, 403],
    ] as [Record<string, string>, number][]) {
      const response = await post(headers);
      expect([headers, response.statusCode]).toEqual([headers, status]);
      if (status === 403) expect(response.json().detail).toMatch(/session of a browser/);
    }
  });

  test('counts against the limits of its tenant', async () => {
    const service = await gateway({ RATE_LIMIT_READS: '3/0' });
    const browser = await signedIn('ben', service);
    const statuses = [];
    for (let n = 0; n < 5; n += 1) statuses.push((await browser.lapse('/v1/principals')).statusCode);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    await service.app.close();
  });

  test('ends after 8 hours without use and 12 in all; use makes it last', async () => {
    await test_.admin('DELETE FROM sessions');
    const browser = await signedIn();
    await test_.admin(
      "UPDATE sessions SET created_at = now() - interval '3 h', ends_at = now() + interval '5 h'",
    );
    expect((await browser.lapse('/v1/session')).statusCode).toBe(200);
    const [idle] = await rows('extract(epoch FROM ends_at - now())::float AS s');
    expect(Number(idle?.s) / 3_600).toBeCloseTo(8, 1);
    await test_.admin(
      "UPDATE sessions SET created_at = now() - interval '11 h', ends_at = now() + interval '2 min'",
    );
    expect((await browser.lapse('/v1/session')).statusCode).toBe(200);
    const [last] = await rows('extract(epoch FROM ends_at - now())::float AS s');
    expect(Number(last?.s) / 3_600).toBeCloseTo(1, 1);
    await test_.admin('UPDATE sessions SET ends_at = now()');
    const over = await browser.lapse('/v1/session');
    expect([over.statusCode, over.json().detail]).toEqual([401, expect.stringContaining('has ended')]);
    expect((await rows()).length).toBeGreaterThan(0);
    await test_.db.transaction(test_.tenants.a, deleteEndedSessions);
    await test_.db.transaction(test_.tenants.b, deleteEndedSessions);
    const left = await rows('tenant_id');
    expect(
      left.filter(({ tenant_id }) => [test_.tenants.a, test_.tenants.b].includes(tenant_id as number)),
    ).toEqual([]);
  });

  test('signed out is over on every gateway, and the browser goes on to the provider', async () => {
    const browser = await signedIn();
    const stolen = browser.session as string;
    const foreign = await browser.lapse('/auth/sign-out', {
      method: 'POST',
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect(foreign.statusCode).toBe(403);
    expect((await browser.lapse('/v1/session')).statusCode).toBe(200);
    const response = await browser.lapse('/auth/sign-out', {
      method: 'POST',
      headers: {
        'x-lapse-request': undefined,
        'content-type': 'application/x-www-form-urlencoded',
      } as object,
    });
    expect(response.statusCode).toBe(200);
    expect(response.headers['set-cookie']).toBe(
      '__Host-lapse=; Path=/; Max-Age=0; Secure; HttpOnly; SameSite=Lax',
    );
    const next = /refresh" content="0;url=([^"]+)"/.exec(response.body)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(next).toMatch(new RegExp(`^${provider.issuer}/session/end\\?`));
    expect(new URL(next).searchParams.get('post_logout_redirect_uri')).toBe(`${LAPSE_URL}/auth/signed-out`);
    expect(next).not.toContain('eyJ');
    expect((await fetch(next)).status).toBe(200);
    for (const service of [one, two]) {
      const thief = new SignInBrowser(service);
      thief.session = stolen;
      expect((await thief.lapse('/v1/session')).statusCode).toBe(401);
    }
    const again = await browser.lapse('/auth/sign-out', { method: 'POST' });
    expect([again.statusCode, again.body]).toEqual([200, expect.stringContaining('You are signed out')]);
  });
});

describe('the token behind a session', () => {
  const due = () => test_.admin("UPDATE sessions SET renew_at = now() - interval '1 s'");
  const expired = () =>
    test_.admin(
      "UPDATE sessions SET renew_at = now() - interval '1 s', token_expires_at = now() - interval '1 s'",
    );

  test('is renewed before it ends, and roles change with it', async () => {
    const browser = await signedIn();
    const before = (await rows('tokens, extract(epoch FROM renew_at - now())::float AS s')).at(-1);
    expect(Number(before?.s)).toBeGreaterThan(3_500);
    provider.accounts.set('anna', { tid: 'tenant-a', roles: ['service.auditor'] });
    expect((await browser.lapse('/v1/session')).json().roles).toEqual(['service.admin']);
    await due();
    expect((await browser.lapse('/v1/session')).json().roles).toEqual(['service.auditor']);
    expect((await rows('tokens')).at(-1)?.tokens).not.toBe(before?.tokens);
    expect(provider.grants.refresh_token).toBe(1);
  });

  test('is renewed once, however many gateways and requests want it', async () => {
    await test_.admin('DELETE FROM sessions');
    const browser = await signedIn();
    for (const makeDue of [due, expired, expired]) {
      await makeDue();
      const before = provider.grants.refresh_token;
      const second = new SignInBrowser(two);
      second.session = browser.session as string;
      const asked = [browser, second, browser, second, browser, second, browser, second];
      const answers = await Promise.all(asked.map((each) => each.lapse('/v1/principals')));
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(asked.map(() => 200));
      expect(provider.grants.refresh_token - before).toBe(1);
    }
  });

  test('serves on while the provider is away, until it ends; then 503, and on when it is back', async () => {
    await test_.admin('DELETE FROM sessions');
    const browser = await signedIn();
    provider.answerWith((request) => request.socket.destroy());
    await due();
    expect((await browser.lapse('/v1/session')).statusCode).toBe(200);
    await expired();
    expect((await browser.lapse('/v1/session')).statusCode).toBe(503);
    expect((await browser.lapse('/v1/session')).statusCode).toBe(503);
    provider.answerWith(null);
    await expired();
    expect((await browser.lapse('/v1/session')).statusCode).toBe(200);
  });

  test('that the provider does not renew any more ends the session', async () => {
    await test_.admin('DELETE FROM sessions');
    const browser = await signedIn();
    provider.accounts.delete('anna');
    await expired();
    expect((await browser.lapse('/v1/session')).statusCode).toBe(401);
    expect(await rows()).toEqual([]);
  });

  test('of another person or tenant ends the session', async () => {
    await test_.admin('DELETE FROM sessions');
    const browser = await signedIn();
    provider.accounts.set('anna', { tid: 'tenant-b', roles: ['service.admin'] });
    await due();
    expect((await browser.lapse('/v1/session')).statusCode).toBe(401);
  });

  test('without a refresh token lasts as long as it lasts', async () => {
    await test_.admin('DELETE FROM sessions');
    provider.gives_refresh_tokens = false;
    const browser = await signedIn();
    expect(await rows('renew_at')).toEqual([{ renew_at: null }]);
    expect((await browser.lapse('/v1/session')).statusCode).toBe(200);
    expect(provider.grants.refresh_token).toBe(0);
  });
});
