import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';

/** As the build leaves them; `npm test` builds first. */
const DIST = path.resolve(import.meta.dirname, '../../../dist/dashboard');
let service: TestApp;
beforeAll(async () => {
  service = await createTestApp({});
});
afterAll(() => service.close());

const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  service.app.inject({ method, url, headers });

const assets = readdirSync(path.join(DIST, 'assets'));
const largest = (ending: string): string => {
  const [name] = assets
    .filter((file) => file.endsWith(ending))
    .sort(
      (a, b) =>
        readFileSync(path.join(DIST, 'assets', b)).length - readFileSync(path.join(DIST, 'assets', a)).length,
    );
  return name as string;
};
const script = largest('.js');
const bytesOf = (name: string): Buffer => readFileSync(path.join(DIST, name));

describe('the files of the dashboard', () => {
  test.each([
    ['br', 'gzip, br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['gzip', 'gzip, br;q=0', gunzipSync],
    [undefined, 'identity', (bytes: Buffer) => bytes],
  ] as const)('come as %s to who accepts %s', async (encoding, accepted, decode) => {
    const answer = await get(`/dashboard/assets/${script}`, { 'accept-encoding': accepted });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers['content-type']).toMatch(/^(text|application)\/javascript; charset=utf-8$/i);
    expect(answer.headers.vary).toMatch(/accept-encoding/i);
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(decode(answer.rawPayload)).toEqual(bytesOf(`assets/${script}`));
  });

  test('are not sent again to who has them, and in part to who asks for a part', async () => {
    const url = `/dashboard/assets/${script}`;
    const { headers } = await get(url);
    const again = await get(url, { 'if-none-match': String(headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    const part = await get(url, { range: 'bytes=2-5' });
    expect([part.statusCode, part.headers['content-range']]).toEqual([
      206,
      `bytes 2-5/${bytesOf(`assets/${script}`).length}`,
    ]);
    expect(part.rawPayload).toEqual(bytesOf(`assets/${script}`).subarray(2, 6));
    const head = await get(url, {}, 'HEAD');
    expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([
      200,
      '',
      String(bytesOf(`assets/${script}`).length),
    ]);
  });

  test('are styles, pictures and scripts by their type; others than those of names are asked for again', async () => {
    const style = await get(`/dashboard/assets/${largest('.css')}`);
    expect(style.headers['content-type']).toMatch(/^text\/css; charset=utf-8$/i);
    const plain = readdirSync(DIST).find((name) => /\.(js|svg)$/.test(name)) as string;
    expect((await get(`/dashboard/${plain}`)).headers['cache-control']).toBe('public, max-age=3600');
  });

  test.each([
    'nothing.js',
    'assets',
    'assets/',
    'index.html',
    `assets/${script}.br`,
    'assets/../index.html',
    'assets/%2e%2e/index.html',
    '../cli/lapse.js',
    '%2e%2e/cli/lapse.js',
    '..%2fcli%2flapse.js',
    '.source-hash',
    '%00.js',
  ])('are all there is: %s is not', async (name) => {
    const answer = await get(`/dashboard/${name}`);
    expect([400, 403, 404]).toContain(answer.statusCode);
    expect(answer.json()).toHaveProperty('detail');
  });
});

describe('the page of the dashboard', () => {
  test('is asked for each time, and sent once', async () => {
    const page = await get('/reviews?status=open');
    expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'no-cache']);
    expect(page.headers['content-type']).toMatch(/^text\/html; charset=utf-8$/i);
    expect(page.rawPayload).toEqual(bytesOf('index.html'));
    expect((await get('/reviews', { 'if-none-match': String(page.headers.etag) })).statusCode).toBe(304);
  });

  test('says whole that there is nothing, to who has it too', async () => {
    const { headers } = await get('/');
    const answer = await get('/typo', { accept: 'text/html', 'if-none-match': String(headers.etag) });
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([404, 'no-cache']);
    expect(answer.rawPayload).toEqual(bytesOf('index.html'));
    expect(answer.headers.vary).toMatch(/^accept, accept-encoding$/i);
  });
});
