import { chmod } from 'node:fs/promises';
import path from 'node:path';
import { makeDirectory } from './make-directory.ts';

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
