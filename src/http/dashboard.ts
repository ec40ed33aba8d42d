import type { FastifyReply, FastifyRequest } from 'fastify';
import { LapseError } from '../domain/errors.ts';
import { type DashboardFile, openDashboardFiles } from './dashboard-files.ts';
import { PAGES } from './pages.ts';
import type { TypedApp } from './route-context.ts';

/** Names of built files carry a hash of their content. */
const HASHED = /^assets\//;
const YEAR_S = 31_536_000;

/** The address of a page keeps its filters; the page reads them, not the gateway. */
const ANY_FILTERS = { type: 'object', properties: {}, additionalProperties: true };

export async function dashboardRoutes(app: TypedApp): Promise<void> {
  const files = await openDashboardFiles();

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
  reply.type(type).header('cache-control', cache).header('vary', 'accept-encoding');
  if (encoding) reply.header('content-encoding', encoding);
  return reply.send(encoding ? encoded[encoding] : bytes);
}
