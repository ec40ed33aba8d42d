import { hash } from 'node:crypto';
import { errors, type JWTPayload, type JWTVerifyOptions, jwtVerify, type RemoteJWKSet } from 'jose';
import { LapseError } from '../../platform/errors.ts';
import { ExpiringMap } from '../../platform/expiring-map.ts';
import { expectedIssuer, withTenant } from '../../platform/tenants/tenant.rules.ts';
import { DEV_ACTOR } from '../reserved-actors.rules.ts';
import { type Caller, ROLES } from '../roles.rules.ts';
import { createIssuerKeys, type IssuerKeys, type IssuerKeysOptions, keysUnavailable } from './issuer-keys.ts';
import { callerFrom, checkClaims, tenantIdOf } from './token-claims.ts';
import { ALGORITHMS, parseToken, refuse } from './token-format.ts';

/** Throws `unauthenticated` when the caller is at fault, `unavailable` when keys or tenants cannot be looked up. */
export type Authenticate = (authorization: string | undefined) => Promise<Caller>;

export interface TokenVerifierOptions {
  /** May contain `{tenantid}` or `{tid}` when the provider gives every tenant an issuer of its own. */
  issuer: string;
  audience: string;
  /** Belongs to `issuer`; tenants with another one use discovery. `null`: discovery for all. */
  jwks_uri: string | null;
  findTenant(tid: string): Promise<{ tenant_id: number; issuer: string | null } | null>;
  now?: () => Date;
  /** Told about every failed fetch of keys; there are few of them, thanks to the back-off. */
  onProviderError?: (issuer: string, error: Error) => void;
}

const CLOCK_TOLERANCE_S = 60;
/** A key set takes some 10 KB. Only issuers of registered tenants get one, so strangers cannot push any out. */
const KEY_SETS_MAX = 2_000;

export function createTokenVerifier(options: TokenVerifierOptions): Authenticate {
  const now = options.now ?? (() => new Date());
  const cache = new TokenCache();
  const keysFor = createKeyring({ now, onError: options.onProviderError ?? (() => {}) });

  async function verify(token: string): Promise<{ caller: Caller; expires_s: number }> {
    const { header, payload } = parseToken(token);
    const { tenant_id, issuer, jwks_uri } = await findIssuer(options, payload);
    const claims = await verifySignature(token, header, keysFor(issuer, jwks_uri), {
      algorithms: ALGORITHMS,
      issuer,
      audience: options.audience,
      requiredClaims: ['exp'],
      clockTolerance: CLOCK_TOLERANCE_S,
      currentDate: now(),
    });
    // Said to holders of a token that the issuer has signed, and to nobody else.
    if (tenant_id === null) {
      throw refuse('The claim tid names a tenant that is not registered here.');
    }
    checkClaims(header, claims, { now_s: now().getTime() / 1000, tolerance_s: CLOCK_TOLERANCE_S });
    return { caller: callerFrom(claims, tenant_id), expires_s: Number(claims.exp) };
  }

  return async (authorization) => {
    const token = bearerToken(authorization);
    const cached = cache.get(token, now());
    if (cached) return cached;
    const { caller, expires_s } = await verify(token);
    cache.set(token, caller, { now: now(), expires_s });
    return caller;
  };
}

/** For `AUTH_DISABLED=true`: everyone is the same administrator. */
export function createDevAuthenticate(tenantId: number): Authenticate {
  const caller: Caller = Object.freeze({
    tenant_id: tenantId,
    subject: DEV_ACTOR,
    label: DEV_ACTOR,
    roles: new Set(ROLES),
    identifiers: [],
    aliases: [],
    is_synthetic: true,
  });
  return async () => caller;
}

/**
 * The tenant decides which issuer may have signed, and not the token: with several providers, each could
 * otherwise sign for the tenants of the others.
 */
async function findIssuer(options: TokenVerifierOptions, unverified: JWTPayload) {
  const tid = tenantIdOf(unverified);
  const tenant = await options.findTenant(tid);
  // Keys are fetched for tenants that are registered, and from addresses that strangers cannot choose.
  const isShared = [options.issuer, options.jwks_uri ?? ''].every(
    (address) => withTenant(address, '') === address,
  );
  if (!tenant && !isShared) throw unverifiable();
  const issuer = expectedIssuer(options.issuer, { tid, issuer: tenant?.issuer ?? null });
  if (issuer === null || unverified.iss !== issuer) throw unverifiable();
  const isOwnIssuer = !!tenant?.issuer && tenant.issuer !== withTenant(options.issuer, tid);
  const jwksUri = isOwnIssuer || !options.jwks_uri ? null : withTenant(options.jwks_uri, tid);
  // Without a tenant it is not registered.
  return { tenant_id: tenant?.tenant_id ?? null, issuer, jwks_uri: jwksUri };
}

function createKeyring(common: Pick<IssuerKeysOptions, 'now' | 'onError'>) {
  const keyring = new Map<string, IssuerKeys>();
  return (issuer: string, jwksUri: string | null): IssuerKeys => {
    // Not by the issuer alone: an address that names the tenant gives two tenants of one issuer different keys.
    const name = JSON.stringify([issuer, jwksUri]);
    const keys = keyring.get(name) ?? createIssuerKeys({ issuer, jwks_uri: jwksUri, ...common });
    keyring.delete(name);
    if (keyring.size >= KEY_SETS_MAX) keyring.delete(keyring.keys().next().value as string);
    keyring.set(name, keys);
    return keys;
  };
}

