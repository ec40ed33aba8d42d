import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { VERSION } from '../../platform/version.ts';
import { accessOf } from '../access.ts';
import { INTRODUCTION } from './introduction.ts';
import { operationId } from './operation-id.ts';
import type { RequestBodies } from './request-bodies.ts';
import { type CodeSample, codeSamples } from './samples.ts';

type Json = Record<string, unknown>;
type Document = { components: { schemas: Record<string, NamedSchema> } };
type Operation = {
  operationId?: string;
  parameters?: Json[];
  responses: Record<string, Json>;
  requestBody?: Json;
  description?: string;
  security?: Json[];
  'x-codeSamples'?: CodeSample[];
};

export const DESCRIPTION: NonNullable<FastifyDynamicSwaggerOptions['openapi']> = {
  openapi: '3.1.0',
  info: {
    title: 'Lapse',
    version: VERSION,
    description: INTRODUCTION,
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  servers: [{ url: '/', description: 'This gateway' }],
  tags: [
    { name: 'directory', description: 'Principals, assets and the grants that link them' },
    { name: 'events', description: 'Uses of access, as the platforms report them' },
    { name: 'scores', description: 'How stale access is, why, since when and until when' },
    { name: 'reviews', description: 'Questions about stale access, their answers, and campaigns of them' },
    { name: 'policy', description: 'The numbers that scores, reviews and remediations follow' },
    { name: 'remediations', description: 'The remediation of revoked access, its guards and its reversal' },
    { name: 'notifications', description: 'Messages to people about reviews: e-mail, Slack, Teams' },
    { name: 'reports', description: 'Documents for auditors, made by workers' },
    { name: 'audit', description: 'What happened, and the proof that it was not altered' },
    { name: 'connectors', description: 'Platforms that are connected live' },
    { name: 'scim', description: 'Tokens with which identity providers push people and groups to /scim/v2' },
    { name: 'views', description: 'Saved views of the lists of the dashboard, own and shared' },
    { name: 'jobs', description: 'Work that goes on after its request was answered' },
    { name: 'session', description: 'Who is calling' },
    { name: 'health', description: 'For people, load balancers and orchestrators' },
  ],
  components: {
    securitySchemes: {
      bearer: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description: 'Access token of the tenant.',
      },
    },
  },
};

const header = (description: string, type: string, example: unknown): Json => ({
  description,
  schema: { type },
  example,
});

const RATE_HEADERS: Json = {
  'X-RateLimit-Limit': header('Requests per minute in this category.', 'integer', 300),
  'X-RateLimit-Remaining': header('Requests left in this window.', 'integer', 299),
  'X-RateLimit-Reset': header('Unix seconds at which the window renews.', 'integer', 1769851860),
  'RateLimit-Policy': header('The same policy as a structured field.', 'string', '"reads";q=300;w=60'),
  RateLimit: header('The state of the window as a structured field.', 'string', '"reads";r=299;t=60'),
  'X-Request-Id': header('Names this request in the log.', 'string', '0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f'),
};

const ERROR_SCHEMAS: Json = {
  Error: {
    type: 'object',
    required: ['detail'],
    properties: { detail: { type: 'string' } },
    examples: [{ detail: 'There is no principal with this id.' }],
  },
  ValidationError: {
    type: 'object',
    required: ['detail'],
    properties: {
      detail: {
        type: 'array',
        items: {
          type: 'object',
          required: ['loc', 'msg', 'type'],
          properties: {
            loc: {
              type: 'array',
              items: { type: ['string', 'integer'] },
              description: 'Where: path, query, header or body, then the field.',
            },
            msg: { type: 'string' },
            type: { type: 'string' },
          },
        },
      },
    },
    examples: [
      { detail: [{ loc: ['query', 'limit'], msg: 'expected a number <= 100', type: 'out_of_range' }] },
    ],
  },
  RateLimitError: {
    type: 'object',
    required: ['detail', 'retry_after'],
    properties: { detail: { type: 'string' }, retry_after: { type: 'integer', description: 'Seconds.' } },
    examples: [
      { detail: 'The tenant has used its requests for this minute; try again in 12 s.', retry_after: 12 },
    ],
  },
  Problem: {
    type: 'object',
    description: 'RFC 9457, for requests that accept application/problem+json.',
    required: ['type', 'title', 'status', 'detail', 'code'],
    properties: {
      type: { type: 'string' },
      title: { type: 'string' },
      status: { type: 'integer' },
      detail: { type: 'string' },
      code: { type: 'string', description: 'Stable and machine-readable.' },
      instance: { type: 'string' },
      errors: { type: 'array', items: { type: 'object' } },
      retry_after: { type: 'integer' },
    },
    examples: [
      {
        type: 'about:blank',
        title: 'Not found',
        status: 404,
        detail: 'There is no principal with this id.',
        code: 'not_found',
        instance: 'urn:uuid:0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f',
      },
    ],
  },
};

