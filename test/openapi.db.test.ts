import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from './support/app.ts';
import { resolveResponse } from './support/contract.ts';

interface Operation {
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
      expect([name, Object.keys(operation.requestBody?.content ?? {}).length]).toEqual([name, 1]);
    }
  });
});
