import type { InjectOptions } from 'fastify';

/** Requests that nobody should send, derived from the API's description: most are nearly right, which goes deepest. */

export interface Description {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}
interface Operation {
  parameters?: { name: string; in: string; schema?: Schema }[];
  requestBody?: { content: Record<string, { schema?: Schema }> };
}
type Schema = { [key: string]: unknown } & {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
  examples?: unknown[];
  example?: unknown;
};

export interface MalformedRequest extends InjectOptions {
  operation: string;
}

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e\u0627\u0644',
  '💥'.repeat(50),
  'x'.repeat(5_000),
  "'; DROP TABLE principals; --",
  '$1',
  '%',
  '%00',
  '..',
  '../../v1/audit',
  '\r\nX-Injected: 1',
  '__proto__',
  'constructor',
  'null',
  'undefined',
  'NaN',
  '-1',
  '1e400',
  '9'.repeat(400),
  '2026-02-30T00:00:00Z',
  '2026-13-45T99:99:99Z',
  '0000-01-01T00:00:00Z',
  '+275760-09-13T00:00:00.000Z',
  '9999-12-31T23:59:59.999999999Z',
  '294277-01-01T00:00:00Z',
  '00000000-0000-0000-0000-000000000000',
  '[object Object]',
  '*',
  '/'.repeat(50),
  'https://169.254.169.254/latest',
  'file:///etc/passwd',
  '* * * * *',
  '99 99 99 99 99',
];
const NUMBERS = [
  0,
  -0,
  -1,
  1,
  0.5,
  101,
  501,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53 + 2,
  Number.MAX_VALUE,
  Number.MIN_VALUE,
];
/** What JSON.stringify cannot write. */
const RAW_BODIES = [
  '',
  ' ',
  '{',
  '[',
  '"',
  '{"a":}',
  '{"a":1,}',
  '[1,2',
  'nul',
  '\ufeff{}',
  '{"a":1}{"b":2}',
  '{"a":1e999}',
  '{"decision":"CONFIRM","decision":"REVOKE","justification":"twice"}',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"admin":true}}}',
  '"\\ud800"',
  `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
  `{"a":${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}}`,
  '\u0000',
  Buffer.from([0xff, 0xfe, 0x00, 0x7b]),
  Buffer.from([0x22, 0xc3, 0x28, 0x22]),
];
const HEADERS: Record<string, string[]> = {
  'idempotency-key': ['', ' ', 'x'.repeat(300), 'ключ', 'a b', 'same-key', '\t'],
  'content-type': [
    '',
    'text/plain',
    'application/xml',
    'application/json; charset=utf-16',
    'x',
    'a/b/c',
    ';',
  ],
  accept: ['', 'text/html', 'application/problem+json', '*/*;q=2', ';;;', 'x'.repeat(2_000)],
  range: ['bytes=-', 'bytes=9999999999-', 'bytes=5-1', 'bytes=0-0,5-9', 'items=1', 'bytes=-0'],
  'if-none-match': ['*', '"', 'W/"x"'],
  traceparent: ['00-0-0-0', 'x', '00-00000000000000000000000000000000-0000000000000000-01'],
  'content-encoding': ['gzip', 'br', 'x'],
};

export class MalformedRequests {
  readonly #random: () => number;
  readonly #schemas: Record<string, Schema>;
  readonly #operations: { method: string; path: string; operation: Operation }[];
  readonly #ids: readonly string[];

  /** `ids` exist, some of them in the other tenant. */
  constructor(description: Description, ids: readonly string[], seed: number) {
    this.#random = randomFrom(seed);
    this.#schemas = description.components.schemas;
    this.#ids = ids;
    this.#operations = Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        operation,
      })),
    );
  }

  /** Every operation in turn, so that each gets its share. */
  *make(count: number): Generator<MalformedRequest> {
    for (let i = 0; i < count; i += 1) {
      const { method, path, operation } = this.#operations[i % this.#operations.length] as {
        method: string;
        path: string;
        operation: Operation;
      };
      yield { operation: `${method} ${path}`, ...this.#request(method, path, operation) };
    }
  }

  #request(method: string, path: string, operation: Operation): InjectOptions {
    const url = path.replace(/\{\w+\}/g, () =>
      this.#chance(0.6) ? this.#pick(this.#ids) : encodeURIComponent(wellFormed(this.#text())),
    );
    const query = this.#query(operation);
    const headers: Record<string, string> = {};
    for (const [name, values] of Object.entries(HEADERS)) {
      if (this.#chance(0.06)) headers[name] = headerSafe(this.#pick(values));
    }
    const content = Object.entries(operation.requestBody?.content ?? {})[0];
    const request = { method, url: query === '' ? url : `${url}?${query}`, headers } as InjectOptions;
    if (content === undefined && !(method !== 'GET' && this.#chance(0.2))) return request;
    headers['content-type'] ??= content?.[0] ?? 'application/json';
    return { ...request, payload: this.#body(content?.[1].schema ?? {}) };
  }

  #query(operation: Operation): string {
    const parts: string[] = [];
    const known = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
    for (const { name, schema } of known) {
      if (!this.#chance(0.35)) continue;
      const value = this.#chance(0.4) ? String(this.#sample(schema ?? {}, 0) ?? '') : this.#text();
      parts.push(`${name}=${encodeURIComponent(wellFormed(value))}`);
      if (this.#chance(0.1)) parts.push(`${name}=${encodeURIComponent(wellFormed(this.#text()))}`);
    }
    if (this.#chance(0.1)) parts.push(`${encodeURIComponent(wellFormed(this.#text()))}=1`);
    if (this.#chance(0.05)) parts.push(this.#pick(['%', '%zz', 'limit[]=1', 'limit=1;offset=2', '&&&', '=']));
    return parts.join('&');
  }

  #body(schema: Schema): string | Buffer {
    if (this.#chance(0.12)) return this.#pick(RAW_BODIES);
    let body = this.#sample(schema, 0);
    for (
      let changes = this.#chance(0.15) ? 0 : 1 + Math.floor(this.#random() * 3);
      changes > 0;
      changes -= 1
    ) {
      body = this.#mutate(body);
    }
    return JSON.stringify(body);
  }

  /** Something that the schema would take, more or less. */
  #sample(schema: Schema, depth: number): Json {
    if (depth > 6) return null;
    if (schema.$ref)
      return this.#sample(this.#schemas[schema.$ref.split('/').at(-1) as string] ?? {}, depth + 1);
    if (schema.enum) return this.#pick(schema.enum) as Json;
    if (schema.anyOf) return this.#sample(this.#pick(schema.anyOf), depth + 1);
    const [example] = schema.examples ?? (schema.example === undefined ? [] : [schema.example]);
    if (example !== undefined && this.#chance(0.5)) return structuredClone(example) as Json;
    if (schema.properties) {
      const entries = Object.entries(schema.properties).filter(() => this.#chance(0.85));
      return Object.fromEntries(entries.map(([name, each]) => [name, this.#sample(each, depth + 1)]));
    }
    const types = [schema.type ?? 'string'].flat();
    switch (this.#pick(types)) {
      case 'array':
        return Array.from({ length: Math.floor(this.#random() * 3) }, () =>
          this.#sample(schema.items ?? {}, depth + 1),
        );
      case 'object':
        return {};
      case 'integer':
      case 'number':
        return this.#chance(0.7) ? Math.floor(this.#random() * 100) : this.#pick(NUMBERS);
      case 'boolean':
        return this.#chance(0.5);
      case 'null':
        return null;
      default:
        return this.#chance(0.5) ? this.#pick(this.#ids) : this.#pick(['CONFIRM', 'revoke', 'because', '*']);
    }
  }

  #mutate(value: Json): Json {
    if (this.#chance(0.25) || value === null || typeof value !== 'object') return this.#junk();
    if (Array.isArray(value)) {
      if (value.length === 0 || this.#chance(0.2)) return Array.from({ length: 600 }, () => value[0] ?? null);
      const at = Math.floor(this.#random() * value.length);
      return value.map((item, i) => (i === at ? this.#mutate(item) : item));
    }
    const names = Object.keys(value);
    if (names.length === 0 || this.#chance(0.1)) return { ...value, [this.#text()]: this.#junk() };
    const name = this.#pick(names);
    if (this.#chance(0.2)) return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
    return { ...value, [name]: this.#mutate(value[name] as Json) };
  }

  #junk(): Json {
    const kind = this.#random();
    if (kind < 0.5) return this.#text();
    if (kind < 0.75) return this.#pick(NUMBERS);
    return this.#pick<Json>([null, true, false, [], {}, [[]], [null], { a: { b: [1, { c: null }] } }]);
  }

  #text(): string {
    return this.#chance(0.15) ? this.#pick(this.#ids) : this.#pick(TEXTS);
  }

  #pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.#random() * items.length)] as T;
  }

  #chance(share: number): boolean {
    return this.#random() < share;
  }
}

const wellFormed = (text: string): string => text.replace(/[\ud800-\udfff]/g, '\ufffd');
/** Others never leave a client. */
const headerSafe = (text: string): string => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?');

function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
