import { link, mkdir, rm, rmdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartupError } from '../domain/errors.ts';
import { isErrno } from './file-errors.ts';
import { readIfPresent, writeDraft } from './private-file.ts';
import { processStart } from './processes.ts';

/**
 * One Lapse per data directory. The file says who, so that a second start can name the first; a holder that was
 * killed is recognised by its start time, even when its number belongs to another process by now. Should two
 * processes slip through together, the lock of PostgreSQL itself still admits only one.
 */
const LOCK_FILE = 'lapse.pid';
const ATTEMPTS_MAX = 100;
/** It takes milliseconds; whoever needs longer was killed. */
const TAKEOVER_MS_MAX = 1_500;

interface Holder {
  pid: number;
  started: string;
}

/** Fails when a living process holds the directory; changes nothing. */
export async function requireFreeDataDir(dataDir: string): Promise<void> {
  const holder = await livingHolder(await readIfPresent(path.join(dataDir, LOCK_FILE)));
  if (holder) throw alreadyInUse(dataDir, holder);
}

export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  const file = path.join(dataDir, LOCK_FILE);
  const self: Holder = { pid: process.pid, started: (await processStart(process.pid)) ?? '' };
  const contents = `${JSON.stringify(self)}\n`;
  const draft = await writeDraft(file, contents, 0o644);
  try {
    for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
      if (await linked(draft, file)) {
        return async () => {
          if ((await readIfPresent(file)) === contents) await rm(file, { force: true });
        };
      }
      const found = await readIfPresent(file);
      if (found === null) continue;
      const holder = await livingHolder(found);
      if (holder) throw alreadyInUse(dataDir, holder);
      await removeDeadHolder(file);
    }
    throw new StartupError(
      `The data directory ${dataDir} is being started by several processes at once; try again.`,
    );
  } finally {
    await rm(draft, { force: true });
  }
}

async function linked(draft: string, file: string): Promise<boolean> {
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return false;
    throw error;
  }
}

/**
 * Only one process at a time removes the file of a dead holder, having looked again: between a look and a removal
 * the file may have become that of a living one.
 */
async function removeDeadHolder(file: string): Promise<void> {
  const turn = `${file}.takeover`;
  try {
    await mkdir(turn);
  } catch (error) {
    if (!isErrno(error, 'EEXIST')) throw error;
    const { mtimeMs } = await stat(turn).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > TAKEOVER_MS_MAX) await rmdir(turn).catch(() => {});
    await sleep(20);
    return;
  }
  try {
    if ((await livingHolder(await readIfPresent(file))) === null) await rm(file, { force: true });
  } finally {
    await rmdir(turn);
  }
}

async function livingHolder(contents: string | null): Promise<Holder | null> {
  if (contents === null) return null;
  let holder: Holder;
  try {
    holder = JSON.parse(contents) as Holder;
  } catch {
    return null;
  }
  return (await processStart(holder.pid)) === holder.started ? holder : null;
}

function alreadyInUse(dataDir: string, holder: Holder): StartupError {
  return new StartupError(
    `Another Lapse (process ${holder.pid}) already uses the data directory ${dataDir}: stop it first, or choose another directory with DATA_DIR.`,
  );
}
