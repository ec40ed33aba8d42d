import { expect } from 'vitest';
import { createTokenVerifier } from '../../src/gateway/tokens/token-verifier.ts';
import { findTenant } from '../../src/platform/tenants/tenants.sql.ts';
import { createTestApp, type TestApp } from './app.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { AUDIENCE } from './identity-provider.ts';
import { LAPSE_URL, SignInBrowser } from './sign-in-browser.ts';
import { type SignInProvider, startSignInProvider, WEB_CLIENT } from './sign-in-provider.ts';

/** A provider, and two gateways that share a database. */
export interface SignInWorld {
  provider: SignInProvider;
  store: TestDatabase;
  one: TestApp;
  two: TestApp;
  /** A further gateway; an empty setting is left out. */
  gateway(env?: Record<string, string>): Promise<TestApp>;
  signedIn(name?: string, service?: TestApp): Promise<SignInBrowser>;
  /** Of the table of sessions. */
  rows(columns?: string): Promise<Record<string, unknown>[]>;
  /** Anna administrates tenant A, Ben reviews in tenant B. */
  reset(): void;
  stop(): Promise<void>;
}

export async function startSignInWorld(): Promise<SignInWorld> {
  const provider = await startSignInProvider(LAPSE_URL);
  const store = await createTestDatabase(12);

  const gateway: SignInWorld['gateway'] = (env = {}) => {
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
      test: store,
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
  const [one, two] = await Promise.all([gateway(), gateway()]);

  return {
    provider,
    store,
    one,
    two,
    gateway,
    signedIn: async (name = 'anna', service = one) => {
      const browser = new SignInBrowser(service);
      const response = await browser.signIn(name);
      expect([response.statusCode, response.headers.location]).toEqual([302, '/reviews/7?x=1']);
      return browser;
    },
    rows: (columns = '*') => store.admin(`SELECT ${columns} FROM sessions ORDER BY created_at`),
    reset: () => {
      provider.accounts.clear();
      provider.accounts.set('anna', {
        tid: 'tenant-a',
        roles: ['service.admin'],
        email: 'anna@example.com',
      });
      provider.accounts.set('ben', { tid: 'tenant-b', roles: ['service.reviewer'] });
      provider.token_seconds = 3_600;
      provider.gives_refresh_tokens = true;
      provider.grants.authorization_code = 0;
      provider.grants.refresh_token = 0;
    },
    stop: async () => {
      await one.close();
      await two.close();
      await store.drop();
      await provider.stop();
    },
  };
}
