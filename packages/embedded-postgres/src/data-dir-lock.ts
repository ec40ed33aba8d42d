import { createHash } from 'node:crypto';
import { link, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { isErrno } from './file-errors.ts';
import { readIfPresent, writeDraft } from './private-file.ts';
import { processStart } from './processes.ts';

/**
 * One Lapse per data directory. The file says who, so that a second start can name the first; a holder that was
 * killed is recognised by its start time, even when its number belongs to another process by now.
 *
 * Who follows a dead holder does not depend on how long anybody takes for it. The dead stay dead, so a file named after
 * one of them can be made by one process only, and that one follows it; should it die too before it has put its name into
 * the lock, a file named after it decides in the same way. Only the last of that line, being alive, changes the lock.
 */
const LOCK_FILE = 'lapse.pid';
const ATTEMPTS_MAX = 100;
const ATTEMPT_EVERY_MS = 20;

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
  const unlock = async (): Promise<void> => {
    if ((await readIfPresent(file)) === contents) await rm(file, { force: true });
  };
  try {
    for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
      if (await linked(draft, file)) return unlock;
      const found = await readIfPresent(file);
      if (found === null) continue;
      const holder = await livingHolder(found);
      if (holder) throw alreadyInUse(dataDir, holder);
      if (await follow(file, found, draft)) return unlock;
      await sleep(ATTEMPT_EVERY_MS);
    }
    throw new EmbeddedPostgresError(
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

/** Puts the draft in the place of a dead holder's file; `false` while another one does. */
async function follow(file: string, dead: string, draft: string): Promise<boolean> {
  const claim = await claimPlaceAfter(file, dead, draft);
  if (claim === null) return false;
  try {
    // Somebody may have followed, and tidied up, between the look at the dead holder and the claim.
    if ((await readIfPresent(file)) !== dead) return false;
    await rename(draft, file);
  } finally {
    await rm(claim, { force: true });
  }
  await removeClaims(file);
  return true;
}

/** The place after a dead holder, or after the last of those who claimed it and died; `null` when a living one has it. */
async function claimPlaceAfter(file: string, dead: string, draft: string): Promise<string | null> {
  let last = dead;
  for (let followers = 0; followers < ATTEMPTS_MAX; followers++) {
    const claim = `${claimPrefix(file)}${createHash('sha256').update(last).digest('hex').slice(0, 16)}`;
    if (await linked(draft, claim)) return claim;
    const found = await readIfPresent(claim);
    if (found === null || (await livingHolder(found)) !== null) return null;
    last = found;
  }
  return null;
}

/** Of the dead, by the holder. A claim of a living one is too late by now, which it notices by the lock. */
async function removeClaims(file: string): Promise<void> {
  const directory = path.dirname(file);
  const claims = (await readdir(directory)).filter((name) =>
    name.startsWith(path.basename(claimPrefix(file))),
  );
  for (const claim of claims) await rm(path.join(directory, claim), { force: true });
}

const claimPrefix = (file: string): string => `${file}.after-`;

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

function alreadyInUse(dataDir: string, holder: Holder): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `Another Lapse (process ${holder.pid}) already uses the data directory ${dataDir}: stop it first, or choose another directory with DATA_DIR.`,
  );
}
