import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  AUDIENCE,
  type IdentityProvider,
  startIdentityProvider,
} from '../../../test/support/identity-provider.ts';
import { forgeToken, makeTokenKeys } from '../../../test/support/token-keys.ts';
import { LapseError } from '../../platform/errors.ts';
import { type Authenticate, createTokenVerifier } from './token-verifier.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

const keys = makeTokenKeys();
let provider: IdentityProvider;
let authenticate: Authenticate;
let now: number;
let failures: string[];

beforeEach(async () => {
  provider = await startIdentityProvider(keys);
  now = Date.now();
  failures = [];
  authenticate = createTokenVerifier({
    issuer: provider.issuer,
    audience: AUDIENCE,
    jwks_uri: null,
    findTenant: async () => ({ tenant_id: 1, issuer: null }),
    now: () => new Date(now),
    onProviderError: (_issuer, error) => failures.push(error.message),
  });
});
afterEach(() => provider.stop().catch(() => {}));

/** Another `sub` each time, so that the memory of verified tokens does not answer. */
let calls = 0;
function signed(header: Record<string, unknown> = {}): string {
  calls += 1;
  return `Bearer ${provider.sign({ tid: 'acme', sub: `s${calls}`, exp: now / 1000 + 3600 }, { header })}`;
}

function outcome(authorization: string): Promise<string> {
  return authenticate(authorization).then(
    () => 'accepted',
    (error: unknown) => (error instanceof LapseError ? error.code : `unexpected: ${String(error)}`),
  );
}

describe('fetching', () => {
  it('asks once for everybody, however many come at the same time', async () => {
    const outcomes = await Promise.all(Array.from({ length: 200 }, () => outcome(signed())));
    expect(new Set(outcomes)).toEqual(new Set(['accepted']));
    expect(provider.requests).toEqual({ discovery: 1, jwks: 1 });
  });

  it('does not discover what it was told', async () => {
    authenticate = createTokenVerifier({
      issuer: provider.issuer,
      audience: AUDIENCE,
      jwks_uri: provider.jwks_uri,
      findTenant: async () => ({ tenant_id: 1, issuer: null }),
    });
    expect(await outcome(signed())).toBe('accepted');
    expect(provider.requests).toEqual({ discovery: 0, jwks: 1 });
  });

  it('is not made a flood by 10,000 unknown key ids', async () => {
    const unknown = () => outcome(signed({ kid: `unknown-${calls}` }));
    const oneByOne = new Set<string>();
    const token = signed().replace('Bearer ', '').split('.');
    for (let i = 0; i < 10_000; i += 1) {
      const header = Buffer.from(JSON.stringify({ alg: 'RS256', kid: `k${i}` })).toString('base64url');
      oneByOne.add(await outcome(`Bearer ${header}.${token[1]}.${token[2]}`));
    }
    expect(oneByOne).toEqual(new Set(['unauthenticated']));
    expect(provider.requests).toEqual({ discovery: 1, jwks: 1 });

    now += 31 * SECOND;
    await Promise.all(Array.from({ length: 300 }, unknown));
    expect(provider.requests).toEqual({ discovery: 1, jwks: 2 });
  });

  it('renews the keys every ten minutes, so that a withdrawn key is refused', async () => {
    const old = signed();
    expect(await outcome(old)).toBe('accepted');
    await provider.rotateKeys({ keep_old: false });
    now += 11 * MINUTE;
    expect(await outcome(old)).toBe('unauthenticated');
    expect(provider.requests).toEqual({ discovery: 1, jwks: 2 });
  });

  it('goes on when the clock is set back by a day', async () => {
    await outcome(signed());
    now -= 24 * 60 * MINUTE;
    await provider.rotateKeys();
    expect(await outcome(`Bearer ${provider.sign({ tid: 'acme', iat: 0 })}`)).toBe('accepted');
  });
});

describe('rotation', () => {
  it('accepts a new key after the cooldown, and the old one as long as it is published', async () => {
    const old = signed();
    expect(await outcome(signed())).toBe('accepted');
    await provider.rotateKeys();
    expect(await outcome(signed())).toBe('unauthenticated');
    now += 30 * SECOND;
    expect(await outcome(signed())).toBe('accepted');
    expect(await outcome(old)).toBe('accepted');
    expect(await outcome(`Bearer ${await provider.token({ tid: 'acme' })}`)).toBe('accepted');
  });

  it('also works for a provider that uses no key ids', async () => {
    const bare = { kid: undefined };
    const old = signed(bare);
    expect(await outcome(signed(bare))).toBe('accepted');
    await provider.rotateKeys();
    now += 30 * SECOND;
    expect(await outcome(signed(bare))).toBe('accepted');
    expect(await outcome(old)).toBe('accepted');
    expect(provider.requests.jwks).toBe(2);
  });
});

