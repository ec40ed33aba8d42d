import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client';
import { appendAuditEntries } from '../../audit/entries.sql.ts';
import type { Caller } from '../../gateway/roles.rules.ts';
import { LapseError } from '../../platform/errors.ts';
import { sessionStarted } from '../session-entries.ts';
import {
  type GivenTokens,
  hashId,
  type SessionName,
  type SessionParts,
  sealTokens,
  tokenTimes,
} from '../session-tokens.ts';
import { insertSession } from '../sessions.sql.ts';
import { endSession } from '../use-session.ts';
import type { BrowserSessions } from './browser-sessions.ts';
import { chooseProvider } from './choose-provider.ts';
import { localPath } from './local-path.ts';
import { requireOurPages } from './same-origin.ts';

/** `null`: the person must say for which organisation. */
export async function beginSignIn(
  sessions: BrowserSessions,
  { return_to, tid, cookies }: { return_to: string; tid: string | undefined; cookies: string | undefined },
): Promise<{ url: string; set_cookies: string[] } | null> {
  const chosen = await chooseProvider(sessions, sessions.db, tid);
  if (!chosen) return null;
  const attempt = {
    ...chosen,
    return_to,
    state: randomState(),
    nonce: randomNonce(),
    code_verifier: randomPKCECodeVerifier(),
  };
  const url = await sessions.provider.authorizationUrl(attempt);
  return { url: url.href, set_cookies: sessions.attempts.begin(cookies, attempt) };
}

export async function completeSignIn(
  sessions: BrowserSessions,
  { state, query, cookies }: { state: string; query: string; cookies: string | undefined },
): Promise<{ return_to: string; set_cookie: string }> {
  const attempt = sessions.attempts.find(cookies, state);
  if (!attempt) {
    throw new LapseError(
      'invalid_request',
      'This sign-in was completed before, took longer than 10 minutes, or was begun in another browser.',
    );
  }
  const { issuer, tenant_id, return_to } = attempt;
  const given = await sessions.provider.exchange(attempt, query);
  const caller = await sessions.verify(`Bearer ${given.access_token}`).catch(asRefusal);
  if (tenant_id !== null && caller.tenant_id !== tenant_id)
    throw new LapseError('forbidden', 'The account belongs to another organisation than the one you named.');
  const name = await startSession(sessions, caller, { issuer, given });
  const old = sessions.cookies.read(cookies);
  if (old) await endSession(sessions, old, 'signed_in_again');
  return { return_to: localPath(return_to) ?? '/', set_cookie: sessions.cookies.write(name) };
}

/** Where the provider has a page for signing out, the browser goes on to it. */
export async function signOut(
  sessions: BrowserSessions,
  headers: IncomingHttpHeaders,
): Promise<{ next: string | null; set_cookie: string }> {
  requireOurPages(headers, sessions.public_origin);
  const name = sessions.cookies.read(headers.cookie);
  const issuer = name ? await endSession(sessions, name, 'signed_out') : null;
  // The session is over here in any case.
  const url = issuer === null ? null : await sessions.provider.endSessionUrl(issuer).catch(() => null);
  return { next: url?.href ?? null, set_cookie: sessions.cookies.clear() };
}

/** The account is known to the provider, but its token is not one for this service. */
function asRefusal(error: unknown): Caller {
  if (!(error instanceof LapseError) || error.code !== 'unauthenticated') throw error;
  throw new LapseError(
    'forbidden',
    `Your account was recognised, but it cannot use this service. ${error.message}`,
    undefined,
    { cause: error },
  );
}

const ID_BYTES = 32;

/** Always under a new id: one that somebody planted in the browser before gains nothing. */
export async function startSession(
  { db, secrets_key, now }: SessionParts,
  { tenant_id, subject, label, roles }: Caller,
  { issuer, given }: { issuer: string; given: GivenTokens },
): Promise<SessionName> {
  const name = { tenant_id, id: randomBytes(ID_BYTES).toString('base64url') };
  const { access_token, refresh_token } = given;
  await db.transaction(tenant_id, async (tx) => {
    await insertSession(tx, {
      id_hash: hashId(name.id),
      subject,
      tokens: sealTokens(secrets_key, name, { issuer, label, access_token, refresh_token }),
      times: tokenTimes(given),
    });
    await appendAuditEntries(tx, [sessionStarted(name, { subject, roles, actor: label, now: now() })]);
  });
  return name;
}
