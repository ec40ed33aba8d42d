import { randomBytes } from 'node:crypto';
import { link, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { isErrno } from './file-errors.ts';

/**
 * The contents of a file that is made once and never changed. Of several processes that make it together one
 * wins and all read the same; it is on the disk, whole, before anybody relies on it.
 */
export async function readOrCreateFile(file: string, create: () => string, mode = 0o600): Promise<string> {
  const existing = await readIfPresent(file);
  if (existing !== null) return existing;
  const draft = await writeDraft(file, create(), mode);
  try {
    await link(draft, file);
    await syncDirectory(path.dirname(file));
  } catch (error) {
    if (!isErrno(error, 'EEXIST')) throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return readFile(file, 'utf8');
}

/** Replaces a file in one step; what is at that name, a symbolic link too, is not followed. */
export async function replaceFile(file: string, contents: string, mode: number): Promise<void> {
  if ((await readIfPresent(file)) === contents) return;
  await rename(await writeDraft(file, contents, mode), file);
}

export async function readIfPresent(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return null;
    throw error;
  }
}

export async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export async function writeDraft(file: string, contents: string, mode: number): Promise<string> {
  const draft = `${file}.${randomBytes(6).toString('hex')}.new`;
  const handle = await open(draft, 'wx', mode);
  try {
    await handle.chmod(mode);
    await handle.writeFile(contents);
    await handle.sync();
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  return draft;
}
