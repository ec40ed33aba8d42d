import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const SCRIPTS = fileURLToPath(new URL('../../scripts/bootstrap', import.meta.url));

/** Every step at files takes up to 20 ms, as on a machine that is busy with others. */
const SLOW = `
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
const cell = new Int32Array(new SharedArrayBuffer(4));
for (const name of ['linkSync', 'readFileSync', 'renameSync', 'rmSync', 'statSync']) {
  const real = fs[name];
  fs[name] = (...args) => {
    Atomics.wait(cell, 0, 0, Math.random() * 20);
    return real(...args);
  };
}
syncBuiltinESMExports();
`;
/** Says whether it is alone inside; whoever is to be killed dies there. */
const WORKER = `
import { mkdirSync, rmdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { withLock } from './scripts/bootstrap/lock.mjs';
await withLock(async () => {
  try {
    mkdirSync('inside');
    process.stdout.write('alone');
  } catch {
    process.stdout.write('not alone');
  }
  await sleep(30);
  rmdirSync('inside');
  if (process.argv[2] === 'killed') process.kill(process.pid, 'SIGKILL');
});
`;

let checkout: string;
let temporary: string;
let lock: string;

beforeEach(async () => {
  checkout = await mkdtemp(path.join(tmpdir(), 'lapse-checkout-'));
  temporary = path.join(checkout, 'tmp');
  await mkdir(temporary);
  await cp(SCRIPTS, path.join(checkout, 'scripts/bootstrap'), { recursive: true });
  await writeFile(path.join(checkout, 'package.json'), '{"type":"module"}');
  await writeFile(path.join(checkout, 'slow.mjs'), SLOW);
  await writeFile(path.join(checkout, 'worker.mjs'), WORKER);
  const name = createHash('sha256').update(`${checkout}/ ${process.getuid?.()}`).digest('hex').slice(0, 16);
  lock = path.join(temporary, `lapse-bootstrap-${name}.lock`);
});

afterEach(() => rm(checkout, { recursive: true, force: true }));

type Fate = 'killed' | 'lives';

async function run(fate: Fate): Promise<string> {
  const child = spawn(process.execPath, ['--import', './slow.mjs', 'worker.mjs', fate], {
    cwd: checkout,
    env: { PATH: process.env.PATH, TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  await once(child, 'close');
  return said;
}

/** All start together; what each found inside. */
const race = (fates: readonly Fate[]): Promise<string[]> => Promise.all(fates.map(run));

describe('the lock of those who prepare a checkout', () => {
  test('has one holder at a time, though holders are killed and everything is slow', async () => {
    const fates = Array.from({ length: 17 }, (_, i): Fate => (i % 4 === 0 ? 'lives' : 'killed'));
    expect(await race(fates)).toEqual(fates.map(() => 'alone'));
    const left = await readdir(temporary);
    expect(left.filter((name) => name.includes('.after-'))).toEqual([]);
  });

  test('is taken over from one that was killed while it took over from another', async () => {
    const gone = 2 ** 22 + 1;
    await writeFile(lock, `${gone} first`);
    await writeFile(`${lock}.after-${gone}-first`, `${gone + 1} second`);
    expect(await race(['lives', 'lives'])).toEqual(['alone', 'alone']);
    expect(await readdir(temporary)).toEqual([]);
  });

  test('is taken over from a number that is alive but has had it for a quarter of an hour', async () => {
    await writeFile(lock, `${process.pid} earlier`);
    const long = new Date(Date.now() - 16 * 60_000);
    await utimes(lock, long, long);
    expect(await race(['lives', 'lives'])).toEqual(['alone', 'alone']);
    expect(await readdir(temporary)).toEqual([]);
  });
});
