import { createHash } from 'node:crypto';
import { linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { inRoot } from './paths.mjs';

/** Not in node_modules, which npm empties, nor in dist, which is swapped; one per checkout and user. */
const NAME = createHash('sha256')
  .update(`${inRoot('.')} ${process.getuid?.()}`)
  .digest('hex')
  .slice(0, 16);
const FILE = path.join(tmpdir(), `lapse-bootstrap-${NAME}.lock`);
/** Should the number of a killed holder belong to another process by now, this ends the wait. */
const AGE_MS_MAX = 15 * 60_000;

/** One process at a time installs or builds in this checkout. */
export async function withLock(work) {
  await lock();
  try {
    return await work();
  } finally {
    rmSync(FILE, { force: true });
  }
}

async function lock() {
  const draft = `${FILE}.${process.pid}`;
  writeFileSync(draft, String(process.pid));
  try {
    for (let isFirst = true; !tryLink(draft); isFirst = false) {
      if (isAbandoned()) {
        rmSync(FILE, { force: true });
        continue;
      }
      if (isFirst) process.stderr.write('Waiting for another process that installs or builds here …\n');
      await sleep(200);
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

function tryLink(draft) {
  try {
    linkSync(draft, FILE);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function isAbandoned() {
  try {
    if (Date.now() - statSync(FILE).mtimeMs > AGE_MS_MAX) return true;
    process.kill(Number(readFileSync(FILE, 'utf8')), 0);
    return false;
  } catch (error) {
    // ESRCH: its process is gone. ENOENT: the lock is. EPERM: it belongs to somebody who is still there.
    return error.code === 'ESRCH';
  }
}