async function verifySignature(
  token: string,
  header: { kid?: unknown },
  keys: IssuerKeys,
  expectations: JWTVerifyOptions,
): Promise<JWTPayload> {
  const known = await keys.current();
  try {
    return await verifyWithAny(token, known, expectations);
  } catch (error) {
    // The issuer may have changed its keys since. Without a key id, a new key looks like a wrong signature.
    const isMaybeNewKey =
      error instanceof errors.JWKSNoMatchingKey ||
      (error instanceof errors.JWSSignatureVerificationFailed && header.kid === undefined);
    if (!isMaybeNewKey) throw describe(error);
    // Not refused for a key that could not be looked up: the caller would throw a good token away.
    if (!(await keys.refresh())) throw keys.isAway() ? keysUnavailable() : describe(error);
  }
  return verifyWithAny(token, await keys.current(), expectations).catch((error) => {
    throw describe(error);
  });
}

/** A token without a key id may fit several published keys, for instance while they are being changed. */
async function verifyWithAny(
  token: string,
  keys: RemoteJWKSet,
  expectations: JWTVerifyOptions,
): Promise<JWTPayload> {
  try {
    return (await jwtVerify(token, keys, expectations)).payload;
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    for await (const key of error) {
      try {
        return (await jwtVerify(token, key, expectations)).payload;
      } catch (failure) {
        if (!(failure instanceof errors.JWSSignatureVerificationFailed)) throw failure;
      }
    }
    throw new errors.JWSSignatureVerificationFailed();
  }
}

/** The same for every token that nobody known has signed, so that a made-up one does not tell which tenants there are. */
const unverifiable = (): LapseError =>
  refuse(
    'The token cannot be verified: its tenant (tid), issuer (iss) or key is not known here, or its signature is wrong.',
  );

/** Names what is wrong without repeating what the token says. */
function describe(error: unknown): LapseError {
  if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWSSignatureVerificationFailed) {
    return unverifiable();
  }
  if (error instanceof errors.JOSEError) return refuse(reasonFor(error));
  // Such as a published key that is too short: the cause is for whoever runs the identity provider.
  const reason = 'The token cannot be verified with the key that its issuer publishes.';
  return new LapseError('unauthenticated', reason, undefined, { cause: error });
}

function reasonFor(error: errors.JOSEError): string {
  if (error instanceof errors.JWTExpired) return 'The token has expired.';
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.reason === 'missing') return `The claim ${error.claim} is missing.`;
    if (error.claim === 'nbf' && error.reason === 'check_failed') return 'The token is not valid yet (nbf).';
    return `The claim ${error.claim} is not what this service expects.`;
  }
  return 'The token cannot be verified.';
}

/** Decoding and hashing cost grows with the length, and it is paid before the sender is known. */
const TOKEN_LENGTH_MAX = 16 * 1024;

/** The scheme is case-insensitive (RFC 9110); what follows is one token and nothing else (RFC 6750). */
const BEARER = /^bearer +([\w.~+/-]+=*)$/i;

/** The token of an `Authorization` header. */
export function bearerToken(authorization: string | undefined): string {
  if (authorization === undefined || authorization.trim() === '') {
    throw refuse('A token is required: send Authorization: Bearer <token>.');
  }
  if (!/^bearer( |$)/i.test(authorization)) {
    throw refuse('Only the Bearer scheme is accepted in Authorization.');
  }
  if (authorization.length > TOKEN_LENGTH_MAX + 'Bearer '.length) {
    throw refuse(`The token is longer than ${TOKEN_LENGTH_MAX} characters.`);
  }
  const token = BEARER.exec(authorization)?.[1];
  if (token === undefined) {
    throw refuse('Authorization must carry exactly one token after Bearer.');
  }
  return token;
}

/** How long a withdrawn key or a changed tenant may go unnoticed for a token already seen. */
const ENTRY_MS_MAX = 30_000;
const ENTRIES_MAX = 10_000;

/**
 * Callers of tokens that were verified a moment ago. A client sends the same token many times, and a hash costs
 * a fraction of a signature. The token itself is not kept. Refused tokens are not kept either: an attacker has
 * an endless supply of them, which would only push out the honest ones.
 */
export class TokenCache {
  readonly #callers = new ExpiringMap<Caller>(ENTRIES_MAX);

  get(token: string, now: Date): Caller | undefined {
    return this.#callers.get(hash('sha256', token, 'base64'), now.getTime());
  }

  /** An entry never outlives the token. */
  set(token: string, caller: Caller, { now, expires_s }: { now: Date; expires_s: number }): void {
    const now_ms = now.getTime();
    const expires_ms = Math.min(expires_s * 1000, now_ms + ENTRY_MS_MAX);
    this.#callers.set(hash('sha256', token, 'base64'), caller, { now_ms, expires_ms });
  }
}
