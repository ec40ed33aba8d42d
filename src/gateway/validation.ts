import type { ValidateFunction } from 'ajv';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HookHandlerDoneFunction,
  RouteOptions,
} from 'fastify';
import type { Fault } from '../platform/errors.ts';
import { LapseError } from '../platform/errors.ts';
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
  { place: 'path', key: 'params', from: 'text' },
  { place: 'query', key: 'querystring', from: 'text' },
  { place: 'header', key: 'headers', from: 'text' },
  { place: 'body', key: 'body', from: 'body' },
] as const;

/** A query that no route describes is still checked: a mistyped filter must not return everything. */
const UNDESCRIBED = {
  params: {},
  querystring: { type: 'object', properties: {}, additionalProperties: false },
};

interface PartValidator {
  place: string;
  judgesItems: string | undefined;
  isOptional: boolean;
  read: (request: FastifyRequest) => unknown;
  /** Compiled when it is first needed. */
  validator: () => ValidateFunction;
}

/**
 * Fastify stops at the first part of a request that is wrong. A caller is better served by all faults at once,
 * so every route gets one hook that checks all parts, and Fastify's own validation is switched off.
 */
export function registerValidation(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const validators = compileParts(route);
    const existing = route.preValidation ? [route.preValidation].flat() : [];
    route.preValidation = [
      (request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction) => {
        const faults = validators.flatMap((validator) => check(validator, request));
        if (faults.length === 0) done();
        else done(new LapseError('invalid_request', summarise(faults), faults));
      },
      ...existing,
    ];
  });
}

function compileParts(route: RouteOptions): PartValidator[] {
  const schemas = (route.schema ?? {}) as Record<string, object | undefined>;
  return PARTS.flatMap(({ place, key, from }) => {
    const schema = schemas[key] ?? UNDESCRIBED[key as 'params'];
    if (!schema) return [];
    const property = key === 'querystring' ? 'query' : key;
    return [
      {
        place,
        judgesItems: place === 'body' ? route.config?.judgesItems : undefined,
        isOptional: route.config?.bodyIsOptional === true,
        read: (request: FastifyRequest) => request[property as 'query'],
        validator: once(() => compileSchema(schema, from)),
      },
    ];
  });
}

function check(part: PartValidator, request: FastifyRequest): Fault[] {
  const { place, read } = part;
  if (part.isOptional && request.body === undefined) request.body = {};
  const value = read(request);
  // A streamed body is checked line by line by its command.
  if (place === 'body' && isStream(value)) return [];
  if (place === 'body' && value === undefined) {
    return [{ loc: ['body'], msg: 'a JSON body is required', type: 'missing' }];
  }
  const unstorable = findUnstorable(
    part.judgesItems ? { ...(value as object), [part.judgesItems]: null } : value,
    [place],
  );
  if (place === 'query') unstorable.push(...undecodable(request));
  if (unstorable.length > 0) return unstorable;
  const validate = part.validator();
  if (validate(value)) return [];
  return (validate.errors ?? []).map((violation) => describeViolation(violation, [place]));
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
      const msg = 'expected percent-encoded UTF-8';
      return {
        loc: ['query', isDecodable(name) ? decodeURIComponent(name) : name],
        msg,
        type: 'bad_character',
      };
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

function summarise(faults: Fault[]): string {
  return faults.map((fault) => `${fault.loc.join('.')} ${fault.msg}`).join('; ');
}
