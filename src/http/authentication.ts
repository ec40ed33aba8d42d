import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LapseError } from '../domain/errors.ts';
import type { Caller } from '../domain/roles.ts';
import { accessOf } from './access.ts';
import type { Authenticate } from './token-verifier.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
}

/** First hook of every request: who is it? A path that does not exist needs no answer to that. */
export function registerAuthentication(app: FastifyInstance, authenticate: Authenticate): void {
  app.decorateRequest('caller', null);
  app.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) {
      if (!accessOf(each, url)) throw new Error(`${each} ${url} has no entry in the table of access`);
    }
  });
  app.addHook('onRequest', async (request) => {
    if (request.is404 || routeAccess(request) === 'public') return;
    // Node keeps the first of two headers; joined, they are refused as they should be.
    const distinct = request.raw.headersDistinct?.authorization?.join(', ');
    request.caller = await authenticate(distinct ?? request.headers.authorization);
  });
}

/** After the rate limit, so that refused calls count too. */
export function registerAuthorization(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const access = routeAccess(request);
    if (request.is404 || access === 'public' || access === 'any') return;
    if (!access?.some((role) => request.caller?.roles.has(role))) {
      throw new LapseError('forbidden', `This needs the role ${access?.join(' or ')}.`);
    }
  });
}

function routeAccess(request: FastifyRequest): ReturnType<typeof accessOf> {
  return accessOf(request.method, request.routeOptions.url ?? '');
}

export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new LapseError('unauthenticated', 'This request has no caller.');
  return request.caller;
}
