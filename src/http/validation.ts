import type { ValidateFunction } from 'ajv';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HookHandlerDoneFunction,
  RouteOptions,
} from 'fastify';
import type { Fault } from '../domain/errors.ts';
import { LapseError } from '../domain/errors.ts';
import { describeViolation, findNul } from '../domain/faults.ts';
import { compileSchema, once } from './schema-compiler.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** No body is as good as an empty object. */
    bodyIsOptional?: boolean;
    /** The body holds items that the command judges one by one, also for characters that cannot be stored. */
    judgesItems?: boolean;
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
const NO_PARAMETERS = { type: 'object', properties: {}, additionalProperties: false };

interface PartValidator {
  place: string;
  looksForNul: boolean;
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
    const schema = schemas[key] ?? (key === 'querystring' ? NO_PARAMETERS : undefined);
    if (!schema) return [];
    const property = key === 'querystring' ? 'query' : key;
    return [
      {
        place,
        looksForNul: !(place === 'body' && route.config?.judgesItems),
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
  const nulFaults = part.looksForNul ? findNul(value, [place]) : [];
  if (nulFaults.length > 0) return nulFaults;
  const validate = part.validator();
  if (validate(value)) return [];
  return (validate.errors ?? []).map((violation) => describeViolation(violation, [place]));
}

function isStream(value: unknown): boolean {
  return typeof (value as { pipe?: unknown } | undefined)?.pipe === 'function';
}

function summarise(faults: Fault[]): string {
  return faults.map((fault) => `${fault.loc.join('.')} ${fault.msg}`).join('; ');
}
