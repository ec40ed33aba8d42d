import { isPlainText, TID_LENGTH_MAX } from '../../platform/tenants/tenant.rules.ts';
import { DEV_ACTOR, isReservedActor, SYSTEM_ACTOR } from '../reserved-actors.rules.ts';
import { type Caller, ROLES, type Role } from '../roles.rules.ts';
import { refuse } from './token-format.ts';

type Claims = Readonly<Record<string, unknown>>;

/** It becomes part of a database key, and an index entry holds about 2,700 bytes. */
const SUBJECT_LENGTH_MAX = 255;
/** 31 December 9999. JSON can write `1e999`, which is read as infinity: a token that never expires. */
const SECONDS_MAX = 253_402_300_799;

/** Read before the signature is checked, because it decides whose keys may have signed. */
export function tenantIdOf(claims: Claims): string {
  if (!isPlainText(claims.tid, TID_LENGTH_MAX)) {
    throw refuse('The claim tid must be a string that names a tenant.');
  }
  return claims.tid;
}

/** What jose does not look at. `iss`, `aud`, `exp` and `nbf` have been checked by then, with the signature. */
export function checkClaims(
  header: Claims,
  claims: Claims,
  { now_s, tolerance_s }: { now_s: number; tolerance_s: number },
): void {
  for (const name of ['exp', 'nbf', 'iat']) {
    const value = claims[name];
    if (value !== undefined && !(typeof value === 'number' && value >= 0 && value <= SECONDS_MAX)) {
      throw refuse(`The claim ${name} must be a number of seconds since 1970.`);
    }
  }
  if (typeof claims.iat === 'number' && claims.iat > now_s + tolerance_s) {
    throw refuse('The token was issued in the future (iat); check the clocks.');
  }
  if (Array.isArray(claims.aud) && !claims.aud.every((audience) => typeof audience === 'string')) {
    throw refuse('The claim aud must be a string or an array of strings.');
  }
  if (isIdToken(header, claims)) {
    throw refuse('This is an ID token; send an access token for this service.');
  }
}

/** Marks of tokens that tell a client who signed in. They are signed with the same keys and may carry the same `aud`. */
function isIdToken(header: Claims, claims: Claims): boolean {
  const hasAny = (names: readonly string[]) => names.some((name) => Object.hasOwn(claims, name));
  if (hasAny(['nonce', 'at_hash', 'c_hash', 's_hash'])) return true;
  if (isWord(claims.token_use, 'id') || isWord(claims.typ, 'id')) return true;
  const isAccessToken =
    hasAny(OF_ACCESS_TOKENS) ||
    /at\+jwt$/i.test(String(header.typ ?? '')) ||
    isWord(claims.token_use, 'access') ||
    isWord(claims.typ, 'bearer');
  return !isAccessToken && (hasAny(OF_A_SIGN_IN) || isOfEntraForItself(claims));
}

/** What was allowed, and to which program. `azp` and `roles` are in ID tokens too. */
const OF_ACCESS_TOKENS = ['scp', 'scope', 'client_id', 'cid', 'appid', 'azpacr', 'appidacr'];
/** How and when somebody signed in, and what they are called at home. */
const OF_A_SIGN_IN = ['auth_time', 'amr', 'given_name', 'family_name', 'picture', 'updated_at'];

/** Every access token of Microsoft Entra names the program that it was given to; its ID tokens do not. */
const isOfEntraForItself = (claims: Claims): boolean =>
  typeof claims.ver === 'string' && typeof claims.uti === 'string' && !Object.hasOwn(claims, 'azp');

function isWord(value: unknown, word: string): boolean {
  return typeof value === 'string' && value.toLowerCase() === word;
}

export function callerFrom(claims: Claims, tenantId: number): Caller {
  const subject = subjectOf(claims);
  const label = emailOf(claims) ?? subject;
  if (isReservedActor(subject) || isReservedActor(label)) {
    throw refuse(
      `The caller is called ${SYSTEM_ACTOR} or ${DEV_ACTOR}, or something that looks like it; these names are kept for Lapse itself.`,
    );
  }
  const identifiers = namesIn(claims, verifiedEmail(claims));
  return Object.freeze({
    tenant_id: tenantId,
    subject,
    label,
    identifiers,
    aliases: [...new Set([...identifiers, ...namesIn(claims, claims.email)])],
    roles: rolesOf(claims),
    expires_at: Number(claims.exp) * 1000,
  });
}

/** Every name that the directory may know its bearer by. */
function namesIn({ oid, sub, upn, preferred_username }: Claims, email: unknown): string[] {
  const names = [oid, sub, email, upn, preferred_username];
  return [...new Set(names.filter((name) => isPlainText(name, SUBJECT_LENGTH_MAX)))];
}

function subjectOf(claims: Claims): string {
  const subject =
    claims.oid ?? claims.sub ?? verifiedEmail(claims) ?? claims.preferred_username ?? claims.upn;
  if (subject === undefined || subject === null) {
    throw refuse('The token does not say who is calling: oid, sub or an e-mail is required.');
  }
  if (!isPlainText(subject, SUBJECT_LENGTH_MAX)) {
    throw refuse(
      `The caller (oid, sub or e-mail) must be plain text of at most ${SUBJECT_LENGTH_MAX} characters.`,
    );
  }
  return subject;
}

/**
 * Without an @ it is not an e-mail: user names can be chosen freely at some providers, and nobody shall
 * appear in the audit trail as `system`.
 */
function emailOf(claims: Claims): string | undefined {
  return [verifiedEmail(claims), claims.preferred_username, claims.upn]
    .filter((value) => isPlainText(value, SUBJECT_LENGTH_MAX))
    .find((value) => value.includes('@'));
}

/** An address that its provider says it has not verified may be anybody's. */
function verifiedEmail(claims: Claims): unknown {
  return claims.email_verified === false ? undefined : claims.email;
}

function rolesOf(claims: Claims): ReadonlySet<Role> {
  const names: unknown = claims.roles ?? (Object.hasOwn(claims, 'roles') ? null : []);
  if (!Array.isArray(names) || !names.every((name) => typeof name === 'string')) {
    throw refuse('The claim roles must be an array of strings.');
  }
  return new Set(ROLES.filter((role) => names.includes(role)));
}
