import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { EXPLORER_STYLE } from './explorer-style.ts';
import { MARK } from './look.ts';
import { completeDescription, DESCRIPTION } from './openapi.ts';
import { REFERENCE_PAGE, REFERENCE_START } from './reference-page.ts';
import { RequestBodies } from './request-bodies.ts';

/** Must come before the routes it describes. */
export async function registerDescription(app: FastifyInstance): Promise<void> {
  const bodies = new RequestBodies();
  await app.register(swagger, {
    openapi: DESCRIPTION,
    refResolver: {
      buildLocalReference: (json, _baseUri, _fragment, index) => String(json.$id ?? `def-${index}`),
    },
    transform: ({ schema, url, route }) => {
      bodies.note(route, url);
      return { schema, url };
    },
    transformObject: (document) =>
      completeDescription(
        'openapiObject' in document ? document.openapiObject : document.swaggerObject,
        bodies,
      ),
  });
}

/** The viewer would ask another host for it; without it nothing is shown in its place. */
const REDOC_LOGO = 'https://cdn.redoc.ly/redoc/logo-mini.svg';

/** The explorer and the reference viewer, with every file served from here. */
export async function registerDocs(app: FastifyInstance): Promise<void> {
  let openapi: string | undefined;
  app.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) => {
    openapi ??= JSON.stringify(app.swagger());
    return reply.type('application/json; charset=utf-8').send(openapi);
  });

  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: false,
    uiConfig: { validatorUrl: null, tryItOutEnabled: true, displayRequestDuration: true },
    theme: {
      title: 'Lapse API explorer',
      css: [{ filename: 'lapse.css', content: EXPLORER_STYLE }],
      favicon: [{ filename: 'lapse.svg', rel: 'icon', type: 'image/svg+xml', sizes: 'any', content: MARK }],
    },
  });

  const bundle = createRequire(import.meta.url).resolve('redoc/bundles/redoc.standalone.js');
  let redoc: string | undefined;
  app.get('/redoc', { schema: { hide: true } }, (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(REFERENCE_PAGE),
  );
  app.get('/redoc/lapse.svg', { schema: { hide: true } }, (_request, reply) =>
    reply.type('image/svg+xml').send(MARK),
  );
  app.get('/redoc/start.js', { schema: { hide: true } }, (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(REFERENCE_START),
  );
  app.get('/redoc/redoc.js', { schema: { hide: true } }, async (_request, reply) => {
    redoc ??= (await readFile(bundle, 'utf8')).replace(REDOC_LOGO, 'data:,');
    return reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(redoc);
  });
}
