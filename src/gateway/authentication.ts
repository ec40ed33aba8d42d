import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LapseError } from '../platform/errors.ts';
import { type Access, accessOf, isAllowed } from './access.ts';
import type { Caller, Role } from './roles.rules.ts';
import type { Authenticate } from './tokens/token-verifier.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
    /** The caller is known by the session of a browser. */
    isByCookie: boolean;
  }
  interface FastifyContextConfig {
    /** From the table of access; a path that does not exist has none. */
    access?: Access | undefined;
  }
}

/** Who a browser belongs to that has signed in. */
interface CookieAuthentication {
  /** `null`: the request has no cookie of ours. */
  authenticate(request: FastifyRequest): Promise<Caller> | null;
}

/** First hook of every request: who is it? A path that does not exist needs no answer to that. */
export function registerAuthentication(
  app: FastifyInstance,
  {
    authenticate,
    authenticateScim,
    sessions,
  }: { authenticate: Authenticate; authenticateScim: Authenticate; sessions: CookieAuthentication | null },
): void {
  app.decorateRequest('caller', null);
  app.decorateRequest('isByCookie', false);
  /** Whoever sends a token means it: the cookie counts only without one. */
  const identify = (request: FastifyRequest): Promise<Caller> => {
    const authorization = authorizationOf(request);
    // Also where authentication is off: nothing but its token says which tenant an identity provider means.
    if (request.routeOptions.config.access === 'scim') return authenticateScim(authorization);
    const signedIn = authorization === undefined ? (sessions?.authenticate(request) ?? null) : null;
    request.isByCookie = signedIn !== null;
    return signedIn ?? authenticate(authorization);
  };
  app.addHook('onRoute', (route) => {
    const accesses = [route.method].flat().map((method) => {
      const access = accessOf(method, route.url);
      if (!access) throw new Error(`${method} ${route.url} has no entry in the table of access`);
      return access;
    });
    route.config = { ...route.config, access: accesses[0] };
  });
  // Callbacks, here and in the other hooks: a promise per hook took a third of a small request.
  app.addHook('onRequest', (request, _reply, done) => {
    const { access } = request.routeOptions.config;
    if (access === undefined || access === 'public' || access === 'signed') {
      done();
      return;
    }
    identify(request).then((caller) => {
      request.caller = caller;
      done();
    }, done);
  });
}

/** After the rate limit, so that refused calls count too. */
export function registerAuthorization(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { access } = request.routeOptions.config;
    if (access === undefined || isAllowed(access, request.caller?.roles ?? NO_ROLES)) done();
    else done(new LapseError('forbidden', refusalOf(access)));
  });
}

const NO_ROLES: ReadonlySet<Role> = new Set();

function refusalOf(access: Access): string {
  return typeof access === 'string'
    ? 'The role service.ingest alone is for sending events; this needs another role, or a token without roles.'
    : `This needs the role ${access.join(' or ')}.`;
}

/** Node keeps the first of two headers; joined, they are refused as they should be. */
function authorizationOf({ headers, raw }: FastifyRequest): string | undefined {
  if (headers.authorization === undefined) return undefined;
  return raw.headersDistinct?.authorization?.join(', ') ?? headers.authorization;
}

/** Who does what a request asks for, and when. */
export const actOf = (request: FastifyRequest) => ({ actor: callerOf(request).label, now: Date.now() });

export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new LapseError('unauthenticated', 'This request has no caller.');
  return request.caller;
}
