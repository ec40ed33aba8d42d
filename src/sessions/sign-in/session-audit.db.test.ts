import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SignInBrowser } from '../../../test/support/sign-in-browser.ts';
import { type SignInWorld, startSignInWorld } from '../../../test/support/sign-in-world.ts';
import { hashId, sealTokens } from '../session-tokens.ts';
import { deleteEndedSessions, insertSession } from '../sessions.sql.ts';
import { endSession } from '../use-session.ts';

let world: SignInWorld;
beforeAll(async () => {
  world = await startSignInWorld();
});
beforeEach(async () => {
  world.reset();
  await world.store.admin('TRUNCATE sessions');
  since = (await entries()).length;
});
afterAll(() => world.stop());

/** Entries cannot be removed, also not by a test. */
let since = 0;
const entries = () =>
  world.store.admin(
    'SELECT tenant_id, event_type, actor, data, description FROM audit_entries ORDER BY at, id',
  );
const written = async () => (await entries()).slice(since);
const signOut = (browser: SignInBrowser) => browser.lapse('/auth/sign-out', { method: 'POST' });

describe('the audit trail of a session', () => {
  test('says who signed in with which roles, and that they signed out', async () => {
    const browser = await world.signedIn();
    const cookie = browser.session as string;
    const { items } = (await browser.lapse('/v1/audit?event_type=session.started')).json();
    expect(items[0]).toMatchObject({ event_type: 'session.started', actor: 'anna@example.com' });
    await signOut(browser);
    const session = hashId(cookie.split('.')[1] as string)
      .toString('hex')
      .slice(0, 16);
    const all = await written();
    expect(all).toMatchObject([
      {
        tenant_id: world.store.tenants.a,
        event_type: 'session.started',
        actor: 'anna@example.com',
        data: { session, roles: ['service.admin'], subject: expect.any(String) },
      },
      {
        tenant_id: world.store.tenants.a,
        event_type: 'session.ended',
        actor: 'anna@example.com',
        data: { session, reason: 'signed_out', subject: expect.any(String) },
      },
    ]);
    const text = JSON.stringify(all);
    for (const secret of ['eyJ', ...cookie.split('.').slice(1)]) expect(text).not.toContain(secret);
  });

  test('is of the tenant of the person', async () => {
    await signOut(await world.signedIn('ben'));
    expect((await written()).map(({ tenant_id }) => tenant_id)).toEqual([
      world.store.tenants.b,
      world.store.tenants.b,
    ]);
  });

  test('tells that a second sign-in ended the first session', async () => {
    const browser = await world.signedIn();
    await browser.signIn('anna');
    expect(await written()).toMatchObject([
      { event_type: 'session.started' },
      { event_type: 'session.started' },
      {
        event_type: 'session.ended',
        actor: 'anna@example.com',
        data: { reason: 'signed_in_again' },
      },
    ]);
  });

  test('tells that the provider did not renew it', async () => {
    const browser = await world.signedIn();
    await world.store.admin(
      "UPDATE sessions SET renew_at = now(), token_expires_at = now() - interval '1 s'",
    );
    await browser.lapse('/v1/session');
    await world.store.admin(
      "UPDATE sessions SET renew_at = now(), token_expires_at = now() - interval '1 s'",
    );
    world.provider.accounts.delete('anna');
    expect((await browser.lapse('/v1/session')).statusCode).toBe(401);
    expect((await written()).slice(1)).toMatchObject([
      { event_type: 'session.ended', actor: 'anna@example.com', data: { reason: 'not_renewed' } },
    ]);
  });

  test('has one end, however often somebody signs out', async () => {
    const browser = await world.signedIn();
    const second = new SignInBrowser(world.two);
    second.session = browser.session as string;
    await Promise.all([browser, second, browser, second].map(signOut));
    expect((await written()).map(({ event_type }) => event_type)).toEqual([
      'session.started',
      'session.ended',
    ]);
  });

  test('says nothing of sessions that ran out', async () => {
    const browser = await world.signedIn();
    await world.signedIn();
    await world.store.admin('UPDATE sessions SET ends_at = now()');
    await signOut(browser);
    await world.store.db.transaction(world.store.tenants.a, deleteEndedSessions);
    expect(await world.rows()).toEqual([]);
    expect((await written()).map(({ event_type }) => event_type)).toEqual([
      'session.started',
      'session.started',
    ]);
  });

  test('commits with the session, or neither does', async () => {
    const browser = await world.signedIn();
    await world.store.admin(
      "ALTER TABLE audit_entries ADD CONSTRAINT broken CHECK (event_type NOT LIKE 'session.%') NOT VALID",
    );
    const refused = new SignInBrowser(world.one);
    expect((await refused.signIn('anna')).statusCode).toBe(500);
    expect((await signOut(browser)).statusCode).toBe(500);
    await world.store.admin('ALTER TABLE audit_entries DROP CONSTRAINT broken');
    expect(refused.session).toBeUndefined();
    expect(await world.rows()).toHaveLength(1);
    expect((await browser.lapse('/v1/session')).statusCode).toBe(200);
    expect(await written()).toHaveLength(1);
  });

  test('names the person by id where the session was begun before labels were kept', async () => {
    const name = { tenant_id: world.store.tenants.a, id: 'an old one' };
    const secrets_key = Buffer.alloc(32, 1);
    const tokens = { issuer: 'https://login.example', access_token: 'x', refresh_token: null };
    await insertSession(world.store.db.alone(name.tenant_id), {
      id_hash: hashId(name.id),
      subject: 'oid-7',
      tokens: sealTokens(secrets_key, name, tokens),
      times: { expires_in_s: 60, renew_in_s: null },
    });
    const parts = { db: world.store.db, secrets_key, now: Date.now };
    expect(await endSession(parts, name, 'signed_out')).toBe('https://login.example');
    expect(await written()).toMatchObject([{ event_type: 'session.ended', actor: 'oid-7' }]);
  });
});