/** Headers are described once and referred to, or the document would consist of little else. */
const headerRefs = (headers: Json): Json =>
  Object.fromEntries(Object.keys(headers).map((name) => [name, { $ref: `#/components/headers/${name}` }]));

function errorResponse(description: string, schema: string, example: unknown, headers: Json = {}): Json {
  return {
    description,
    headers: headerRefs({ ...RATE_HEADERS, ...headers }),
    content: {
      'application/json': { schema: { $ref: `#/components/schemas/${schema}` }, example },
      'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
    },
  };
}

const WWW_AUTHENTICATE = {
  'WWW-Authenticate': header('What is wrong with the token.', 'string', 'Bearer error="invalid_token"'),
};
const RETRY_AFTER = { 'Retry-After': header('Seconds to wait.', 'integer', 12) };

const plainError = (description: string, detail: string, headers: Json = {}): Json =>
  errorResponse(description, 'Error', { detail }, headers);

const ERROR_RESPONSES: Record<string, Json> = {
  '400': errorResponse('The request is not valid; every fault is listed.', 'ValidationError', {
    detail: [{ loc: ['query', 'limit'], msg: 'expected a number <= 100', type: 'out_of_range' }],
  }),
  '401': plainError(
    'The token is missing or not valid.',
    'The request has no bearer token.',
    WWW_AUTHENTICATE,
  ),
  '403': plainError('The token lacks the role.', 'This needs the role service.admin.'),
  '404': plainError('It does not exist.', 'There is no principal with this id.'),
  '409': plainError(
    'A conflict with what exists, or with the Idempotency-Key.',
    'This Idempotency-Key was used for a request with another body or query; use a new key.',
  ),
  '413': plainError('The body is too large.', 'The body is larger than 1 MiB.'),
  '415': plainError(
    'The content type is not taken here.',
    'This path takes NDJSON: send Content-Type: application/x-ndjson.',
  ),
  '416': plainError(
    'The range begins after the end of the file.',
    'The file has 184213 bytes; the range begins after them.',
  ),
  '429': errorResponse(
    'The tenant has used its requests for this minute, or too many of its events wait to be applied.',
    'RateLimitError',
    { detail: 'The tenant has used its requests for this minute; try again in 12 s.', retry_after: 12 },
    RETRY_AFTER,
  ),
  '500': plainError(
    'An unexpected failure.',
    'An unexpected failure happened on our side; please report request 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f.',
  ),
  '503': plainError(
    'The database or the identity provider cannot be reached at the moment.',
    'The database cannot be reached at the moment; try again shortly.',
    RETRY_AFTER,
  ),
};

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes a repeat harmless for 24 hours: the first answer is given again, with Idempotency-Replayed: true. Another body under the same key is 409.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  example: '0b9f2f5e-6d1c-4b1e-9c55-2f6f0a1d7c11',
};

/** What must not happen twice, whoever sends it. */
const NEEDS_KEY: ReadonlySet<string> = new Set(['/v1/reviews/{id}/decide', '/v1/reviews/groups/decide']);

