import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from './support/app.ts';

let service: TestApp;

beforeAll(async () => {
  service = await createTestApp();
  await service.import([
    { kind: 'principal', id: 'p1', display_name: 'José Álvarez', type: 'user', email: 'Jose@Corp.example' },
    { kind: 'asset', id: 'a1', name: 'sales', type: 'table', platform: 'fabric' },
    { kind: 'grant', id: 'g1', principal_id: 'p1', asset_id: 'a1', permission: 'ReadWrite' },
  ]);
});
afterAll(() => service.close());

const call = (url: string, options: object = {}) => service.call({ method: 'GET', url, ...options });

describe('errors', () => {
  test('an unknown path is 404 with a detail', async () => {
    const response = await call('/v1/nothing');
    expect(response.statusCode).toBe(404);
    expect(response.json()).toEqual({ detail: 'There is nothing at this path.' });
  });

  const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  const typeOf = async (url: string, options: object = {}) => {
    const { statusCode, headers } = await call(url, options);
    return [statusCode, String(headers['content-type']).split(';')[0], headers.vary];
  };

  test('an unknown address is a page for who opens it in a browser', async () => {
    for (const url of ['/typo', '/reviews/none/of/this?x=1', '/v10', '/authors']) {
      const answer = [404, 'text/html', 'accept, accept-encoding'];
      expect([url, ...(await typeOf(url, { headers: { accept: BROWSER } }))]).toEqual([url, ...answer]);
    }
  });

  test('an unknown address is JSON for programs, and below the addresses of programs for everybody', async () => {
    for (const accept of ['application/json', '*/*', 'text/html;q=0, */*', 'application/json, text/html']) {
      const answer = [accept, 404, 'application/json', 'accept'];
      expect([accept, ...(await typeOf('/typo', { headers: { accept } }))]).toEqual(answer);
    }
    expect(await typeOf('/typo')).toEqual([404, 'application/json', 'accept']);
    expect(await typeOf('/typo', { method: 'POST', headers: { accept: BROWSER } })).toEqual([
      404,
      'application/json',
      undefined,
    ]);
    for (const url of ['/v1/nothing', '/v1', '/auth/nothing', '/dashboard/nothing.js', '/metrics']) {
      const answer = [url, 404, 'application/json', undefined];
      expect([url, ...(await typeOf(url, { headers: { accept: BROWSER } }))]).toEqual(answer);
    }
  });

  test('an unknown id is 404', async () => {
    const response = await call('/v1/principals/nobody');
    expect(response.statusCode).toBe(404);
    expect(response.json()).toEqual({ detail: 'There is no principal with this id.' });
  });

  test('another method is 405 with Allow', async () => {
    const response = await call('/v1/grants', { method: 'DELETE' });
    expect(response.statusCode).toBe(405);
    expect(response.headers.allow).toBe('GET, HEAD');
    const post = await call('/v1/directory/import', { method: 'GET' });
    expect([post.statusCode, post.headers.allow]).toEqual([405, 'POST']);
  });

  test('every fault of a query is named at once', async () => {
    const response = await call('/v1/principals?limit=101&offset=-1&type=robot&departmnt=x');
    expect(response.statusCode).toBe(400);
    const faults = response.json().detail as { loc: string[]; msg: string; type: string }[];
    expect(faults.map((fault) => fault.loc.join('.')).sort()).toEqual([
      'query.departmnt',
      'query.limit',
      'query.offset',
      'query.type',
    ]);
    expect(faults.find((fault) => fault.loc[1] === 'limit')).toEqual({
      loc: ['query', 'limit'],
      msg: 'expected a number <= 100',
      type: 'out_of_range',
    });
  });

  test.each(['/v1/health?x=1', '/v1/principals/p1?x=1', '/v1/grants?principal=p1'])(
    'an unknown parameter is refused: %s',
    async (url) => {
      expect((await call(url)).statusCode).toBe(400);
    },
  );

  test.each([
    '/v1/principals?limit=abc',
    '/v1/principals?limit=',
    '/v1/principals?limit=1.5',
    '/v1/principals?limit=1&limit=2',
    '/v1/principals?limit=99999999999999999999',
    '/v1/principals?email=%00',
    '/v1/principals?q=%00',
    '/v1/principals/%00',
    '/v1/principals?cursor=a&offset=1',
    '/v1/principals?email=a&email=b',
    '/v1/principals/%zz',
    '/v1/principals?offset=1000000000',
  ])('bad input is 400: %s', async (url) => {
    const response = await call(url);
    expect(response.statusCode).toBe(400);
    expect(Array.isArray(response.json().detail)).toBe(true);
  });

  test('problem documents by Accept', async () => {
    const headers = { accept: 'application/problem+json' };
    const missing = await call('/v1/grants/nope', { headers });
    expect(missing.headers['content-type']).toContain('application/problem+json');
    expect(missing.json()).toMatchObject({ status: 404, code: 'not_found', title: 'Not found' });
    const invalid = await call('/v1/grants?limit=0', { headers });
    expect(invalid.json()).toMatchObject({
      status: 400,
      code: 'invalid_request',
      errors: [{ loc: ['query', 'limit'] }],
    });
  });

  test('content types other than the described are 415', async () => {
    for (const type of ['text/csv; charset=latin1', 'text/html', 'application/xml', 'application/json']) {
      const response = await call('/v1/directory/import', {
        method: 'POST',
        headers: { 'content-type': type },
        payload: '{}',
      });
      expect([type, response.statusCode]).toEqual([type, 415]);
    }
    const nothing = await call('/v1/directory/import', { method: 'POST' });
    expect(nothing.statusCode).toBe(415);
  });

  test('malformed JSON and bad UTF-8 are 400, a large body is 413', async () => {
    const post = (payload: string | Buffer) =>
      call('/v1/directory/import', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        payload,
      });
    expect((await post('{"a":')).statusCode).toBe(400);
    expect((await post(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).json().detail[0].msg).toBe(
      'is not valid UTF-8',
    );
    expect((await post(`{"a":"${'x'.repeat(1_100_000)}"}`)).statusCode).toBe(413);
    expect((await post('{"__proto__":{"admin":true}}')).statusCode).toBe(400);
  });

  test('an unexpected failure says nothing about the inside and carries the request id', async () => {
    await service.test.admin('ALTER TABLE assets RENAME TO assets_away');
    const response = await call('/v1/assets');
    await service.test.admin('ALTER TABLE assets_away RENAME TO assets');
    expect(response.statusCode).toBe(500);
    expect(response.body).not.toMatch(/relation|assets|pg/i);
    expect(response.body).toContain(String(response.headers['x-request-id']));
  });
});

