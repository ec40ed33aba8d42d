import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from './support/app.ts';

interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  oneOf?: Schema[];
  anyOf?: Schema[];
}
interface Description {
  paths: Record<
    string,
    Record<string, { requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> } }>
  >;
  components: { schemas: Record<string, Schema> };
}

const DEEP = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
/** As JSON text: what JavaScript would write is not always what arrives. */
const BAD_VALUES = ['"half \\ud800 of a pair"', '"NUL \\u0000"', DEEP];

let service: TestApp;
let description: Description;

beforeAll(async () => {
  service = await createTestApp();
  description = service.app.swagger() as unknown as Description;
  await service.import([
    { kind: 'principal', id: 'ada', display_name: 'Ada', type: 'user' },
    { kind: 'asset', id: 'ledger', name: 'Ledger', type: 'table', platform: 'postgres' },
  ]);
});
afterAll(() => service.close());

function fieldsOf(schema: Schema): string[] {
  const { $ref, properties, oneOf = [], anyOf = [] } = schema;
  if ($ref) return fieldsOf(description.components.schemas[$ref.split('/').at(-1) as string] as Schema);
  return [...Object.keys(properties ?? {}), ...[...oneOf, ...anyOf].flatMap(fieldsOf)];
}

/** Every operation that takes JSON, with every field that it knows and one that it does not know. */
function writes() {
  return Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) => {
      const json = requestBody?.content['application/json'];
      if (!json) return [];
      const fields = [...new Set([...fieldsOf(json.schema), 'a_field_that_is_not_known'])];
      return [{ method: method.toUpperCase() as 'POST', path, fields, example: json.example }];
    }),
  );
}

const send = (method: 'POST', path: string, payload: string, type = 'application/json') =>
  service.call({
    method,
    url: path.replace(/\{\w+\}/g, 'some-id'),
    headers: { 'content-type': type, 'idempotency-key': crypto.randomUUID() },
    payload,
  });

describe('what PostgreSQL could not keep', () => {
  test('is refused by the name of its field in every operation that writes', async () => {
    const operations = writes();
    expect(operations.length).toBeGreaterThan(20);
    for (const { method, path, fields, example } of operations) {
      for (const field of fields) {
        // Its items are judged one by one, see below.
        if (path === '/v1/events/batch' && field === 'events') continue;
        for (const bad of BAD_VALUES) {
          const rest = Object.entries((example ?? {}) as object)
            .filter(([name]) => name !== field)
            .map(([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`);
          const answer = await send(method, path, `{${JSON.stringify(field)}:${bad}${rest.join('')}}`);
          const what = `${method} ${path} ${field} ${bad.slice(0, 20)}`;
          expect([what, answer.statusCode]).toEqual([what, 400]);
          const locs = answer.json().detail.map(({ loc }: { loc: string[] }) => loc.join('.'));
          expect([what, locs]).toEqual([what, [`body.${field}`]]);
        }
      }
    }
  });

  test('is refused in paths and queries', async () => {
    for (const path of Object.keys(description.paths)) {
      if (!path.includes('{')) continue;
      for (const bad of ['%00', 'a%00b', '%ff', '%ed%a0%80', '%']) {
        const url = path.replace(/\{\w+\}/g, bad);
        const method = (Object.keys(description.paths[path] ?? {})[0] ?? 'get').toUpperCase() as 'GET';
        const answer = await service.call({ method, url, ...(method === 'GET' ? {} : { payload: {} }) });
        expect([url, answer.statusCode]).toEqual([url, 400]);
      }
    }
    for (const bad of ['%00', '%ff', 'x%ed%a0%80', '%zz']) {
      const answer = await service.call({ url: `/v1/principals?limit=5&email=${bad}` });
      expect([bad, answer.statusCode]).toEqual([bad, 400]);
      expect(answer.json().detail).toMatchObject([{ loc: ['query', 'email'] }]);
    }
    expect((await service.call({ url: '/v1/principals?email=%C3%A9%20a' })).statusCode).toBe(200);
  });

  test('is a rejected line of an import, and the lines beside it are kept', async () => {
    const line = (id: string, extra: string) =>
      `{"kind":"principal","id":"${id}","display_name":"Some body","type":"user"${extra}}`;
    const lines = [
      line('good-1', ''),
      line('bad-1', ',"department":"\\ud800"'),
      line('bad-2', ',"source":"\\u0000"'),
      line('bad-3', `,"not_known":${DEEP}`),
      line('bad-4\\udc00', ''),
      line('good-2', ',"department":"\\ud83d\\ude00"'),
    ];
    const answer = await send('POST', '/v1/directory/import', lines.join('\n'), 'application/x-ndjson');
    expect(answer.json()).toMatchObject({ imported: 2, rejected: 4 });
    expect(answer.json().rejections).toMatchObject([
      { line: 2, reason: 'department: must not contain half of a surrogate pair' },
      { line: 3, reason: 'source: must not contain the NUL character' },
      { line: 4, reason: 'not_known: expected at most 20 levels of nesting' },
      { line: 5, reason: 'id: must not contain half of a surrogate pair' },
    ]);
    expect((await service.call({ url: '/v1/principals/good-2' })).json()).toMatchObject({ department: '😀' });
  });

  test('is a rejected event of a batch and of a stream, and the others are kept', async () => {
    const event = (extra: string) =>
      `{"principal_id":"ada","asset_id":"ledger","action":"query","timestamp":"${new Date().toISOString()}"${extra}}`;
    const events = [
      event(''),
      event(',"metadata":{"a":["\\ud800"]}'),
      event(`,"not_known":${DEEP}`),
      event(',"metadata":{"a":"\\u0000"}'),
      event(`,"metadata":{"deep":${DEEP}}`),
      event(''),
    ];
    const reasons = [
      'metadata.a.0: must not contain half of a surrogate pair',
      'not_known: expected at most 20 levels of nesting',
      'metadata.a: must not contain the NUL character',
      'metadata: expected at most 20 levels of nesting',
    ].map((reason) => ({ reason }));
    const batch = await send('POST', '/v1/events/batch', `{"events":[${events.join(',')}]}`);
    expect(batch.json()).toMatchObject({ accepted: 2, rejected: 4, rejections: reasons });
    const stream = await send('POST', '/v1/events/stream', events.join('\n'), 'application/x-ndjson');
    expect(stream.json()).toMatchObject({ accepted: 2, rejected: 4, rejections: reasons });
  });
});
