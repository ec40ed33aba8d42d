import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LAPSE_URL, SignInBrowser } from '../../../test/support/sign-in-browser.ts';
import { type SignInWorld, startSignInWorld } from '../../../test/support/sign-in-world.ts';
import { deleteEndedSessions } from '../sessions.sql.ts';

let world: SignInWorld;
beforeAll(async () => {
  world = await startSignInWorld();
});
beforeEach(() => world.reset());
afterAll(() => world.stop());

describe('a session', () => {
  test('of another tenant, of nobody, or tampered with is 401', async () => {
    const anna = await world.signedIn('anna');
    const ben = await world.signedIn('ben');
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
      const browser = new SignInBrowser(world.one);
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
    const browser = await world.signedIn();
    const response = await browser.lapse('/v1/session', { headers: { authorization: 'Bearer wrong' } });
    expect(response.statusCode).toBe(401);
  });

  test('changes something only from our own pages and client', async () => {
    const browser = await world.signedIn();
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
    const service = await world.gateway({ RATE_LIMIT_READS: '3/0' });
    const browser = await world.signedIn('ben', service);
    const statuses = [];
    for (let n = 0; n < 5; n += 1) statuses.push((await browser.lapse('/v1/principals')).statusCode);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    await service.app.close();
  });

  test('ends after 8 hours without use and 12 in all; use makes it last', async () => {
    await world.store.admin('DELETE FROM sessions');
    const browser = await world.signedIn();
    await world.store.admin(
      "UPDATE sessions SET created_at = now() - interval '3 h', ends_at = now() + interval '5 h'",
    );
    expect((await browser.lapse('/v1/session')).statusCode).toBe(200);
    const [idle] = await world.rows('extract(epoch FROM ends_at - now())::float AS s');
    expect(Number(idle?.s) / 3_600).toBeCloseTo(8, 1);
    await world.store.admin(
      "UPDATE sessions SET created_at = now() - interval '11 h', ends_at = now() + interval '2 min'",
    );
    expect((await browser.lapse('/v1/session')).statusCode).toBe(200);
    const [last] = await world.rows('extract(epoch FROM ends_at - now())::float AS s');
    expect(Number(last?.s) / 3_600).toBeCloseTo(1, 1);
    await world.store.admin('UPDATE sessions SET ends_at = now()');
    const over = await browser.lapse('/v1/session');
    expect([over.statusCode, over.json().detail]).toEqual([401, expect.stringContaining('has ended')]);
    expect((await world.rows()).length).toBeGreaterThan(0);
    await world.store.db.transaction(world.store.tenants.a, deleteEndedSessions);
    await world.store.db.transaction(world.store.tenants.b, deleteEndedSessions);
    const left = await world.rows('tenant_id');
    expect(
      left.filter(({ tenant_id }) =>
        [world.store.tenants.a, world.store.tenants.b].includes(tenant_id as number),
      ),
    ).toEqual([]);
  });

  test('signed out is over on every gateway, and the browser goes on to the provider', async () => {
    const browser = await world.signedIn();
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
    expect(next).toMatch(new RegExp(`^${world.provider.issuer}/session/end\\?`));
    expect(new URL(next).searchParams.get('post_logout_redirect_uri')).toBe(`${LAPSE_URL}/auth/signed-out`);
    expect(next).not.toContain('eyJ');
    expect((await fetch(next)).status).toBe(200);
    for (const service of [world.one, world.two]) {
      const thief = new SignInBrowser(service);
      thief.session = stolen;
      expect((await thief.lapse('/v1/session')).statusCode).toBe(401);
    }
    const again = await browser.lapse('/auth/sign-out', { method: 'POST' });
    expect([again.statusCode, again.body]).toEqual([200, expect.stringContaining('You are signed out')]);
  });
});

describe('the token behind a session', () => {
  const due = () => world.store.admin("UPDATE sessions SET renew_at = now() - interval '1 s'");
  const expired = () =>
    world.store.admin(
      "UPDATE sessions SET renew_at = now() - interval '1 s', token_expires_at = now() - interval '1 s'",
    );

  test('is renewed before it ends, and roles change with it', async () => {
    const browser = await world.signedIn();
    const before = (await world.rows('tokens, extract(epoch FROM renew_at - now())::float AS s')).at(-1);
    expect(Number(before?.s)).toBeGreaterThan(3_500);
    world.provider.accounts.set('anna', { tid: 'tenant-a', roles: ['service.auditor'] });
    expect((await browser.lapse('/v1/session')).json().roles).toEqual(['service.admin']);
    await due();
    expect((await browser.lapse('/v1/session')).json().roles).toEqual(['service.auditor']);
    expect((await world.rows('tokens')).at(-1)?.tokens).not.toBe(before?.tokens);
    expect(world.provider.grants.refresh_token).toBe(1);
  });

  test('is renewed once, however many gateways and requests want it', async () => {
    await world.store.admin('DELETE FROM sessions');
    const browser = await world.signedIn();
    for (const makeDue of [due, expired, expired]) {
      await makeDue();
      const before = world.provider.grants.refresh_token;
      const second = new SignInBrowser(world.two);
      second.session = browser.session as string;
      const asked = [browser, second, browser, second, browser, second, browser, second];
      const answers = await Promise.all(asked.map((each) => each.lapse('/v1/principals')));
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(asked.map(() => 200));
      expect(world.provider.grants.refresh_token - before).toBe(1);
    }
  });

  test('serves on while the provider is away, until it ends; then 503, and on when it is back', async () => {
    await world.store.admin('DELETE FROM sessions');
    const browser = await world.signedIn();
    world.provider.answerWith((request) => request.socket.destroy());
    await due();
    expect((await browser.lapse('/v1/session')).statusCode).toBe(200);
    await expired();
    expect((await browser.lapse('/v1/session')).statusCode).toBe(503);
    expect((await browser.lapse('/v1/session')).statusCode).toBe(503);
    world.provider.answerWith(null);
    await expired();
    expect((await browser.lapse('/v1/session')).statusCode).toBe(200);
  });

  test('that the provider does not renew any more ends the session', async () => {
    await world.store.admin('DELETE FROM sessions');
    const browser = await world.signedIn();
    world.provider.accounts.delete('anna');
    await expired();
    expect((await browser.lapse('/v1/session')).statusCode).toBe(401);
    expect(await world.rows()).toEqual([]);
  });

  test('of another person or tenant ends the session', async () => {
    await world.store.admin('DELETE FROM sessions');
    const browser = await world.signedIn();
    world.provider.accounts.set('anna', { tid: 'tenant-b', roles: ['service.admin'] });
    await due();
    expect((await browser.lapse('/v1/session')).statusCode).toBe(401);
  });

  test('without a refresh token lasts as long as it lasts', async () => {
    await world.store.admin('DELETE FROM sessions');
    world.provider.gives_refresh_tokens = false;
    const browser = await world.signedIn();
    expect(await world.rows('renew_at')).toEqual([{ renew_at: null }]);
    expect((await browser.lapse('/v1/session')).statusCode).toBe(200);
    expect(world.provider.grants.refresh_token).toBe(0);
  });
});