/** What all operations share is written once, here, instead of in every route. */
// biome-ignore lint/suspicious/noExplicitAny: the plugin's document types do not cover OpenAPI 3.1.
export function completeDescription(document: any, bodies: RequestBodies): any {
  // Shown by the reference viewer.
  document.info['x-logo'] = { url: '/redoc/lapse.svg', altText: 'Lapse', href: '/' };
  document.components = document.components ?? {};
  document.components.schemas = { ...document.components.schemas, ...ERROR_SCHEMAS };
  document.components.headers = { ...RATE_HEADERS, ...WWW_AUTHENTICATE, ...RETRY_AFTER };
  document.components.responses = Object.fromEntries(
    Object.entries(ERROR_RESPONSES).map(([status, response]) => [`Error${status}`, response]),
  );
  for (const [path, methods] of Object.entries(document.paths as Record<string, Record<string, Operation>>)) {
    for (const [method, operation] of Object.entries(methods))
      completeOperation(document, bodies, path, method, operation);
  }
  return document;
}

interface NamedSchema {
  $ref?: string;
  examples?: unknown[];
}

/** What is named in the body, or by the caller, may not be there either. */
const NOT_FOUND_WITHOUT_ID: ReadonlySet<string> = new Set([
  '/v1/reviews',
  '/v1/views',
  '/v1/notifications/settings',
]);

function resolveSchema(document: Document, schema: NamedSchema | undefined): NamedSchema | undefined {
  return schema?.$ref ? document.components.schemas[schema.$ref.split('/').at(-1) as string] : schema;
}

function completeOperation(
  document: Document,
  bodies: RequestBodies,
  path: string,
  method: string,
  operation: Operation,
): void {
  const access = accessOf(method.toUpperCase(), path.replace(/\{(\w+)\}/g, ':$1'));
  const isPublic = access === 'public';
  operation.operationId = operationId(method, path);
  operation.security = isPublic ? [] : [{ bearer: [] }];
  if (Array.isArray(access)) {
    const needs = `Needs the role ${access.join(' or ')}.`;
    operation.description = [operation.description, needs].filter(Boolean).join('\n\n');
  }
  // A parameter with a default is always there for the route, and never required of the caller.
  for (const parameter of operation.parameters ?? []) {
    if ((parameter.schema as { default?: unknown } | undefined)?.default !== undefined)
      parameter.required = false;
  }
  const takesBody = ['post', 'put', 'patch'].includes(method);
  if (method === 'post') {
    const required = NEEDS_KEY.has(path);
    const schema = required ? { type: 'string', format: 'uuid' } : IDEMPOTENCY_KEY.schema;
    operation.parameters = [...(operation.parameters ?? []), { ...IDEMPOTENCY_KEY, required, schema }];
  }
  const body = bodies.describe(method, path, operation.requestBody);
  if (body) operation.requestBody = body;
  for (const response of Object.values(operation.responses)) {
    response.headers = headerRefs(RATE_HEADERS);
    if (response.description === 'Default Response') response.description = 'Success.';
    for (const content of Object.values((response.content ?? {}) as Record<string, Json>)) {
      const schema = resolveSchema(document, content.schema as NamedSchema | undefined);
      if (schema?.examples?.[0] !== undefined) content.example = schema.examples[0];
    }
  }
  const { parameters = [], requestBody, responses } = operation;
  const sampled = { method, path, parameters, requestBody, responses, is_public: isPublic };
  operation['x-codeSamples'] = codeSamples(sampled);
  // Everywhere: with authentication off, what does not come from this machine is refused.
  const errors = ['400', '403', '500', '503'];
  if (!isPublic) errors.push('401', '429');
  // What a log that has not begun does not have yet is not found either.
  if (path.includes('{') || path.startsWith('/v1/audit/') || NOT_FOUND_WITHOUT_ID.has(path))
    errors.push('404');
  if (takesBody || method === 'delete') errors.push('409');
  if (path.endsWith('/download')) errors.push('409', '416');
  if (takesBody) errors.push('413', '415');
  for (const status of errors.sort()) {
    operation.responses[status] ??= { $ref: `#/components/responses/Error${status}` };
  }
}
