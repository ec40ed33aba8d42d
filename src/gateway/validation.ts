import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HookHandlerDoneFunction,
  RouteOptions,
} from 'fastify';
import { type Fault, invalidRequest } from '../platform/errors.ts';
import { describeViolation } from '../platform/faults.ts';
import { findUnstorable } from '../platform/unstorable.ts';
import { compileSchema, once } from './openapi/schema-compiler.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** No body is as good as an empty object. */
    bodyIsOptional?: boolean;
    /** The field of the body whose items the command judges one by one, also for what cannot be stored. */
    judgesItems?: string;
  }
}

/** Where a value came from: the first part of a fault's `loc`. */
const PARTS = [
  { place: 'path', key: 'params', property: 'params', from: 'text' },
  { place: 'query', key: 'querystring', property: 'query', from: 'text' },
  { place: 'header', key: 'headers', property: 'headers', from: 'text' },
  { place: 'body', key: 'body', property: 'body', from: 'body' },
] as const;

/** A query that no route describes is still checked: a mistyped filter must not return everything. */
const UNDESCRIBED = {
  params: {},
  querystring: { type: 'object', properties: {}, additionalProperties: false },
};

/**
 * Fastify stops at the first part of a request that is wrong. A caller is better served by all faults at once,
 * so every route gets one hook that checks all parts, and Fastify's own validation is switched off.
 */
export function registerValidation(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const checks = checksOf(route);
    const existing = route.preValidation ? [route.preValidation].flat() : [];
    route.preValidation = [
      (request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction) => {
        const faults = checks.flatMap((check) => check(request));
        if (faults.length === 0) done();
        else done(invalidRequest(faults));
      },
      ...existing,
    ];
  });
}

/** What is wrong with each part of a request of this route. Its schema is compiled when it is first needed. */
function checksOf(route: RouteOptions): ((request: FastifyRequest) => Fault[])[] {
  const schemas = (route.schema ?? {}) as Record<string, object | undefined>;
  const { judgesItems, bodyIsOptional } = route.config ?? {};
  return PARTS.flatMap(({ place, key, property, from }) => {
    const schema = schemas[key] ?? UNDESCRIBED[key as 'params'];
    if (!schema) return [];
    const validator = once(() => compileSchema(schema, from));
    return (request: FastifyRequest): Fault[] => {
      if (bodyIsOptional && request.body === undefined) request.body = {};
      const value = request[property];
      // A streamed body is checked line by line by its command.
      if (place === 'body' && isStream(value)) return [];
      if (place === 'body' && value === undefined) {
        return [{ loc: ['body'], msg: 'a JSON body is required', type: 'missing' }];
      }
      const isJudged = place === 'body' && judgesItems !== undefined;
      const unstorable = findUnstorable(isJudged ? { ...(value as object), [judgesItems]: null } : value, [
        place,
      ]);
      if (place === 'query') unstorable.push(...undecodable(request));
      if (unstorable.length > 0) return unstorable;
      const validate = validator();
      if (validate(value)) return [];
      return (validate.errors ?? []).map((violation) => describeViolation(violation, [place]));
    };
  });
}

/** Parameters that are not UTF-8 would be read as the text of their encoding. */
function undecodable({ url }: FastifyRequest): Fault[] {
  const at = url.indexOf('?');
  if (at === -1 || !url.includes('%', at)) return [];
  return url
    .slice(at + 1)
    .split('&')
    .filter((pair) => !isDecodable(pair))
    .map((pair) => {
      const [name = ''] = pair.split('=', 1);
      const loc = ['query', isDecodable(name) ? decodeURIComponent(name) : name];
      return { loc, msg: 'expected percent-encoded UTF-8', type: 'bad_character' };
    });
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function isStream(value: unknown): boolean {
  return typeof (value as { pipe?: unknown } | undefined)?.pipe === 'function';
}
