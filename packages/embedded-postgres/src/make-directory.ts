import { chmod, mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { isErrno } from './file-errors.ts';

/**
 * Makes a directory and those above it that are missing; answers the topmost that was made. `mkdir` with `recursive` goes
 * round for ever where a directory is there and nothing can be made in it without a word of why, as below `/proc`.
 */
export async function makeDirectory(directory: string, mode?: number): Promise<string | undefined> {
  const place = path.resolve(directory);
  const made = await makeOne(place, mode);
  if (made !== 'parent missing') return made === 'made' ? place : undefined;
  const above = path.dirname(place);
  const first = above === place ? undefined : await makeDirectory(above, mode);
  if ((await makeOne(place, mode)) === 'parent missing') {
    throw new EmbeddedPostgresError(`Nothing can be made in ${above}: choose another place with DATA_DIR.`);
  }
  return first ?? place;
}

async function makeOne(
  place: string,
  mode: number | undefined,
): Promise<'made' | 'there' | 'parent missing'> {
  try {
    await mkdir(place, { mode });
    return 'made';
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return 'parent missing';
    // Whatever is said of making it: it may be there.
    if ((await stat(place).catch(() => null))?.isDirectory()) return 'there';
    throw error;
  }
}

/**
 * Makes a directory, and those above it that are missing, so that others may pass through (not list) them even
 * under a strict umask. Directories that exist already are left as they are.
 */
export async function makeEnterable(directory: string): Promise<void> {
  const first = await makeDirectory(directory);
  if (first === undefined) return;
  for (let made = path.resolve(directory); made.length >= first.length; made = path.dirname(made)) {
    await chmod(made, 0o711);
  }
}
