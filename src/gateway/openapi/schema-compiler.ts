import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormatsModule from 'ajv-formats';
import type { FastifyServerOptions } from 'fastify';

// The package is CommonJS whose default export is the module object under strict ESM resolution.
const addFormats = addFormatsModule as unknown as (ajv: Ajv, formats: string[]) => void;

const FORMATS = ['date-time', 'email', 'uri', 'uuid'];

/** Bodies are never coerced: "5" is not a number there. */
const bodyAjv = new Ajv({ allErrors: true, useDefaults: true, strict: false });
/** Query strings and paths carry only text, so numbers must be read from it. */
const textAjv = new Ajv({ allErrors: true, useDefaults: true, coerceTypes: true, strict: false });
for (const ajv of [bodyAjv, textAjv]) addFormats(ajv, FORMATS);

export function compileSchema(schema: object, from: 'body' | 'text'): ValidateFunction {
  return (from === 'body' ? bodyAjv : textAjv).compile(schema);
}

/**
 * Compiling the schemas of all routes took most of a start; a route's are compiled when it is first called, which takes
 * some milliseconds then.
 */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** As Fastify's own, but each serializer is compiled when it is first needed. */
export const buildSerializer: ReturnType<typeof SerializerSelector> = (schemas, options) => {
  const compile = SerializerSelector()(schemas, options);
  return (route) => {
    const serializer = once(() => compile(route));
    return (data) => serializer()(data);
  };
};

type Compilers = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>;

/** Requests are checked by a hook of our own. Fastify would prepare a validator for every route, most of a second in all. */
export const buildValidator = (() => () => () => true) as unknown as NonNullable<Compilers['buildValidator']>;