describe('lists', () => {
  test('the envelope and the fields of both forms', async () => {
    const page = (await call('/v1/grants?principal_id=p1')).json();
    expect(page).toMatchObject({ next_cursor: null, total: 1, limit: 50, offset: 0 });
    expect(page.items[0]).toMatchObject({
      id: 'g1',
      principal_id: 'p1',
      asset_id: 'a1',
      asset_name: 'sales',
      permission: 'ReadWrite',
      last_used_at: null,
      status: 'active',
    });
    expect(page.items[0].granted_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  test('an e-mail is found in any case, a name without its accents', async () => {
    expect((await call('/v1/principals?email=JOSE@corp.EXAMPLE')).json().items).toHaveLength(1);
    expect((await call('/v1/principals?q=jos%20alv')).json()).toMatchObject({
      total: 1,
      items: [{ id: 'p1' }],
    });
    expect((await call('/v1/principals?q=varez')).json()).toMatchObject({ total: 0, items: [] });
    expect((await call('/v1/principals?q=--')).json()).toMatchObject({ total: 0, items: [] });
    expect((await call('/v1/principals?q=jose@CORP')).json()).toMatchObject({
      total: 1,
      items: [{ id: 'p1' }],
    });
    expect((await call('/v1/principals?q=jose@corp.other')).json()).toMatchObject({ total: 0, items: [] });
    expect((await call('/v1/principals?q=jos%20nobody')).json()).toMatchObject({ total: 0, items: [] });
  });

  test('a cursor that was altered, or of another list, filter or tenant, is 400', async () => {
    await service.import(
      Array.from({ length: 5 }, (_, index) => ({
        kind: 'principal',
        id: `c${index}`,
        display_name: `C ${index}`,
        type: 'user',
      })),
    );
    const cursor: string = (await call('/v1/principals?limit=2&type=user')).json().next_cursor;
    expect((await call(`/v1/principals?limit=2&type=user&cursor=${cursor}`)).statusCode).toBe(200);
    const altered = `${cursor.slice(0, 3)}${cursor[3] === 'A' ? 'B' : 'A'}${cursor.slice(4)}`;
    for (const url of [
      `/v1/principals?limit=2&type=user&cursor=${altered}`,
      `/v1/principals?limit=2&cursor=${cursor}`,
      `/v1/assets?limit=2&cursor=${cursor}`,
      '/v1/principals?cursor=x',
      '/v1/principals?cursor=.',
      '/v1/principals?cursor=a.b.c',
    ]) {
      const response = await call(url);
      expect([url, response.statusCode]).toEqual([url, 400]);
      expect(response.json().detail[0].loc).toEqual(['query', 'cursor']);
    }
  });
});

describe('what is not even a request', () => {
  test('still gets the error body of the contract', async () => {
    const address = new URL(await service.app.listen({ host: '127.0.0.1', port: 0 }));
    const answerTo = (bytes: string) =>
      new Promise<string>((resolve, reject) => {
        let answer = '';
        connect(Number(address.port), address.hostname)
          .on('data', (chunk) => (answer += chunk))
          .on('end', () => resolve(answer))
          .on('error', reject)
          .write(bytes);
      });
    expect(await answerTo('GARBAGE\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 .*\r\n\r\n\{"detail":"[^"]+"\}$/s);
    const huge = `GET /v1/health HTTP/1.1\r\nHost: x\r\nX-Huge: ${'x'.repeat(70_000)}\r\n\r\n`;
    expect(await answerTo(huge)).toMatch(/^HTTP\/1\.1 431 .*\{"detail":"[^"]+"\}$/s);
  });
});

describe('pages and headers', () => {
  test('health, liveness, readiness', async () => {
    expect((await call('/v1/health')).json()).toEqual({ status: 'ok', version: expect.any(String) });
    expect((await call('/livez')).statusCode).toBe(200);
    expect((await call('/readyz')).statusCode).toBe(200);
  });

  test('the reference viewer loads nothing from another host', async () => {
    const page = await service.call({ url: '/redoc' });
    const script = await service.call({ url: '/redoc/redoc.js' });
    // What a browser would fetch by itself: sources of images, scripts, styles and fonts. Links wait for a click.
    for (const { body } of [page, script]) {
      expect(body).not.toMatch(/(src|srcset|@import|\burl\()\W{0,3}https?:/);
      expect(body).not.toContain('cdn.redoc.ly');
    }
    expect(script.body.length).toBeGreaterThan(500_000);
    expect(page.headers['content-security-policy']).toContain("default-src 'self'");
  });

  test.each(['/docs/', '/redoc', '/openapi.json'])('%s is served with strict headers', async (url) => {
    const response = await call(url);
    expect([url, response.statusCode]).toEqual([url, 200]);
    const policy = String(response.headers['content-security-policy']);
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(response.headers['x-content-type-options']).toBe('nosniff');
    expect(response.headers['access-control-allow-origin']).toBeUndefined();
  });

  test('no page names another host', async () => {
    for (const url of ['/docs/', '/redoc', '/docs/static/swagger-initializer.js', '/docs/static/index.css']) {
      const { body } = await call(url);
      expect(body.match(/(src|href)="?(https?:)?\/\/[^"]*/g) ?? []).toEqual([]);
    }
  });
});
