import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  canReadCheckout,
  isRoot,
  NOBODY,
  processesOf,
  refusal,
  smallDisk,
  startLapse,
  status,
  temporaryDirectory,
  usedDirectory,
} from './lapse-process.ts';

/** What everybody who is refused should see: one sentence, not a stack trace, and a failure. */
function expectOneSentence(
  { code, errors }: { code: number | null; errors: string },
  sentence: RegExp,
): void {
  const lines = errors.trim().split('\n');
  const last = lines.pop() ?? '';
  expect(last).toMatch(/^lapse: /);
  expect(last).toMatch(sentence);
  // Progress may come before it, and nothing else.
  for (const line of lines) expect(line).toMatch(/ …$/);
  expect(code).toBe(1);
}

describe('a start that cannot succeed says why in one sentence', () => {
  test('the data directory is in use', async () => {
    const lapse = startLapse({ data_dir: await usedDirectory() });
    const address = await lapse.ready();
    const second = await refusal({ data_dir: lapse.data_dir });
    expectOneSentence(second, new RegExp(`process ${lapse.pid}\\b.*${lapse.data_dir}`));
    expect(await status(`${address}/readyz`)).toBe(200);
  });

  test('the port is taken, which is noticed before a database is made', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const data_dir = await temporaryDirectory();
    const end = await refusal({ data_dir, env: { PORT: String(port) } });
    other.close();
    expectOneSentence(end, new RegExp(`Port ${port} .*taken`));
    expect(processesOf(data_dir)).toEqual([]);
    await expect(mkdir(path.join(data_dir, 'postgres'))).resolves.toBeUndefined();
  });

  test('HOST is not an address of this machine', async () => {
    const env = { HOST: '192.0.2.1', PORT: '8000', ALLOW_INSECURE: 'true' };
    const end = await refusal({ data_dir: await temporaryDirectory(), env });
    expect(end.errors).toMatch(/warn: Authentication is OFF and 192\.0\.2\.1 is not loopback/);
    expect(end.errors).toMatch(/lapse: HOST is 192\.0\.2\.1, which is not an address of this machine/);
    expect(end.code).toBe(1);
  });

  test('the data directory is a file', async () => {
    const file = path.join(await temporaryDirectory(), 'file');
    await writeFile(file, '');
    expectOneSentence(await refusal({ data_dir: file }), /file is not a directory/);
  });

  test.skipIf(process.platform !== 'linux')('nothing can be made there', async () => {
    expectOneSentence(await refusal({ data_dir: '/proc/lapse/data' }), /Nothing can be made in \/proc: /);
  });

  test.skipIf(isRoot && !canReadCheckout(NOBODY))('the user may not write there', async () => {
    const data_dir = path.join(await temporaryDirectory(), 'forbidden');
    await mkdir(data_dir, { mode: 0o555 });
    await chmod(path.dirname(data_dir), 0o755);
    const end = await refusal({ data_dir, ...(isRoot ? { uid: NOBODY } : {}) });
    expectOneSentence(end, /may not read and write in .*forbidden/);
  });

  test('the disk is too small for a database', async ({ skip }) => {
    const data_dir = await smallDisk(5);
    if (data_dir === null) return skip('mounting is not allowed here');
    expectOneSentence(await refusal({ data_dir }), /disk that holds .* is full/);
  });

  test('the disk has become full, or read-only, since the last start', async ({ skip }) => {
    const data_dir = await smallDisk(300);
    if (data_dir === null) return skip('mounting is not allowed here');
    const first = startLapse({ data_dir });
    await first.ready();
    expect((await first.stop()).code).toBe(0);

    const filler = path.join(data_dir, 'filler');
    execFileSync('sh', ['-c', 'cat /dev/zero > "$1" 2>/dev/null || true', 'sh', filler]);
    expectOneSentence(await refusal({ data_dir }), /disk that holds .* is full/);
    execFileSync('rm', [filler]);

    execFileSync('mount', ['-o', 'remount,ro', data_dir]);
    expectOneSentence(await refusal({ data_dir }), /read-only disk/);
    execFileSync('mount', ['-o', 'remount,rw', data_dir]);

    await startLapse({ data_dir }).ready();
  });
});

test('SIGTERM ends a start that waits for a server that says nothing', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const address = (role: string): string => `postgres://${role}:secret@127.0.0.1:${port}/lapse`;
  const asked = once(silent, 'connection');
  const lapse = startLapse({
    command: 'start',
    env: {
      DATABASE_URL: address('app'),
      MIGRATIONS_DATABASE_URL: address('owner'),
      SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
    },
  });
  const [socket] = await asked;
  lapse.signal('SIGTERM');
  expect(await lapse.ended).toEqual({ code: 0, signal: null });
  socket.destroy();
  silent.close();
});
