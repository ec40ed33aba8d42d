import { get, type OutgoingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ACCESS, type Access, accessOf } from '../src/gateway/access.ts';
import { ROLES, type Role } from '../src/gateway/roles.rules.ts';
import { createTokenVerifier } from '../src/gateway/tokens/token-verifier.ts';
import { addTenant, findTenant } from '../src/platform/tenants/tenants.sql.ts';
import { createTestApp, type TestApp } from './support/app.ts';
import { AUDIENCE, type IdentityProvider, startIdentityProvider } from './support/identity-provider.ts';
import { wrongTokens } from './support/wrong-tokens.ts';

let provider: IdentityProvider;
let service: TestApp;

beforeAll(async () => {
  provider = await startIdentityProvider();
  service = await createTestApp({
    authenticate: ({ db }) =>
      createTokenVerifier({
        issuer: provider.issuer,
        audience: AUDIENCE,
        jwks_uri: null,
        findTenant: (tid) => findTenant(db, tid),
      }),
  });
});
afterAll(async () => {
  await service.close();
  await provider.stop();
});

const tokenOf = (roles: Role[]) => provider.token({ tid: 'tenant-a', roles, oid: 'someone' });

/** A request that reaches the handler of any route: bodies may be wrong, 401 and 403 come before that. */
async function statusOf(method: string, url: string, token: string | null): Promise<number> {
  const response = await service.call({
    method: method as 'GET',
    url: url.replace(/:\w+/g, 'some-id'),
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
  });
  if (response.statusCode === 401) expect(response.headers['www-authenticate']).toMatch(/^Bearer /);
  return response.statusCode;
}

/** Written again and not imported: the table is compared with what is meant by it. */
const isAllowed = (access: Access | undefined, roles: Role[]): boolean =>
  access === 'public' ||
  access === 'any' ||
  (Array.isArray(access) && access.some((role: Role) => roles.includes(role)));

describe('every route × every role × no token', () => {
  test('is as the table says', async () => {
    const tokens = new Map<string, { roles: Role[]; token: string }>();
    for (const roles of [[], ...ROLES.map((role) => [role])]) {
      tokens.set(roles.join() || 'no role', { roles, token: await tokenOf(roles) });
    }
    const routes = service.app.routeTable.routes.filter((route) => !route.url.startsWith('/docs'));
    expect(routes.length).toBeGreaterThan(15);
    for (const { method, url } of routes) {
      const access = accessOf(method, url);
      const name = `${method} ${url}`;
      const anonymous = await statusOf(method, url, null);
      // Pages and files are there when the dashboard is built; those of a sign-in depend on how that is set up.
      const isApi = /^\/(v1|livez|readyz|openapi)/.test(url);
      const open = isApi ? [200] : [200, 302, 404];
      expect([name, access === 'public' ? open : [401]]).toEqual([name, expect.arrayContaining([anonymous])]);
      for (const [who, { roles, token }] of tokens) {
        const status = await statusOf(method, url, token);
        if (access === 'scim' || access === 'signed') {
          // Who somebody is does not matter there: nothing but a SCIM token, or a signature, is taken.
          expect([name, who, status]).toEqual([name, who, 401]);
          continue;
        }
        expect([name, who, status === 401]).toEqual([name, who, false]);
        expect([name, who, status !== 403]).toEqual([name, who, isAllowed(access, roles)]);
      }
    }
  });

  test('without a role one reads what the contract promises and no more', async () => {
    const readable = async (roles: Role[]): Promise<string[]> => {
      const token = await tokenOf(roles);
      const paths: string[] = [];
      for (const { method, url } of service.app.routeTable.routes) {
        if (method !== 'GET' || accessOf(method, url) === 'public') continue;
        if (![401, 403].includes(await statusOf(method, url, token))) paths.push(url.replace('/v1/', ''));
      }
      return paths.sort();
    };
    const promised = [
      'assets',
      'assets/:id',
      'directory/facets',
      'grants',
      'grants/:id',
      'jobs/:job_id',
      'metrics/principal/:principal_id',
      'notifications/settings',
      'organisation',
      'overview',
      'policy',
      'policy/learned',
      'principals',
      'principals/:id',
      'principals/:id/accounts',
      'principals/:id/context',
      'reviews',
      'reviews/:id',
      'reviews/:id/removal',
      'reviews/facets',
      'reviews/groups',
      'reviews/waiting',
      'scores',
      'scores/:principal_id',
      'scores/history',
      'scores/sparklines',
      'session',
      'stream',
      'views',
    ];
    expect(await readable([])).toEqual(promised);
    // Whoever sends events may also see which of them were refused.
    const forSenders = ['events/dead-letters', 'events/rejections'];
    expect(await readable(['service.ingest'])).toEqual([...promised, ...forSenders].sort());
    for (const roles of [['service.auditor'], ['service.reviewer'], ['service.admin']] as Role[][]) {
      expect([roles, await readable(roles)]).toEqual([
        roles,
        expect.arrayContaining(['audit', 'audit/:id', 'reports', 'reports/:id', 'reports/:id/download']),
      ]);
    }
  });

  test('the table lists no route that does not exist', () => {
    const served = new Set(service.app.routeTable.routes.map((route) => `${route.method} ${route.url}`));
    expect(Object.keys(ACCESS).filter((entry) => !served.has(entry))).toEqual([]);
  });

  test('a 403 names the role that is missing', async () => {
    const response = await service.call({
      method: 'POST',
      url: '/v1/directory/import',
      headers: {
        authorization: `Bearer ${await tokenOf(['service.reviewer'])}`,
        'content-type': 'application/x-ndjson',
      },
      payload: '',
    });
    expect([response.statusCode, response.json()]).toEqual([
      403,
      { detail: 'This needs the role service.admin.' },
    ]);
  });

  test('every wrong token of the table is 401 with WWW-Authenticate, and so are two headers', async () => {
    const other = await startIdentityProvider();
    await addTenant(service.test.db, 'tenant-of-other', other.issuer);
    const wrong = wrongTokens({
      provider,
      tid: 'tenant-a',
      other_provider: other,
      other_tid: 'tenant-of-other',
    });
    expect(wrong.length).toBeGreaterThan(60);
    for (const { name, authorization } of wrong) {
      const response = await service.call({
        url: '/v1/principals',
        headers: authorization === undefined ? {} : { authorization },
      });
      expect([name, response.statusCode, String(response.headers['www-authenticate']).slice(0, 7)]).toEqual([
        name,
        401,
        'Bearer ',
      ]);
    }
    await other.stop();
    const address = await service.app.listen({ host: '127.0.0.1', port: 0 });
    const good = `Bearer ${await tokenOf([])}`;
    const status = (headers: OutgoingHttpHeaders) =>
      new Promise<number | undefined>((resolve, reject) => {
        get(`${address}/v1/principals`, { headers }, (response) => resolve(response.resume().statusCode)).on(
          'error',
          reject,
        );
      });
    expect(await status({ authorization: [good] as unknown as string })).toBe(200);
    expect(await status({ authorization: [good, good] as unknown as string })).toBe(401);
  });

  test('a token of an unknown tenant is 401, and of the other tenant sees its own only', async () => {
    const stranger = await provider.token({ tid: 'tenant-z', roles: [...ROLES] });
    expect(await statusOf('GET', '/v1/principals', stranger)).toBe(401);
    const other = await provider.token({ tid: 'tenant-b', roles: [...ROLES] });
    expect(await statusOf('GET', '/v1/principals', other)).toBe(200);
  });
});
