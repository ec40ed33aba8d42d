import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LapseError } from '../../platform/errors.ts';
import { PAGES } from '../openapi/pages.ts';
import type { TypedApp } from '../route-context.ts';

/** Beside the compiled service; when it runs from its sources, where the build puts it. */
function directory(): string | null {
  const candidates = ['../../dashboard', '../../../dist/dashboard'].map((relative) =>
    fileURLToPath(new URL(relative, import.meta.url)),
  );
  return candidates.find((candidate) => existsSync(path.join(candidate, 'index.html'))) ?? null;
}

/** Answers with a built file, or that there is none of that name. */
export type DashboardFiles = (reply: FastifyReply, name: string) => void;

/** Names of built files carry a hash of their content. */
const HASHED = /^assets\//;
/** What was compressed at build time is served in the place of these, never by its own name. */
const SERVED = /\.(html|js|css|svg|json)$/;

/** The built files, of which nothing else is ever served; null where they are not built. */
export async function registerDashboardFiles(app: FastifyInstance): Promise<DashboardFiles | null> {
  const root = directory();
  if (root === null) return null;
  await app.register(fastifyStatic, { root, serve: false, preCompressed: true, index: false });
  return (reply, name) => {
    if (!SERVED.test(name)) return reply.callNotFound();
    if (name === 'index.html') {
      reply.header('cache-control', 'no-cache');
      // Told that it has not changed, a browser would take the page that says that there is nothing for any other.
      const isPage = reply.statusCode === 200;
      return reply.sendFile(name, { cacheControl: false, etag: isPage, lastModified: isPage });
    }
    return HASHED.test(name)
      ? reply.sendFile(name, { maxAge: '1y', immutable: true })
      : reply.sendFile(name, { maxAge: '1h' });
  };
}

/** The address of a page keeps its filters; the page reads them, not the gateway. */
const ANY_FILTERS = { type: 'object', properties: {}, additionalProperties: true };

/** Below these are programs at work: what is not there is told to them as they expect it. */
const FOR_PROGRAMS = /^\/(v1|auth|dashboard|docs|redoc|metrics|openapi\.json|livez|readyz)(\/|$)/;

/** The page that says that there is nothing, for who opened the address in a browser; false for everybody else. */
export async function answerUnknownPage(
  files: DashboardFiles | null,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const { method, url, headers } = request;
  if ((method !== 'GET' && method !== 'HEAD') || FOR_PROGRAMS.test(url.split('?', 1)[0] as string))
    return false;
  reply.header('vary', 'accept');
  if (files === null || !isByPerson(headers.accept)) return false;
  files(reply.code(404), 'index.html');
  return true;
}

/** Browsers name HTML when somebody opens an address; programs name JSON, or nothing in particular. */
const isByPerson = (accept = ''): boolean =>
  /\btext\/html\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accept) && !/[/+]json\b/.test(accept);

export function dashboardRoutes(app: TypedApp, files: DashboardFiles | null): void {
  app.get<{ Params: { '*': string } }>('/dashboard/*', { schema: { hide: true } }, async (request, reply) => {
    const name = request.params['*'];
    if (files === null || name === 'index.html') reply.callNotFound();
    else files(reply, name);
    return reply;
  });

  for (const url of PAGES) {
    app.get(url, { schema: { hide: true, querystring: ANY_FILTERS } }, async (_request, reply) => {
      if (files !== null) {
        files(reply, 'index.html');
        return reply;
      }
      throw new LapseError(
        'not_found',
        'The dashboard is not built: `npm run build` does that. The API is at /docs.',
      );
    });
  }
}
