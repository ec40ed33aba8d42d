import { fc, test as property } from '@fast-check/vitest';
import { afterAll, describe, expect, it } from 'vitest';
import { AUDIENCE, startIdentityProvider } from '../../../test/support/identity-provider.ts';
import { type Algorithm, forgeToken, SIGNATURES } from '../../../test/support/token-keys.ts';
import { wrongTokens } from '../../../test/support/wrong-tokens.ts';
import { LapseError } from '../../platform/errors.ts';
import { ROLES } from '../roles.rules.ts';
import { createDevAuthenticate, createTokenVerifier, type TokenVerifierOptions } from './token-verifier.ts';

const provider = await startIdentityProvider();
const other = await startIdentityProvider();
afterAll(() => Promise.all([provider.stop(), other.stop()]));

const TENANTS = new Map([
  ['acme', { tenant_id: 1, issuer: null }],
  ['globex', { tenant_id: 2, issuer: other.issuer }],
]);

function verifier(options: Partial<TokenVerifierOptions> = {}) {
  return createTokenVerifier({
    issuer: provider.issuer,
    audience: AUDIENCE,
    jwks_uri: null,
    findTenant: async (tid) => TENANTS.get(tid) ?? null,
    ...options,
  });
}

const authenticate = verifier();
const accept = (claims: Record<string, unknown> = {}, options?: Parameters<typeof provider.sign>[1]) =>
  authenticate(`Bearer ${provider.sign({ tid: 'acme', ...claims }, options)}`);

async function refusal(attempt: Promise<unknown>): Promise<LapseError> {
  const outcome = await attempt.catch((error: unknown) => error);
  if (!(outcome instanceof LapseError)) throw new Error(`not refused: ${JSON.stringify(outcome)}`);
  return outcome;
}

describe('wrong tokens', () => {
  const table = wrongTokens({ provider, tid: 'acme', other_provider: other, other_tid: 'globex' });

  it('has a control group: the same token, unspoilt, is accepted', async () => {
    expect(await accept({ roles: ['service.admin'] })).toMatchObject({ tenant_id: 1, subject: 'someone' });
    expect(await authenticate(`Bearer ${other.sign({ tid: 'globex' })}`)).toMatchObject({ tenant_id: 2 });
    expect(table.length).toBeGreaterThan(150);
    expect(new Set(table.map(({ authorization }) => authorization)).size).toBe(table.length);
  });

  it.each(table)('$name', async ({ authorization }) => {
    const { code, message } = await refusal(authenticate(authorization));
    expect(code).toBe('unauthenticated');
    // Fit for error_description (RFC 6750), and without any piece of what was sent.
    expect(message).toMatch(/^[A-Z][\x20-\x21\x23-\x5b\x5d-\x7e]{10,150}\.$/);
    const pieces = (authorization ?? '').split(/[ .,]/).filter((piece) => piece.length > 12);
    for (const piece of pieces) expect(message).not.toContain(piece);
  });

  property.prop([fc.string({ unit: 'binary' })])('any other header', async (text) => {
    expect((await refusal(authenticate(`Bearer ${text}`))).code).toBe('unauthenticated');
  });

  property.prop([fc.json(), fc.json()])('any JSON, properly signed', async (header, payload) => {
    const token = forgeToken({ header, payload, key: provider.keys.rsa, signed_as: 'RS256' });
    expect((await refusal(authenticate(`Bearer ${token}`))).code).toBe('unauthenticated');
  });

  property.prop([fc.nat(), fc.integer({ min: 1, max: 255 })])(
    'a byte changed anywhere',
    async (place, change) => {
      const token = Buffer.from(provider.sign({ tid: 'acme' }));
      token[place % token.length] = (token[place % token.length] as number) ^ change;
      expect((await refusal(authenticate(`Bearer ${token.toString('latin1')}`))).code).toBe(
        'unauthenticated',
      );
    },
  );
});

