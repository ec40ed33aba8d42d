import { createHash, randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
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
  const own = `${process.pid} ${randomBytes(8).toString('hex')}`;
  await lock(own);
  try {
    return await work();
  } finally {
    if (readIfThere(FILE) === own) rmSync(FILE, { force: true });
  }
}

async function lock(own) {
  const draft = `${FILE}.${process.pid}`;
  writeFileSync(draft, own);
  try {
    for (let isFirst = true; !tryLink(draft, FILE) && !tryFollow(draft); isFirst = false) {
      if (isFirst) process.stderr.write('Waiting for another process that installs or builds here …\n');
      await sleep(200);
      // Its age as a lock begins when it becomes one, not when the wait for that began.
      utimesSync(draft, new Date(), new Date());
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

function tryLink(draft, file) {
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Takes the place of a holder that is gone. Several may have found it gone, and the slowest must not remove the lock of the
 * one that was faster. So the lock is replaced by the one process that could make a file named after the holder; should that
 * one be gone too, by the one that could make a file named after it.
 */
function tryFollow(draft) {
  const gone = readIfThere(FILE);
  if (gone === null || !isAbandoned(FILE, gone)) return false;
  const claims = [];
  for (let last = gone; ; ) {
    const claim = `${FILE}.after-${last.replace(/\W/g, '-').slice(0, 40)}`;
    claims.push(claim);
    if (tryLink(draft, claim)) break;
    const other = readIfThere(claim);
    if (other === null || !isAbandoned(claim, other)) return false;
    last = other;
  }
  const isStillGone = readIfThere(FILE) === gone;
  if (isStillGone) renameSync(draft, FILE);
  for (const claim of isStillGone ? claims : claims.slice(-1)) rmSync(claim, { force: true });
  return isStillGone;
}

function isAbandoned(file, contents) {
  try {
    if (Date.now() - statSync(file).mtimeMs > AGE_MS_MAX) return true;
    process.kill(Number.parseInt(contents, 10), 0);
    return false;
  } catch (error) {
    // ESRCH: its process is gone. ENOENT: the lock is. EPERM: it belongs to somebody who is still there.
    return error.code === 'ESRCH';
  }
}

function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}
