import { setMaxListeners } from 'node:events';
import { afterEach, describe, expect, test } from 'vitest';
import { expectError } from '../../../test/support/connector-world.ts';
import {
  type ScriptedAnswer,
  type ScriptedServer,
  type SeenRequest,
  startScriptedServer,
} from '../../../test/support/scripted-server.ts';
import { createBudget } from './budget.ts';
import { createHttpClient, type HttpClient, type HttpClientOptions } from './http-client.ts';
import type { PlatformError } from './platform-error.ts';

let server: ScriptedServer | undefined;
let http: HttpClient;
let slept: number[];
const { signal } = new AbortController();
setMaxListeners(0, signal);

async function talkTo(
  answer: (request: SeenRequest, index: number) => ScriptedAnswer | Promise<ScriptedAnswer>,
  options: Partial<HttpClientOptions> = {},
): Promise<void> {
  server = await startScriptedServer(answer);
  slept = [];
  http = createHttpClient({
    base_url: server.url,
    name: 'The platform',
    secrets: ['s3cret'],
    now: () => new Date('2026-03-01T12:00:00Z'),
    random: () => 1,
    sleep: async (ms) => {
      slept.push(ms);
    },
    ...options,
  });
}

/** One after the other; the last for ever. */
const inTurn =
  (...answers: ScriptedAnswer[]) =>
  (_: SeenRequest, index: number): ScriptedAnswer =>
    answers[Math.min(index, answers.length - 1)] as ScriptedAnswer;

afterEach(async () => {
  await http?.close();
  await server?.close();
});

const read = () => http.send({ path: '/things', signal });
const write = () => http.send({ method: 'POST', path: '/things', json: { a: 1 }, signal });