describe('outage', () => {
  it('is our fault, not the caller’s, when there have never been keys; and it ends by itself', async () => {
    await provider.stop();
    expect(await outcome(signed())).toBe('unavailable');
    await provider.restart();
    now += 1 * SECOND;
    expect(await outcome(signed())).toBe('accepted');
    expect(failures).toHaveLength(1);
  });

  it('does not matter to those whose keys are known', async () => {
    await outcome(signed());
    await provider.stop();
    now += 20 * MINUTE;
    expect(await outcome(signed())).toBe('accepted');
    expect(await outcome(signed({ kid: 'new' }))).toBe('unavailable');
    now += 23 * 60 * MINUTE;
    expect(await outcome(signed())).toBe('accepted');
    now += 60 * MINUTE;
    expect(await outcome(signed())).toBe('unavailable');
  });

  it('looks for the keys again when they are no longer where they were', async () => {
    await outcome(signed());
    const { kid, public_key } = provider.keys.rsa;
    provider.answerWith((request, response) => {
      const metadata = { issuer: provider.issuer, jwks_uri: `${provider.issuer}/moved` };
      const moved = { keys: [{ ...public_key.export({ format: 'jwk' }), kid: `${kid}-moved` }] };
      if (request.url === '/jwks') response.writeHead(404).end();
      else response.end(JSON.stringify(request.url === '/moved' ? moved : metadata));
    });
    now += 10 * MINUTE;
    expect(await outcome(signed())).toBe('accepted');
    now += 1 * SECOND;
    expect(await outcome(signed({ kid: `${kid}-moved` }))).toBe('accepted');
  });

  it('makes few requests, and fewer with time', async () => {
    let requests = 0;
    provider.answerWith((_request, response) => {
      requests += 1;
      response.writeHead(500).end();
    });
    for (let second = 0; second < 120; second += 1) {
      await Promise.all([outcome(signed()), outcome(signed()), outcome(signed())]);
      now += SECOND;
    }
    // After 0, 1, 3, 7, 15, 31, 61 and 91 seconds.
    expect(requests).toBe(8);
    provider.answerWith(null);
    now += 30 * SECOND;
    expect(await outcome(signed())).toBe('accepted');
  });

  it('does not keep those waiting whose keys are known when the provider hangs', async () => {
    await outcome(signed());
    await provider.stop();
    now += 20 * MINUTE;
    await outcome(signed());
    provider.answerWith(() => {});
    await provider.restart();
    now += 2 * SECOND;
    const started = performance.now();
    expect(await outcome(signed())).toBe('accepted');
    expect(performance.now() - started).toBeLessThan(1_000);
  });

  it('gives up on a provider that hangs', async () => {
    provider.answerWith(() => {});
    const started = performance.now();
    expect(await outcome(signed())).toBe('unavailable');
    expect(performance.now() - started).toBeLessThan(8_000);
  });
});

describe('a provider that is wrong about itself', () => {
  const document = (fields: Record<string, unknown>) =>
    provider.answerWith((_request, response) => {
      response.end(JSON.stringify({ issuer: provider.issuer, jwks_uri: provider.jwks_uri, ...fields }));
    });
  const keySet = (text: string) =>
    provider.answerWith((request, response) => {
      const metadata = JSON.stringify({ issuer: provider.issuer, jwks_uri: provider.jwks_uri });
      response.end(request.url === '/jwks' ? text : metadata);
    });

  it.each<[string, (issuer: string) => Record<string, unknown>]>([
    ['another issuer', () => ({ issuer: 'https://login.example.com' })],
    ['its issuer with a slash too many', (issuer) => ({ issuer: `${issuer}/` })],
    ['no issuer', () => ({ issuer: undefined })],
    ['keys over plain http', () => ({ jwks_uri: 'http://login.example.com/jwks' })],
    ['keys in a file', () => ({ jwks_uri: 'file:///etc/passwd' })],
    ['no key address', () => ({ jwks_uri: undefined })],
  ])('describes %s', async (_name, fields) => {
    document(fields(provider.issuer));
    expect(await outcome(signed())).toBe('unavailable');
    expect(provider.requests.jwks).toBe(0);
    // The document itself is refused; no address of its choice is visited.
    expect(failures).toEqual([expect.stringContaining('/.well-known/openid-configuration')]);
  });

  it.each([
    ['a page', '<html>'],
    ['null', 'null'],
    ['no list', '{"keys":{}}'],
    ['two megabytes', `{"keys":[],"x":"${'x'.repeat(2 * 1024 * 1024)}"}`],
  ])('publishes %s instead of keys', async (_name, text) => {
    keySet(text);
    expect(await outcome(signed())).toBe('unavailable');
  });

  it('redirects', async () => {
    provider.answerWith((_request, response) =>
      response.writeHead(302, { location: provider.jwks_uri }).end(),
    );
    expect(await outcome(signed())).toBe('unavailable');
    expect(provider.requests.jwks).toBe(0);
  });

  it('publishes private, symmetric and broken keys', async () => {
    const secret = Buffer.from('secret').toString('base64url');
    const { rsa } = provider.keys;
    keySet(
      JSON.stringify({
        keys: [
          { kty: 'oct', kid: 'shared', k: secret },
          { ...rsa.private_key.export({ format: 'jwk' }), kid: 'private' },
          { kty: 'RSA', kid: 'broken', n: 'AQAB', e: 'AQAB' },
          { ...rsa.public_key.export({ format: 'jwk' }), kid: 'encryption', use: 'enc' },
        ],
      }),
    );
    for (const kid of ['shared', 'private', 'broken', 'encryption']) {
      expect(await outcome(signed({ kid }))).toBe('unauthenticated');
    }
    const header = { alg: 'HS256', kid: 'shared' };
    const payload = provider.claims({ tid: 'acme' });
    expect(await outcome(`Bearer ${forgeToken({ header, payload, key: 'secret' })}`)).toBe('unauthenticated');
  });
});
