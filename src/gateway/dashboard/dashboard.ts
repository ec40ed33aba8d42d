import type { FastifyReply, FastifyRequest } from 'fastify';
import { LapseError } from '../../platform/errors.ts';
import { PAGES } from '../openapi/pages.ts';
import type { TypedApp } from '../route-context.ts';
import type { DashboardFile, DashboardFiles } from './dashboard-files.ts';

/** Names of built files carry a hash of their content. */
const HASHED = /^assets\//;
const YEAR_S = 31_536_000;

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
  const page = isByPerson(headers.accept) ? await files?.('index.html') : null;
  reply.header('vary', 'accept');
  if (page) send(request, reply.code(404), page, 'no-cache');
  return Boolean(page);
}

/** Browsers name HTML when somebody opens an address; programs name JSON, or nothing in particular. */
const isByPerson = (accept = ''): boolean =>
  /\btext\/html\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accept) && !/[/+]json\b/.test(accept);

export function dashboardRoutes(app: TypedApp, files: DashboardFiles | null): void {
  app.get<{ Params: { '*': string } }>('/dashboard/*', { schema: { hide: true } }, async (request, reply) => {
    const name = request.params['*'];
    const file = name === 'index.html' ? null : await files?.(name);
    if (!file) throw new LapseError('not_found', `There is no file ${name} in the dashboard.`);
    const cache = HASHED.test(name) ? `public, max-age=${YEAR_S}, immutable` : 'public, max-age=3600';
    return send(request, reply, file, cache);
  });

  for (const url of PAGES) {
    app.get(url, { schema: { hide: true, querystring: ANY_FILTERS } }, async (request, reply) => {
      const page = await files?.('index.html');
      if (page) return send(request, reply, page, 'no-cache');
      throw new LapseError(
        'not_found',
        'The dashboard is not built: `npm run build` does that. The API is at /docs.',
      );
    });
  }
}

function send(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { type, bytes, encoded }: DashboardFile,
  cache: string,
): FastifyReply {
  const accepted = headers['accept-encoding'] ?? '';
  const encoding = (['br', 'gzip'] as const).find(
    (name) => encoded[name] && new RegExp(`\\b${name}\\b(?!;q=0(\\.0+)?(,|$))`).test(accepted),
  );
  const vary = [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', ');
  reply.type(type).headers({ 'cache-control': cache, vary });
  if (encoding) reply.header('content-encoding', encoding);
  return reply.send(encoding ? encoded[encoding] : bytes);
}
