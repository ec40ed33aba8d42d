import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/support/app.ts';

let service: TestApp;
beforeAll(async () => {
  service = await createTestApp();
  await service.import(
    Array.from({ length: 60 }, (_, n) => ({
      kind: 'asset',
      id: `a${n}`,
      name: `sales_${n}`,
      type: 'table',
      platform: 'fabric',
    })),
  );
});
afterAll(() => service.close());

const ask = (url: string, accepted?: string, method: 'GET' | 'HEAD' = 'GET') =>
  service.app.inject({ method, url, headers: accepted === undefined ? {} : { 'accept-encoding': accepted } });
const READ: Record<string, (bytes: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync };

test.each([
  ['br', 'br'],
  ['gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0, br;q=0.2', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['deflate', undefined],
  ['identity', undefined],
  ['br;q=0, gzip;q=0', undefined],
  ['', undefined],
  [';;,q=x', undefined],
  [undefined, undefined],
])('to who accepts %s an answer is sent as %s, and is the same', async (accepted, encoding) => {
  const plain = await ask('/v1/assets');
  const answer = await ask('/v1/assets', accepted);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-encoding']).toBe(encoding);
  expect(answer.headers.vary).toBe('accept-encoding');
  expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length);
  const read = READ[encoding ?? ''] ?? ((bytes: Buffer) => bytes);
  expect(read(answer.rawPayload).toString()).toBe(plain.body);
  if (encoding) expect(answer.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
});

test('what is small, streamed or no JSON is sent as it is', async () => {
  const small = await ask('/v1/assets/a1', 'br');
  expect([small.statusCode, small.headers['content-encoding'], small.json().id]).toEqual([
    200,
    undefined,
    'a1',
  ]);
  const missing = await ask('/v1/assets/nowhere', 'br');
  expect([missing.statusCode, missing.headers['content-encoding']]).toEqual([404, undefined]);
  const lines = await ask('/metrics', 'br');
  expect(lines.headers['content-encoding']).toBeUndefined();
});

test('HEAD says what GET would', async () => {
  const get = await ask('/v1/assets', 'br');
  const head = await ask('/v1/assets', 'br', 'HEAD');
  expect([head.statusCode, head.body]).toEqual([200, '']);
  for (const name of ['content-encoding', 'content-length', 'content-type', 'vary'])
    expect([name, head.headers[name]]).toEqual([name, get.headers[name]]);
});

test('the page of reviews and the description are read compressed too', async () => {
  const description = await ask('/openapi.json', 'gzip, br');
  expect(description.headers['content-encoding']).toBe('br');
  expect(JSON.parse(brotliDecompressSync(description.rawPayload).toString()).openapi).toMatch(/^3\./);
});

test('a refusal in the place of an answer that was ready can be read', async () => {
  const strict = await createTestApp({ env: { RATE_LIMIT_READS: '1/0' } });
  await strict.import(
    Array.from({ length: 60 }, (_, n) => ({
      kind: 'asset',
      id: `a${n}`,
      name: `sales_${n}`,
      type: 'table',
      platform: 'fabric',
    })),
  );
  const get = () =>
    strict.app.inject({ method: 'GET', url: '/v1/assets', headers: { 'accept-encoding': 'gzip' } });
  try {
    const first = await get();
    expect([first.statusCode, first.headers['content-encoding']]).toEqual([200, 'gzip']);
    const second = await get();
    expect([second.statusCode, second.headers['content-encoding']]).toEqual([429, undefined]);
    expect(second.json()).toEqual({ detail: expect.any(String), retry_after: expect.any(Number) });
  } finally {
    await strict.close();
  }
});
