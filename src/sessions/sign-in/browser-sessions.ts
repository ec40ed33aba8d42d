import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Caller } from '../../gateway/roles.rules.ts';
import type { Authenticate } from '../../gateway/tokens/token-verifier.ts';
import type { Database } from '../../platform/database/database.ts';
import { LapseError } from '../../platform/errors.ts';
import type { SessionParts } from '../session-tokens.ts';
import { useSession } from '../use-session.ts';
import type { OidcConfig } from './oidc-settings.ts';
import { createProviderClient, type ProviderClient } from './provider-client.ts';
import { requireOurClient, requireOurPages } from './same-origin.ts';
import { createSessionCookies, type SessionCookies } from './session-cookie.ts';
import { createSignInAttempts, type SignInAttempts } from './sign-in-attempt.ts';

/** Everything that signing in with a browser needs. */
export interface BrowserSessions extends SessionParts {
  issuer: string;
  public_origin: string;
  provider: ProviderClient;
  attempts: SignInAttempts;
  cookies: SessionCookies;
  verify: Authenticate;
  /** `null`: the request has no cookie of ours. */
  authenticate(request: FastifyRequest): Promise<Caller> | null;
}

export interface BrowserSessionsOptions {
  config: { oidc: OidcConfig | null; public_url: string | null };
  db: Database;
  secrets_key: Buffer;
  authenticate: Authenticate;
  logger: Logger;
}

/** `null`: nobody can sign in with a browser here. */
export function createBrowserSessions(options: BrowserSessionsOptions): BrowserSessions | null {
  const { config, db, secrets_key, authenticate: verify, logger } = options;
  const { oidc, public_url } = config;
  if (!oidc?.client || public_url === null) return null;
  const public_origin = new URL(public_url).origin;
  const cookies = createSessionCookies(secrets_key);
  const provider = createProviderClient({
    oidc,
    client: oidc.client,
    public_url,
    onProviderError: (issuer, reason) => logger.warn({ issuer, reason }, 'a sign-in could not be completed'),
  });
  const parts: SessionParts = { db, secrets_key, now: Date.now };
  const context = { ...parts, renew: provider.renew };

  /** The token of the session goes the way of every other token, so roles are never older than it. */
  async function callerOf(request: FastifyRequest): Promise<Caller> {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      requireOurPages(request.headers, public_origin);
      requireOurClient(request.headers);
    }
    const name = cookies.read(request.headers.cookie);
    const session = name ? await useSession(context, name) : null;
    if (!name || !session) throw ended();
    const caller = await verify(`Bearer ${session.access_token}`).catch((error) => {
      throw error instanceof LapseError && error.code === 'unauthenticated' ? ended() : error;
    });
    if (caller.tenant_id !== name.tenant_id || caller.subject !== session.subject) throw ended();
    return caller;
  }

  return {
    ...parts,
    issuer: oidc.issuer,
    public_origin,
    provider,
    attempts: createSignInAttempts(secrets_key),
    cookies,
    verify,
    authenticate: (request) =>
      cookies.read(request.headers.cookie) === undefined ? null : callerOf(request),
  };
}

const ended = (): LapseError =>
  new LapseError('unauthenticated', 'The session of this browser has ended; sign in again.');
