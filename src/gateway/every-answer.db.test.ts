import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/support/app.ts';
import { loadConfig } from '../config.ts';
import { LapseError } from '../platform/errors.ts';
import { answerWhileStarting } from './starting-server.ts';

const LIMITS = {
  RATE_LIMIT_READS: '200/5',
  RATE_LIMIT_WRITES: '5000/5',
  RATE_LIMIT_REPORTS: '1/0',
  RATE_LIMIT_BULK: '20/5',
  RATE_LIMIT_SIGN_IN: '2/0',
};
let service: TestApp;
let strangers: TestApp;
let port: number;
beforeAll(async () => {
  service = await createTestApp({ env: LIMITS });
  strangers = await createTestApp({
    test: service.test,
    env: LIMITS,
    authenticate: () => async () => {
      throw new LapseError('unauthenticated', 'The token is not valid.');
    },
  });
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  port = (service.app.server.address() as AddressInfo).port;
});
afterAll(async () => {
  await strangers.close();
  await service.close();
});

const POLICY =
  "default-src 'self';script-src 'self';style-src 'self' 'unsafe-inline';img-src 'self' data:;" +
  "font-src 'self' data:;connect-src 'self';worker-src 'self' blob:;object-src 'none';base-uri 'none';" +
  "form-action 'self';frame-ancestors 'none'";
const PROTECTION = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-permitted-cross-domain-policies': 'none',
  'origin-agent-cluster': '?1',
};

interface Answer {
  status: number;
  headers: Record<string, string | number | string[] | undefined>;
}

/** What the contract promises on every answer; it was asked for after an instant, in seconds since 1970. */
function expectPromised({ status, headers }: Answer, asked: number): void {
  const whole = (name: string): number => {
    expect(headers, name).toHaveProperty(name, expect.stringMatching(/^\d+$/));
    return Number(headers[name]);
  };
  expect(whole('x-ratelimit-limit')).toBeGreaterThan(0);
  const remaining = whole('x-ratelimit-remaining');
  expect(remaining).toBeLessThanOrEqual(Number(headers['x-ratelimit-limit']));
  const reset = whole('x-ratelimit-reset');
  expect(reset).toBeGreaterThan(asked - 2);
  expect(reset).toBeLessThan(Date.now() / 1000 + 62);
  expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  // The pages for who signs in load nothing at all.
  const isStricter = String(headers['content-security-policy']).startsWith("default-src 'none'");
  expect({ ...headers, ...(isStricter ? { 'content-security-policy': POLICY } : {}) }).toMatchObject({
    'content-security-policy': POLICY,
    ...PROTECTION,
  });
  if (status === 429) {
    const wait = whole('retry-after');
    expect(remaining).toBe(0);
    expect(reset - wait).toBeGreaterThan(asked - 3);
    expect(reset - wait).toBeLessThan(Date.now() / 1000 + 3);
  }
}

const injected = async (request: InjectOptions, app = service): Promise<Answer & { body: string }> => {
  const { statusCode, headers, body } = await app.app.inject(request);
  return { status: statusCode, headers: headers as Answer['headers'], body };
};

/** What a socket gets that sends these bytes. */
async function raw(bytes: string): Promise<Answer> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.end(bytes);
  await once(socket, 'close');
  const [head = ''] = text.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const pairs = lines.map((line) => line.split(/: (.*)/s) as [string, string]);
  return {
    status: Number(first.split(' ')[1]),
    headers: Object.fromEntries(pairs.map(([name, value]) => [name.toLowerCase(), value])),
  };
}

const json = { 'content-type': 'application/json' };
const KINDS: [string, number, () => Promise<Answer>][] = [
  ['an answer', 200, () => injected({ url: '/v1/principals' })],
  ['health', 200, () => injected({ url: '/v1/health' })],
  ['the description', 200, () => injected({ url: '/openapi.json' })],
  ['HEAD', 200, () => injected({ method: 'HEAD', url: '/v1/principals' })],
  ['a thing that is not there', 404, () => injected({ url: '/v1/principals/nobody' })],
  ['no route', 404, () => injected({ url: '/v1/nothing' })],
  ['no page', 404, () => injected({ url: '/nothing.js' })],
  ['another method', 405, () => injected({ method: 'DELETE', url: '/v1/principals' })],
  ['a bad parameter', 400, () => injected({ url: '/v1/principals?limit=1000' })],
  [
    'JSON that is none',
    400,
    () => injected({ method: 'POST', url: '/v1/reviews', headers: json, payload: '{' }),
  ],
  [
    'another content type',
    415,
    () =>
      injected({
        method: 'POST',
        url: '/v1/reviews',
        headers: { 'content-type': 'image/png' },
        payload: 'x',
      }),
  ],
  [
    'a body that is too large',
    413,
    () =>
      injected({ method: 'POST', url: '/v1/reviews', headers: json, payload: `"${'x'.repeat(1_100_000)}"` }),
  ],
  ['an address that cannot be read', 400, () => injected({ url: '/v1/principals/%zz' })],
  ['no token', 401, () => injected({ url: '/v1/principals' }, strangers)],
  ['a redirect', 302, () => injected({ url: '/auth/sign-in' })],
  [
    'too many sign-ins',
    429,
    async () => {
      for (let n = 0; n < 3; n++) await injected({ url: '/auth/sign-in' });
      return injected({ url: '/auth/sign-in' });
    },
  ],
  [
    'a minute that is used up',
    429,
    async () => {
      await injected({ url: '/v1/reports' });
      return injected({ url: '/v1/reports' });
    },
  ],
  ['what is not HTTP', 400, () => raw('hello\r\n\r\n')],
  [
    'headers that are too large',
    431,
    () => raw(`GET / HTTP/1.1\r\nHost: x\r\nA: ${'x'.repeat(100_000)}\r\n\r\n`),
  ],
  ['a full gate', 429, fullGate],
  ['a gateway that is starting', 503, starting],
];

/** Requests that wait for a lock fill the gate of their tenant; the next one is refused. */
async function fullGate(): Promise<Answer> {
  const { test } = service;
  const write: InjectOptions = { method: 'POST', url: '/v1/reviews', headers: json, payload: '{}' };
  await test.admin('BEGIN');
  await test.admin('LOCK TABLE rate_windows');
  let refused: (Answer & { body: string }) | undefined;
  const waiting: Promise<unknown>[] = [];
  while (!refused && waiting.length < 1_000) {
    waiting.push(
      injected(write).then((answer) => {
        if (answer.body.includes('under way')) refused ??= answer;
      }),
    );
    await sleep(0);
  }
  await test.admin('COMMIT');
  await Promise.all(waiting);
  return refused as Answer;
}

async function starting(): Promise<Answer> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = { host: '127.0.0.1', port: (probe.address() as AddressInfo).port };
  probe.close();
  await once(probe, 'close');
  const server = await answerWhileStarting(address, loadConfig('start', LIMITS).rate_limits);
  const response = await fetch(`http://127.0.0.1:${address.port}/v1/principals`);
  await server.stop();
  return { status: response.status, headers: Object.fromEntries(response.headers) };
}

describe('rate-limit headers and the id of the request are on', () => {
  test.each(KINDS)('%s (%i)', async (_, status, ask) => {
    const asked = Date.now() / 1000;
    const answer = await ask();
    expect(answer.status).toBe(status);
    expectPromised(answer, asked);
  });
});
