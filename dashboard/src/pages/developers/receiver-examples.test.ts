import { execFile, spawn } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NODE_RECEIVER, PYTHON_RECEIVER } from './receiver-examples.ts';

const secret = `whsec_${randomBytes(32).toString('base64')}`;
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'lapse-receiver-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function signed(body: string, key = secret): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const digest = createHmac('sha256', Buffer.from(key.slice('whsec_'.length), 'base64'))
    .update(`evt_1.${timestamp}.${body}`)
    .digest('base64');
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,AAAA v1,${digest}`,
  };
}

const hasPython = await promisify(execFile)('python3', ['--version']).then(
  () => true,
  () => false,
);

test.each([
  { name: 'receiver.mjs', text: NODE_RECEIVER, program: process.execPath },
  // A fresh machine has no Python; whoever wants its receiver does.
  ...(hasPython ? [{ name: 'receiver.py', text: PYTHON_RECEIVER, program: 'python3' }] : []),
])(
  'the receiver that is shown runs as it is: $name',
  async ({ name, text, program }) => {
    const file = path.join(directory, name);
    await writeFile(file, text);
    const port = await freePort();
    const child = spawn(program, [file], {
      env: { PATH: process.env.PATH, WEBHOOK_SECRET: secret, PORT: String(port) },
      stdio: 'ignore',
    });
    try {
      const body = JSON.stringify({ id: 'evt_1', type: 'review.decided', data: {} });
      const send = (headers: Record<string, string>) =>
        fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body, headers });
      await expect
        .poll(() => send(signed(body)).then(({ status }) => status, String), {
          timeout: 15_000,
          interval: 50,
        })
        .toBe(200);
      const other = `whsec_${randomBytes(32).toString('base64')}`;
      expect((await send(signed(body, other))).status).toBe(401);
      expect((await send({ ...signed(body), 'webhook-timestamp': '1' })).status).toBe(401);
    } finally {
      child.kill();
    }
  },
  30_000,
);
