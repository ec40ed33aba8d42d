import { link, rename, rm } from 'node:fs/promises';
import path from 'node:path';
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
const ATTEMPTS_MAX = 10;

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
      await removeIfUnchanged(file, found);
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

/** Another process may have taken the place of the dead holder since we looked: then it gets its file back. */
async function removeIfUnchanged(file: string, expected: string): Promise<void> {
  const aside = `${file}.${process.pid}.old`;
  try {
    await rename(file, aside);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return;
    throw error;
  }
  if ((await readIfPresent(aside)) !== expected) await linked(aside, file);
  await rm(aside, { force: true });
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
