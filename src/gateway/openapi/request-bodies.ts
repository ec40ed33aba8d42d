import type { RouteOptions } from 'fastify';

type Json = Record<string, unknown>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How a body is described that is not checked as a whole before its route runs: each of its items is, by itself. */
    describedBody?: Json;
  }
}

const ndjsonBody = (schema: Json, lines: object[]): Json => ({
  required: true,
  description: 'One JSON object per line.',
  content: {
    'application/x-ndjson': { schema, example: lines.map((line) => `${JSON.stringify(line)}\n`).join('') },
  },
});

/** Lines of JSON, or a table that says the same. */
export const ndjsonOrCsvBody = (schema: Json, lines: object[], csv: string): Json => {
  const { content, ...ndjson } = ndjsonBody(schema, lines) as { content: Json };
  return {
    ...ndjson,
    description: 'One JSON object per line, or CSV in UTF-8 with a line of column names.',
    content: { ...content, ...(csvBody(csv).content as Json) },
  };
};

export const csvBody = (example: string): Json => ({
  required: true,
  description: 'CSV in UTF-8 with a line of column names.',
  content: { 'text/csv': { schema: { type: 'string' }, example } },
});

export const jsonBody = (schema: Json, example: unknown): Json => ({
  required: true,
  content: { 'application/json': { schema, example } },
});

/** What routes say of their bodies besides a schema, by operation. */
export class RequestBodies {
  readonly #configs = new Map<string, NonNullable<RouteOptions['config']>>();

  note({ method, config }: Pick<RouteOptions, 'method' | 'config'>, url: string): void {
    const path = url.replace(/:(\w+)/g, '{$1}');
    for (const each of [method].flat()) if (config) this.#configs.set(`${each} ${path}`, config);
  }

  describe(method: string, path: string, body: Json | undefined): Json | undefined {
    const { describedBody = body, bodyIsOptional } =
      this.#configs.get(`${method.toUpperCase()} ${path}`) ?? {};
    return describedBody && bodyIsOptional ? { ...describedBody, required: false } : describedBody;
  }
}