describe('accepted tokens', () => {
  it('takes one from a real provider, through discovery', async () => {
    const token = await provider.token({ tid: 'acme', roles: ['service.reviewer', 'mail.read'] });
    expect(await verifier()(`Bearer ${token}`)).toEqual({
      tenant_id: 1,
      subject: 'a-test',
      label: 'a-test',
      roles: new Set(['service.reviewer']),
      identifiers: ['a-test'],
      aliases: ['a-test'],
      expires_at: expect.any(Number),
    });
  });

  it.each(Object.keys(SIGNATURES) as Algorithm[])('signed with %s', async (alg) => {
    expect(await accept({ sub: alg }, { alg })).toMatchObject({ subject: alg });
  });

  it.each([undefined, 'JWT', 'jwt', 'at+jwt', 'AT+JWT', 'application/at+jwt'])('typ %s', async (typ) => {
    await accept({}, { header: { typ } });
  });

  it.each(['Bearer', 'bearer', 'BEARER', 'Bearer  '])('scheme %s', async (scheme) => {
    await authenticate(`${scheme} ${provider.sign({ tid: 'acme' })}`);
  });

  it('does not ask for claims that are optional in an access token', async () => {
    const { iss, aud, exp } = provider.claims();
    const payload = { iss, aud, exp, tid: 'acme', roles: ['service.admin'], oid: 'o-1' };
    const token = forgeToken({
      header: { alg: 'RS256', kid: provider.keys.rsa.kid },
      payload,
      key: provider.keys.rsa,
    });
    expect(await authenticate(`Bearer ${token}`)).toMatchObject({ subject: 'o-1' });
  });

  it('takes an audience in an array', async () => {
    await accept({ aud: ['api://other', AUDIENCE] });
  });

  it('ignores the addresses of keys in the header of an honest token', async () => {
    const before = { ...other.requests };
    await accept({}, { header: { jku: other.jwks_uri, x5u: other.jwks_uri, x5c: ['MIIB'] } });
    expect(other.requests).toEqual(before);
  });

  it('takes a token without a key id', async () => {
    await accept({}, { header: { kid: undefined } });
  });
});

describe('who is calling', () => {
  it.each([
    [{ oid: 'o', sub: 's', email: 'e@x.org' }, 'o', 'e@x.org'],
    [{ oid: 'o', sub: 's' }, 'o', 'o'],
    [{ sub: 's', preferred_username: 'p@x.org' }, 's', 'p@x.org'],
    [{ sub: 's', upn: 'u@x.org' }, 's', 'u@x.org'],
    [{ sub: undefined, email: 'e@x.org' }, 'e@x.org', 'e@x.org'],
    [{ sub: undefined, preferred_username: 'p@x.org' }, 'p@x.org', 'p@x.org'],
    [{ sub: undefined, upn: 'u@x.org' }, 'u@x.org', 'u@x.org'],
    // Names that a user may choose must not pass for somebody else.
    [{ sub: 's', preferred_username: 'system' }, 's', 's'],
    [{ sub: 's', email: 'boss@x.org', email_verified: false }, 's', 's'],
    [{ sub: 's', email: 'boss\u202e@x.org' }, 's', 's'],
    [{ sub: 's', email: 7 }, 's', 's'],
  ])('%j', async (claims, subject, label) => {
    expect(await accept(claims)).toMatchObject({ subject, label });
  });

  it.each([
    [undefined, []],
    [[], []],
    [['mail.read', 'SERVICE.ADMIN', 'toString'], []],
    [['service.ingest', 'service.ingest'], ['service.ingest']],
    [[...ROLES], [...ROLES]],
  ])('roles %j', async (roles, expected) => {
    expect((await accept({ roles, sub: 'r' })).roles).toEqual(new Set(expected));
  });

  it('is the same administrator for everyone when authentication is off', async () => {
    const caller = await createDevAuthenticate(7)(undefined);
    expect(caller).toMatchObject({
      tenant_id: 7,
      subject: 'dev-admin',
      is_synthetic: true,
      label: 'dev-admin',
      roles: new Set(ROLES),
    });
  });
});

describe('clocks that differ by up to a minute', () => {
  const base_s = 1_900_000_000;
  const at = verifier({ now: () => new Date(base_s * 1000) });
  const attempt = (claims: Record<string, unknown>) =>
    at(`Bearer ${provider.sign({ tid: 'acme', iat: base_s, exp: base_s + 600, ...claims })}`);

  it.each([{ exp: base_s - 59 }, { nbf: base_s + 60 }, { iat: base_s + 60 }, { nbf: 0 }, { iat: 0 }])(
    'accepts %j',
    async (claims) => {
      await attempt(claims);
    },
  );

  it.each([{ exp: base_s - 60 }, { nbf: base_s + 61 }, { iat: base_s + 61 }])(
    'refuses %j',
    async (claims) => {
      expect((await refusal(attempt(claims))).code).toBe('unauthenticated');
    },
  );
});

