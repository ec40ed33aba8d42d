import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';

interface Description {
  paths: Record<string, Record<string, { responses: Record<string, ResponseDescription> }>>;
  components: { schemas: Record<string, object>; responses: Record<string, ResponseDescription> };
}
interface ResponseDescription {
  $ref?: string | undefined;
  content?: Record<string, { schema?: object }> | undefined;
  headers?: Record<string, unknown> | undefined;
}

const validators = new Map<string, ValidateFunction>();

/** Throws when an answer of a described path is not one that the description promises. */
export function requireDescribed(
  app: FastifyInstance,
  request: InjectOptions,
  response: LightMyRequestResponse,
): void {
  const description = app.swagger() as unknown as Description;
  const method = (request.method ?? 'GET').toLowerCase();
  const path = String(request.url).split('?', 1)[0] ?? '';
  const found = Object.entries(description.paths).find(([pattern]) => patternOf(pattern).test(path));
  const operation = found?.[1][method];
  // Unknown paths, other methods and addresses that are not even addresses are nobody's operation.
  if (!found || !operation || /%(?![0-9a-f]{2})/i.test(path)) return;
  const where = `${method.toUpperCase()} ${found[0]} ${response.statusCode}`;
  const described = resolveResponse(description, operation.responses[response.statusCode]);
  if (!described) throw new Error(`${where} is not in the description`);
  const type = String(response.headers['content-type']).split(';', 1)[0] ?? '';
  const content = described.content?.[type];
  if (!content) throw new Error(`${where} has the type ${type}, which is not in the description`);
  if (!content.schema || !/[/+]json$/.test(type)) return;
  const validate = validatorFor(`${where} ${type}`, content.schema, description.components);
  if (!validate(response.json())) {
    throw new Error(
      `${where} does not match its description: ${JSON.stringify(validate.errors)} in ${response.body}`,
    );
  }
}

export function resolveResponse(
  { components }: Pick<Description, 'components'>,
  response: ResponseDescription | undefined,
): ResponseDescription | undefined {
  return response?.$ref ? components.responses[response.$ref.split('/').at(-1) as string] : response;
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}$`);
}

function validatorFor(key: string, schema: object, components: object): ValidateFunction {
  let validate = validators.get(key);
  if (!validate) {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    (addFormatsModule as unknown as (ajv: Ajv2020) => void)(ajv);
    validate = ajv.compile({ ...closed(schema), components: closed(components) });
    validators.set(key, validate);
  }
  return validate;
}

/** A field that is sent but not described is a fault of the description too. */
function closed<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(closed) as T;
  if (schema === null || typeof schema !== 'object') return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  if (copy.type === 'object' && copy.properties) copy.additionalProperties ??= false;
  return copy as T;
}