describe('patience', () => {
  test.each([429, 503])('%s is tried again, of a write too, as long as the platform says', async (status) => {
    await talkTo(
      inTurn(
        { status, headers: { 'retry-after': '2' } },
        { status, headers: { 'retry-after': 'Sun, 01 Mar 2026 12:00:03 GMT' } },
        { status },
        { json: { ok: true } },
      ),
    );
    expect((await write()).body).toEqual({ ok: true });
    expect(slept).toEqual([2_000, 3_000, 4_000]);
    expect(server?.seen).toHaveLength(4);
  });

  test('ends where waiting would be too long, and says how long', async () => {
    await talkTo(
      inTurn({ status: 429, headers: { 'retry-after': '90' }, json: { error: { code: 'TooManyRequests' } } }),
    );
    const error = await expectError(read(), 'throttled', 'none');
    expect(error).toMatchObject({ retry_after: 90, retryable: true, platform_codes: ['TooManyRequests'] });
    expect(slept).toEqual([]);
    expect(server?.seen).toHaveLength(1);
  });

  test('counts all waiting of a request together', async () => {
    await talkTo(inTurn({ status: 429, headers: { 'retry-after': '4' } }), { waiting_ms_max: 10_000 });
    await expectError(read(), 'throttled');
    expect(slept).toEqual([4_000, 4_000]);
  });

  test('a server that is overloaded is asked again over a new connection', async () => {
    await talkTo(inTurn({ json: {} }, { status: 503, headers: { 'retry-after': '0' } }, { json: {} }), {
      in_flight_max: 1,
    });
    await read();
    await read();
    const [first, second, third] = (server?.seen ?? []).map(({ connection }) => connection);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  test.each([502, 504])('%s is tried again for reads; a write may have been carried out', async (status) => {
    await talkTo(inTurn({ status }, { json: [] }, { status }));
    expect((await read()).body).toEqual([]);
    await expectError(write(), 'unavailable', 'unknown');
    expect(server?.seen).toHaveLength(3);
  });

  test('a budget is spent by every request, repeated ones too', async () => {
    let now = new Date('2026-03-01T12:00:00Z');
    const budget = createBudget({ requests: 3, window_ms: 3_600_000, now: () => now });
    await talkTo(inTurn({ status: 429, headers: { 'retry-after': '0' } }, { json: {} }), { budget });
    await read();
    now = new Date('2026-03-01T12:20:00Z');
    await read();
    expect(await expectError(read(), 'throttled')).toMatchObject({ retry_after: 2_400 });
    now = new Date('2026-03-01T13:00:00Z');
    await read();
    expect(server?.seen).toHaveLength(4);
  });
});

describe('answers that do not come', () => {
  test.each(['before', 'within'] as const)(
    'a connection that breaks %s the answer is tried again for reads',
    async (cut) => {
      await talkTo(inTurn({ cut, json: { value: [] } }, { json: { value: [1] } }));
      expect((await read()).body).toEqual({ value: [1] });
    },
  );

  test.each(['before', 'within'] as const)(
    'nobody knows what a write did whose answer broke %s it came',
    async (cut) => {
      await talkTo(inTurn({ cut, json: { value: [] } }));
      await expectError(write(), 'unavailable', 'unknown');
      expect(server?.seen).toHaveLength(1);
    },
  );

  test('nothing was done where nobody could be reached', async () => {
    await talkTo(inTurn({}));
    await server?.close();
    const error = await expectError(write(), 'unavailable', 'none');
    expect(error.retry_after).toBeGreaterThan(0);
  });

  test('a write that was carried out with an answer nobody can read', async () => {
    await talkTo(inTurn({ text: '<html>' }));
    await expectError(write(), 'protocol', 'unknown');
    await expectError(read(), 'protocol', 'none');
  });

  test('an answer has an end', async () => {
    await talkTo(inTurn({ json: 'x'.repeat(2_000) }), { answer_bytes_max: 1_000 });
    await expectError(read(), 'protocol');
  });

  test('waiting ends when nobody wants the answer any more', async () => {
    await talkTo(inTurn({ status: 429, headers: { 'retry-after': '9' } }), { sleep: undefined });
    const controller = new AbortController();
    const call = http.send({ path: '/things', signal: controller.signal });
    setTimeout(() => controller.abort(), 50);
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('limits', () => {
  test('so many requests at a time', async () => {
    let [now, most] = [0, 0];
    await talkTo(
      async () => {
        most = Math.max(most, ++now);
        await new Promise((resolve) => setTimeout(resolve, 20));
        now--;
        return { json: {} };
      },
      { in_flight_max: 3 },
    );
    await Promise.all(Array.from({ length: 12 }, read));
    expect(most).toBe(3);
  });

  test('redirects are not followed', async () => {
    await talkTo(inTurn({ status: 307, headers: { location: '/elsewhere' } }));
    await expectError(read(), 'protocol');
    expect(server?.seen.map(({ path }) => path)).toEqual(['/things']);
  });

  test.each(['http://169.254.169.254', 'http://[fd00:ec2::254]', 'http://168.63.129.16'])(
    '%s is never reached',
    async (base_url) => {
      await talkTo(inTurn({}), { base_url });
      const error = await expectError(read(), 'invalid_settings');
      expect(error.message).toContain('metadata');
    },
  );
});

describe('errors', () => {
  test.each([
    [400, 'protocol'],
    [401, 'authentication'],
    [403, 'permission'],
    [404, 'protocol'],
    [409, 'conflict'],
    [412, 'conflict'],
    [500, 'unavailable'],
    [501, 'not_supported'],
  ] as const)('%s is %s', async (status, code) => {
    await talkTo(inTurn({ status }));
    expect(await expectError(read(), code)).toMatchObject({ status });
    await expectError(write(), code, status === 500 ? 'unknown' : 'none');
  });

  test.each([
    [
      { error: { code: 'Outer', message: 'No.', innerError: { code: 'Inner', 'request-id': 'r-1' } } },
      ['Outer', 'Inner'],
      'The platform answered 403 Inner: No. (request r-1)',
    ],
    [
      {
        error: { code: 'Outer', message: 'No.', innererror: { code: 'Inner', innererror: { code: 'Deep' } } },
      },
      ['Outer', 'Inner', 'Deep'],
      'The platform answered 403 Deep: No.',
    ],
    [
      { errorCode: 'X', message: 'No.', requestId: 'r-2' },
      ['X'],
      'The platform answered 403 X: No. (request r-2)',
    ],
    [{ error_code: 'X', message: 'No.' }, ['X'], 'The platform answered 403 X: No.'],
    [{ scimType: 'mutability', detail: 'No.' }, ['mutability'], 'The platform answered 403 mutability: No.'],
    [
      { error: 'x', error_description: 'No.', trace_id: 't' },
      ['x'],
      'The platform answered 403 x: No. (request t)',
    ],
    ['words', [], 'The platform answered 403 words'],
    [{ error: null }, [], 'The platform answered 403'],
  ])('%j', async (json, codes, message) => {
    await talkTo(inTurn({ status: 403, json }));
    const error = (await expectError(read(), 'permission')) as PlatformError;
    expect(error.platform_codes).toEqual(codes);
    expect(error.message).toBe(message);
  });

  test.each([
    ['PERMISSION_DENIED: No.\n', 'The platform answered 403 PERMISSION_DENIED: No.'],
    [
      '<html><head><title>403</title></head><body><pre>\nNo\n way</pre></body>',
      'The platform answered 403 No way',
    ],
    ['<!DOCTYPE html><body>No</body>', 'The platform answered 403'],
    ['', 'The platform answered 403'],
  ])('that are no JSON: %j', async (text, message) => {
    await talkTo(inTurn({ status: 403, text }));
    expect((await expectError(read(), 'permission')).message).toBe(message);
  });

  test('repeat no secret, wherever the platform repeats it', async () => {
    await talkTo(inTurn({ status: 400, json: { error: { code: 's3cret', message: 'you sent s3cret' } } }));
    expect((await expectError(read(), 'protocol')).message).toBe(
      'The platform answered 400 ***: you sent ***',
    );
  });

  test('are answers where the caller expects them', async () => {
    await talkTo(inTurn({ status: 404, json: { error: {} } }));
    expect(await http.send({ path: '/x', accept: [404], signal })).toMatchObject({ status: 404 });
  });
});