describe('tenants and issuers', () => {
  it('asks nobody for keys when the issuer or the header is wrong already, or strangers could choose whom', async () => {
    const before = [{ ...provider.requests }, { ...other.requests }];
    const fresh = verifier();
    const own = verifier({ issuer: `${provider.issuer}/{tid}` });
    await refusal(own(`Bearer ${provider.sign({ tid: 'nobody', iss: `${provider.issuer}/nobody` })}`));
    await refusal(fresh(`Bearer ${provider.sign({ tid: 'globex' })}`));
    await refusal(fresh(`Bearer ${provider.sign({ tid: 'acme' }, { header: { alg: 'none' } })}`));
    await refusal(fresh(`Bearer ${provider.sign({ tid: 'acme' }, { header: { kid: 1 } })}`));
    expect([provider.requests, other.requests]).toEqual(before);
  });

  it('puts the tid into the place that the issuer has for it', async () => {
    const issuer = `${provider.issuer}/{tenantid}/v2.0`;
    const fresh = verifier({ issuer, jwks_uri: provider.jwks_uri });
    const sign = (iss: string) => `Bearer ${provider.sign({ tid: 'acme', iss })}`;
    expect(await fresh(sign(`${provider.issuer}/acme/v2.0`))).toMatchObject({ tenant_id: 1 });
    await refusal(fresh(sign(issuer)));
    await refusal(fresh(sign(`${provider.issuer}/globex/v2.0`)));
    await refusal(fresh(sign(provider.issuer)));
  });

  it('does not tell by a token that nobody known has signed which tenants there are', async () => {
    const forge = (claims: Record<string, unknown>) => {
      const [head, body] = provider.sign(claims).split('.');
      return `Bearer ${head}.${body}.${other.sign(claims).split('.')[2]}`;
    };
    for (const issuer of [provider.issuer, `${provider.issuer}/{tid}`]) {
      const fresh = verifier({ issuer, jwks_uri: provider.jwks_uri });
      const said = new Set<string>();
      for (const tid of ['acme', 'globex', 'nobody', 'nobody-else']) {
        for (const iss of [provider.issuer, other.issuer, `${provider.issuer}/${tid}`]) {
          const { code, message } = await refusal(fresh(forge({ tid, iss })));
          said.add(`${code} ${message}`);
        }
      }
      expect([...said]).toEqual([expect.stringContaining('unauthenticated The token cannot be verified')]);
    }
    // Whoever has a token of the issuer may know why it is of no use.
    const known = refusal(verifier({})(`Bearer ${provider.sign({ tid: 'nobody' })}`));
    expect((await known).message).toContain('not registered');
  });

  it.each([
    [
      'of Entra',
      {
        ver: '2.0',
        uti: 'u',
        rh: 'r',
        name: 'Ann',
        preferred_username: 'ann@a.example',
        roles: ['service.admin'],
      },
    ],
    ['that says when somebody signed in', { auth_time: 1_700_000_000, azp: 'lapse' }],
    ['that says how somebody signed in', { amr: ['pwd'], roles: ['service.admin'] }],
    ['with a profile', { given_name: 'Ann', family_name: 'Lee' }],
    ['with a nonce', { nonce: 'n', scope: 'openid' }],
  ])('refuses an ID token %s whose audience matches', async (_which, claims) => {
    const { message } = await refusal(authenticate(`Bearer ${provider.sign({ tid: 'acme', ...claims })}`));
    expect(message).toContain('ID token');
  });

  it.each([
    ['of Entra', { ver: '2.0', uti: 'u', azp: 'client', azpacr: '1', roles: ['service.admin'] }, {}],
    ['of Entra for a person', { ver: '2.0', uti: 'u', azp: 'c', scp: 'read', name: 'Ann' }, {}],
    ['of Keycloak', { typ: 'Bearer', azp: 'c', auth_time: 1, given_name: 'Ann', scope: 'openid' }, {}],
    ['by its header', { auth_time: 1, amr: ['pwd'] }, { typ: 'at+jwt' }],
    ['with nothing but a subject', {}, {}],
  ])('accepts an access token %s', async (_which, claims, header) => {
    const token = provider.sign({ tid: 'acme', ...claims }, { header });
    expect(await authenticate(`Bearer ${token}`)).toMatchObject({ tenant_id: 1 });
  });

  it('lets no tid change the path of an issuer', async () => {
    const everyone = { findTenant: async () => ({ tenant_id: 9, issuer: null }) };
    const fresh = verifier({ ...everyone, issuer: `${provider.issuer}/{tid}`, jwks_uri: provider.jwks_uri });
    for (const tid of ['..', '../x', 'a/b', 'a?b', 'a#b', '%2e%2e', '$&']) {
      const token = provider.sign({ tid, iss: `${provider.issuer}/${tid}` });
      expect((await refusal(fresh(`Bearer ${token}`))).message).toContain('iss');
    }
  });

  it('does not use the configured key address for a tenant with its own issuer', async () => {
    const fresh = verifier({ jwks_uri: provider.jwks_uri });
    expect(await fresh(`Bearer ${other.sign({ tid: 'globex' })}`)).toMatchObject({ tenant_id: 2 });
    await refusal(fresh(`Bearer ${provider.sign({ tid: 'globex', iss: other.issuer })}`));
  });

  it('keeps the keys of two tenants apart when only their key addresses differ', async () => {
    const both = new Map([
      ['a', { tenant_id: 1, issuer: null }],
      ['b', { tenant_id: 2, issuer: null }],
    ]);
    const asked: string[] = [];
    other.answerWith((request, response) => {
      asked.push(String(request.url));
      const jwk = (request.url === '/a/keys' ? provider : other).keys.rsa;
      const key = { ...jwk.public_key.export({ format: 'jwk' }), kid: jwk.kid };
      response.end(JSON.stringify({ keys: [key] }));
    });
    const fresh = verifier({
      findTenant: async (tid) => both.get(tid) ?? null,
      jwks_uri: `${other.issuer}/{tid}/keys`,
    });
    await fresh(`Bearer ${provider.sign({ tid: 'a' })}`);
    await refusal(fresh(`Bearer ${provider.sign({ tid: 'b' })}`));
    expect(asked).toEqual(['/a/keys', '/b/keys']);
    other.answerWith(null);
  });

  it('passes on that the registry of tenants cannot be reached', async () => {
    const failing = async () => {
      throw new LapseError('unavailable', 'The database cannot be reached.');
    };
    const fresh = verifier({ findTenant: failing });
    expect((await refusal(fresh(`Bearer ${provider.sign({ tid: 'acme' })}`))).code).toBe('unavailable');
  });
});

