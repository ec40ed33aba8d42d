import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createClient } from './client.ts';
import { LapseError } from './lapse-error.ts';

interface Seen {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

let seen: Seen[] = [];
let answers: ((response: ServerResponse) => void)[] = [];
const json =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
const hangUp = (response: ServerResponse) => response.destroy();

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString();
  seen.push({ method: request.method as string, url: request.url as string, headers: request.headers, body });
  (answers.shift() ?? json(200, {}))(response);
});
let base_url: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  seen = [];
  answers = [];
});

describe('a request', () => {
  test('has its path, query, body and token in place', async () => {
    const client = createClient({ base_url, token: async () => 'secret' });
    await client.get('/v1/grants/{id}', { params: { id: 'a/b ?' } });
    await client.get('/v1/grants', { query: { principal_id: 'ü&', limit: 5 } });
    await client.post('/v1/reviews/{id}/reassign', { params: { id: 'r' }, body: { assigned_to_id: 'p' } });
    expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /v1/grants/a%2Fb%20%3F',
      'GET /v1/grants?principal_id=%C3%BC%26&limit=5',
      'POST /v1/reviews/r/reassign',
    ]);
    expect(seen[2]?.body).toBe('{"assigned_to_id":"p"}');
    expect(seen[2]?.headers).toMatchObject({
      authorization: 'Bearer secret',
      'content-type': 'application/json',
    });
  });

  test('without what its path needs is not sent', async () => {
    await expect(createClient({ base_url }).get('/v1/grants/{id}', { params: { id: '' } })).rejects.toThrow(
      /id/,
    );
    expect(seen).toEqual([]);
  });
});

describe('an answer that is not a success', () => {
  test('says what the server said', async () => {
    answers = [json(404, { detail: 'There is no grant x.' }, { 'x-request-id': 'r-1' })];
    const error = await createClient({ base_url })
      .get('/v1/grants/{id}', { params: { id: 'x' } })
      .catch((thrown) => thrown);
    expect(error).toBeInstanceOf(LapseError);
    expect(error).toMatchObject({
      status: 404,
      message: 'There is no grant x.',
      request_id: 'r-1',
      faults: [],
    });
  });

  test('names the fields that are at fault', async () => {
    const detail = [{ loc: ['query', 'limit'], msg: 'must be at most 100', type: 'maximum' }];
    answers = [json(400, { detail })];
    const error = await createClient({ base_url })
      .get('/v1/grants', { query: { limit: 1_000 } })
      .catch((thrown) => thrown);
    expect(error).toMatchObject({ status: 400, message: 'limit: must be at most 100', faults: detail });
  });

  test('need not be JSON', async () => {
    answers = [(response) => response.writeHead(502).end('<html>')];
    await expect(createClient({ base_url }).get('/v1/health')).rejects.toThrow('The server answered 502.');
  });
});

describe('another attempt', () => {
  test('carries the same key, so that nothing happens twice', async () => {
    answers = [hangUp, json(503, { detail: 'away' }), json(201, { event_id: 'e' })];
    const client = createClient({ base_url, retries: 2 });
    const body = { principal_id: 'p', asset_id: 'a', action: 'query', timestamp: '2026-01-01T00:00:00Z' };
    await expect(client.post('/v1/events', { body })).resolves.toEqual({ event_id: 'e' });
    const keys = seen.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('waits as long as the server asks for, or tells its error when that is too long', async () => {
    answers = [json(429, { detail: 'slow', retry_after: 60 }, { 'retry-after': '60' })];
    const client = createClient({ base_url, retries: 2, retry_wait_ms_max: 1_000 });
    await expect(client.get('/v1/grants')).rejects.toMatchObject({ status: 429, retry_after: 60 });
    expect(seen).toHaveLength(1);
  });

  test('is not made for what would fail again, nor for a change without a key', async () => {
    answers = [json(409, { detail: 'decided' })];
    const client = createClient({ base_url });
    await expect(client.post('/v1/reviews/{id}/decide', { params: { id: 'r' } })).rejects.toMatchObject({
      status: 409,
    });
    answers = [hangUp];
    await expect(client.delete('/v1/webhooks/{id}', { params: { id: 'w' } })).rejects.toMatchObject({
      status: 0,
    });
    expect(seen).toHaveLength(2);
  });

  test('ends with its signal', async () => {
    answers = [json(503, {}, { 'retry-after': '5' })];
    const stop = new AbortController();
    const call = createClient({ base_url }).get('/v1/grants', { signal: stop.signal });
    setTimeout(() => stop.abort(new Error('enough')), 50);
    await expect(call).rejects.toThrow('enough');
  });
});

test('all items of a list are read, a page when it is needed', async () => {
  answers = [
    json(200, { items: [{ id: 'a' }, { id: 'b' }], next_cursor: 'c1' }),
    json(200, { items: [{ id: 'c' }], next_cursor: null }),
  ];
  const ids: string[] = [];
  for await (const grant of createClient({ base_url }).all('/v1/grants', { query: { status: 'active' } })) {
    ids.push(grant.id);
  }
  expect(ids).toEqual(['a', 'b', 'c']);
  expect(seen.map(({ url }) => url)).toEqual([
    '/v1/grants?limit=100&status=active',
    '/v1/grants?status=active&cursor=c1',
  ]);
});
