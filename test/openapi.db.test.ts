import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from './support/app.ts';
import { resolveResponse } from './support/contract.ts';

interface Operation {
  operationId?: string;
  summary?: string;
  tags?: string[];
  parameters?: { name: string; in: string; description?: string; schema?: object; example?: unknown }[];
  responses: Record<
    string,
    {
      description?: string;
      headers?: Record<string, unknown>;
      content?: Record<string, { example?: unknown; schema?: { examples?: unknown[]; $ref?: string } }>;
    }
  >;
  requestBody?: { content: Record<string, { schema?: object; example?: unknown }> };
}

let service: TestApp;
let operations: { name: string; method: string; path: string; operation: Operation }[];

beforeAll(async () => {
  service = await createTestApp();
  const { paths, components } = service.app.swagger() as unknown as {
    paths: Record<string, Record<string, Operation>>;
    components: Parameters<typeof resolveResponse>[0]['components'];
  };
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    for (const [status, response] of Object.entries(operation.responses)) {
      operation.responses[status] = resolveResponse(
        { components },
        response,
      ) as (typeof operation.responses)[string];
    }
  }
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method} ${path}`,
      method,
      path,
      operation,
    })),
  );
});
afterAll(() => service.close());

describe('openapi.json', () => {
  test('is OpenAPI 3.1 and holds every route under /v1', () => {
    expect((service.app.swagger() as { openapi: string }).openapi).toBe('3.1.0');
    const described = new Set(
      operations.map(({ method, path }) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    );
    const served = service.app.routeTable.routes
      .filter((route) => route.url.startsWith('/v1/') && route.method !== 'HEAD')
      .map((route) => `${route.method} ${route.url}`);
    expect(served.filter((route) => !described.has(route))).toEqual([]);
    expect(served.length).toBeGreaterThan(7);
  });

  test('every operation has a summary, a tag, and answers with descriptions, headers and examples', () => {
    for (const { name, operation } of operations) {
      expect([name, typeof operation.summary, operation.tags?.length]).toEqual([name, 'string', 1]);
      for (const [status, response] of Object.entries(operation.responses)) {
        const where = `${name} ${status}`;
        expect([where, response.description]).not.toEqual([where, 'Default Response']);
        expect([where, Object.keys(response.headers ?? {})]).toEqual([
          where,
          expect.arrayContaining(['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']),
        ]);
        // 304 has nothing to show.
        if (!response.content) continue;
        // JSON comes first wherever there is any.
        const [content] = Object.values(response.content ?? {});
        expect([where, content?.example]).not.toEqual([where, undefined]);
      }
    }
  });

  test('every parameter is described with an example', () => {
    for (const { name, operation } of operations) {
      for (const parameter of operation.parameters ?? []) {
        const where = `${name} ${parameter.name}`;
        expect([where, typeof parameter.description]).toEqual([where, 'string']);
        if (parameter.name === 'cursor') continue;
        const example = parameter.example ?? (parameter.schema as { examples?: unknown[] }).examples?.[0];
        expect([where, example]).not.toEqual([where, undefined]);
      }
    }
  });

  test('every POST takes Idempotency-Key', () => {
    for (const { name, method, operation } of operations) {
      if (method !== 'post') continue;
      expect([name, operation.parameters?.some((parameter) => parameter.name === 'Idempotency-Key')]).toEqual(
        [name, true],
      );
      const types = Object.keys(operation.requestBody?.content ?? {}).filter((type) => type !== 'text/csv');
      expect([name, types.length]).toEqual([name, name === 'post /v1/csv/preview' ? 0 : 1]);
    }
  });

  test('every operation has an operationId of its own that reads like a function', () => {
    const ids = operations.map(({ operation }) => operation.operationId as string);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z]+([A-Z][a-z]+)*$/);
    const { paths } = service.app.swagger() as unknown as {
      paths: Record<string, Record<string, Operation>>;
    };
    const idOf = (method: string, path: string) => paths[path]?.[method]?.operationId;
    expect(idOf('get', '/v1/principals')).toBe('listPrincipals');
    expect(idOf('get', '/v1/principals/{id}')).toBe('getPrincipal');
    expect(idOf('post', '/v1/reviews')).toBe('createReview');
    expect(idOf('post', '/v1/reviews/{id}/decide')).toBe('decideReview');
    expect(idOf('post', '/v1/webhooks/{id}/deliveries/{delivery_id}/redeliver')).toBe(
      'redeliverWebhookDelivery',
    );
  });

  test('every example is an example of its schema', () => {
    const document = JSON.parse(JSON.stringify(service.app.swagger()));
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    (addFormatsModule as unknown as (ajv: Ajv2020) => void)(ajv);
    ajv.addSchema({ ...document, $id: 'lapse' });
    let checked = 0;
    const wrong: string[] = [];
    const check = (pointer: string, value: unknown): void => {
      checked += 1;
      const validate = ajv.compile({ $ref: `lapse#${pointer}` });
      if (!validate(value)) wrong.push(`${pointer}: ${ajv.errorsText(validate.errors)}`);
    };
    const look = (node: unknown, pointer: string): void => {
      if (node === null || typeof node !== 'object') return;
      const { schema, example, examples } = node as {
        schema?: object;
        example?: unknown;
        examples?: unknown;
      };
      const isLines = pointer.includes('/requestBody/') && /ndjson$/.test(pointer);
      if (schema && example !== undefined) {
        const values = isLines
          ? String(example)
              .trim()
              .split('\n')
              .map((line) => JSON.parse(line))
          : [example];
        for (const value of values) check(`${pointer}/schema`, value);
      }
      if (Array.isArray(examples)) for (const value of examples) check(pointer, value);
      for (const [key, value] of Object.entries(node)) {
        if (key === 'example' || key === 'examples') continue;
        look(value, `${pointer}/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`);
      }
    };
    look(document.paths, '/paths');
    look(document.components, '/components');
    expect(wrong).toEqual([]);
    expect(checked).toBeGreaterThan(500);
  });
});
