import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { transformWithOxc } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatSecret, signatureHeaders } from '../src/webhooks/signature.rules.ts';
import { envelope, WEBHOOK_TYPES } from '../src/webhooks/types.rules.ts';

const PAGE = 'docs/receiving-webhooks.md';
const page = readFileSync(new URL(`../${PAGE}`, import.meta.url), 'utf8');

/** The snippets that the page shows to receivers, cut out of it and run as they stand. */
function snippet(language: string): string {
  const blocks = [...page.matchAll(/```(\w+)\n([\s\S]*?)```/g)].filter(([, name]) => name === language);
  if (blocks.length !== 1) throw new Error(`${PAGE} has ${blocks.length} snippets in ${language}`);
  return blocks[0]?.[2] as string;
}

test('the page lists every type that an endpoint may subscribe to, and no other', () => {
  const rows = page.match(/^\| \w[\w ]* \| `.*$/gm) ?? [];
  const types = rows.flatMap((row) => [...row.matchAll(/`([a-z_]+\.[a-z_]+)`/g)].map(([, type]) => type));
  expect(types.sort()).toEqual([...WEBHOOK_TYPES].sort());
});

const has = (program: string, ...args: string[]): boolean => spawnSync(program, args).status === 0;
const directory = mkdtempSync(path.join(tmpdir(), 'lapse-receivers-'));
afterAll(() => rmSync(directory, { recursive: true }));

const SECRET = formatSecret(Buffer.alloc(32, 9));
const OTHER = formatSecret(Buffer.alloc(32, 10));
const PAYLOAD = envelope({
  id: '0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f',
  type: 'review.decided',
  created_at: '2026-11-15T09:30:00.000Z',
  data: { reviewer: 'Zoë Müller', reason: 'Not needed — 100 %\n"quoted" \\ \u{1F512}' },
});

const signed = (payload = PAYLOAD, second: string | null = null, now = Date.now()) =>
  signatureHeaders({ first: SECRET, second }, { id: 'evt_1', payload, now });

interface Case {
  name: string;
  body: Buffer;
  headers: Record<string, string>;
  secret: string;
  /** By X-Service-Signature, and by the headers of Standard Webhooks. */
  simple: boolean;
  standard: boolean;
}

function cases(): Case[] {
  const body = Buffer.from(PAYLOAD);
  const headers = signed();
  const good = { body, headers, secret: SECRET, simple: true, standard: true };
  const bad = { ...good, simple: false, standard: false };
  const without = (...names: string[]) =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
  const signature = headers['x-service-signature'] as string;
  const flipped = Buffer.from(body);
  flipped.writeUInt8(flipped.readUInt8(40) ^ 1, 40);
  return [
    { ...good, name: 'the payload as it was signed' },
    { ...good, name: 'an empty payload', body: Buffer.alloc(0), headers: signed('') },
    { ...bad, name: 'one bit altered', body: flipped },
    {
      ...bad,
      name: 'written again by a JSON parser',
      body: Buffer.from(JSON.stringify(JSON.parse(PAYLOAD), null, 1)),
    },
    { ...bad, name: 'a line feed added', body: Buffer.concat([body, Buffer.from('\n')]) },
    { ...bad, name: 'cut off', body: body.subarray(0, -1) },
    { ...bad, name: 'another secret', secret: OTHER },
    { ...bad, name: 'no headers', headers: {} },
    { ...bad, name: 'the simple header missing', headers: without('x-service-signature'), standard: true },
    {
      ...bad,
      name: 'the standard headers missing',
      headers: without('webhook-signature', 'webhook-id'),
      simple: true,
    },
    { ...good, name: 'no timestamp', headers: without('webhook-timestamp'), standard: false },
    {
      ...good,
      name: 'a timestamp that is none',
      headers: { ...headers, 'webhook-timestamp': 'now' },
      standard: false,
    },
    {
      ...good,
      name: 'recorded an hour ago',
      headers: signed(PAYLOAD, null, Date.now() - 3_600_000),
      standard: false,
    },
    { ...good, name: 'another id', headers: { ...headers, 'webhook-id': 'evt_2' }, standard: false },
    {
      ...good,
      name: 'without its prefix',
      headers: { ...headers, 'x-service-signature': signature.slice(7) },
      simple: false,
    },
    {
      ...good,
      name: 'cut short',
      headers: { ...headers, 'x-service-signature': signature.slice(0, -1) },
      simple: false,
    },
    {
      ...good,
      name: 'with more after it',
      headers: { ...headers, 'x-service-signature': `${signature}0` },
      simple: false,
    },
    {
      ...good,
      name: 'letters beyond ASCII',
      headers: { ...headers, 'x-service-signature': 'sha256=ü' },
      simple: false,
    },
    { ...good, name: 'while secrets rotate', headers: signed(PAYLOAD, OTHER) },
    {
      ...good,
      name: 'while secrets rotate, by the other',
      headers: signed(PAYLOAD, OTHER),
      secret: OTHER,
      simple: false,
    },
  ];
}

interface Receiver {
  isFromLapse(body: Uint8Array, signature: string | undefined, secret: string): boolean;
  isFromLapseNow(body: Uint8Array, headers: http.IncomingHttpHeaders, secret: string): boolean;
}

describe('TypeScript', () => {
  let receiver: Receiver;
  beforeAll(async () => {
    const { code } = await transformWithOxc(snippet('ts'), 'receiver.ts');
    const file = path.join(directory, 'receiver.mjs');
    writeFileSync(file, code);
    receiver = (await import(/* @vite-ignore */ file)) as Receiver;
  });

  test.each(cases())('$name', ({ body, headers, secret, simple, standard }) => {
    expect(receiver.isFromLapse(body, headers['x-service-signature'], secret)).toBe(simple);
    expect(receiver.isFromLapseNow(body, headers, secret)).toBe(standard);
  });

  test('in a receiver that is called', async () => {
    const server = http.createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks);
      const isSigned =
        receiver.isFromLapse(body, request.headers['x-service-signature'] as string | undefined, SECRET) &&
        receiver.isFromLapseNow(body, request.headers, SECRET);
      response.writeHead(isSigned ? 204 : 401).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const status = async (body: string, headers: Record<string, string>) =>
      (await fetch(url, { method: 'POST', body, headers })).status;
    expect(await status(PAYLOAD, signed())).toBe(204);
    expect(await status(PAYLOAD.replace('decided', 'created'), signed())).toBe(401);
    expect(await status(PAYLOAD, {})).toBe(401);
    server.close();
  });
});

const hasPython = has('python3', '-c', 'import sys; sys.exit(sys.version_info < (3, 10))');

/** Set by scripts/with-debian-tools.sh, which brings it. */
test.runIf(process.env.PYTHON_REQUIRED)('Python is here', () => expect(hasPython).toBe(true));

describe(`Python${hasPython ? '' : ' (SKIPPED: there is no python3 of 3.10 or newer here)'}`, () => {
  test.skipIf(!hasPython)('accepts and refuses the same', () => {
    const file = path.join(directory, 'receiver.py');
    const main = `
import json, sys
for line in sys.stdin:
    one = json.loads(line)
    body = base64.b64decode(one["body"])
    headers = one["headers"]
    print(json.dumps([is_from_lapse(body, headers.get("x-service-signature"), one["secret"]),
                      is_from_lapse_now(body, headers, one["secret"])]))
`;
    writeFileSync(file, `${snippet('python')}\n${main}`);
    const all = cases();
    const input = all.map((one) => JSON.stringify({ ...one, body: one.body.toString('base64') })).join('\n');
    const { stdout, stderr } = spawnSync('python3', [file], { input, encoding: 'utf8' });
    expect(stderr).toBe('');
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as [boolean, boolean]);
    expect(answers.map((answer, index) => [all[index]?.name, ...answer])).toEqual(
      all.map(({ name, simple, standard }) => [name, simple, standard]),
    );
  });
});

const hasOpenssl = has('openssl', 'version');

describe(`shell${hasOpenssl ? '' : ' (SKIPPED: there is no openssl here)'}`, () => {
  test.skipIf(!hasOpenssl)('accepts and refuses the same', () => {
    const script = path.join(directory, 'check.sh');
    writeFileSync(script, snippet('sh'));
    const file = path.join(directory, 'body');
    const answers = cases().map(({ name, body, headers, secret }) => {
      writeFileSync(file, body);
      const { status, stderr } = spawnSync('sh', [script, file, headers['x-service-signature'] ?? ''], {
        env: { ...process.env, WEBHOOK_SECRET: secret },
        encoding: 'utf8',
      });
      expect(stderr).toBe('');
      return [name, status === 0];
    });
    expect(answers).toEqual(cases().map(({ name, simple }) => [name, simple]));
  });
});