describe('the memory of verified tokens', () => {
  it('spares the second check, for half a minute and never past exp', async () => {
    let now = Date.now();
    let lookups = 0;
    const fresh = verifier({
      now: () => new Date(now),
      findTenant: async (tid) => {
        lookups += 1;
        return TENANTS.get(tid) ?? null;
      },
    });
    const token = `Bearer ${provider.sign({ tid: 'acme' })}`;
    const first = await fresh(token);
    expect(await fresh(token)).toBe(first);
    expect(lookups).toBe(1);
    now += 30_000;
    expect(await fresh(token)).toEqual(first);
    expect(lookups).toBe(2);

    const short = `Bearer ${provider.sign({ tid: 'acme', exp: Math.floor(now / 1000) + 5 })}`;
    await fresh(short);
    now += 6_000;
    await fresh(short);
    await fresh(short);
    expect(lookups).toBe(5);
    now += 60_000;
    expect((await refusal(fresh(short))).message).toContain('expired');
  });

  it('does not remember a refusal', async () => {
    const known = new Map<string, { tenant_id: number; issuer: null }>();
    const fresh = verifier({ findTenant: async (tid) => known.get(tid) ?? null });
    const token = `Bearer ${provider.sign({ tid: 'late' })}`;
    await refusal(fresh(token));
    known.set('late', { tenant_id: 3, issuer: null });
    expect(await fresh(token)).toMatchObject({ tenant_id: 3 });
  });
});
