import { userInfo } from 'node:os';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';

/**
 * What the operating system says about a place, as a sentence about that place. Node's codes and the words of
 * strerror (which PostgreSQL prints) lead to the same sentences; `null` when the reason is another one.
 */
export function placeTrouble(reason: string, place: string): string | null {
  if (/ENOSPC|No space left on device/.test(reason)) {
    return `The disk that holds ${place} is full: free some space, or choose another place with DATA_DIR.`;
  }
  if (/EDQUOT|Disk quota exceeded/.test(reason)) {
    return `The disk quota for ${place} is used up: free some space, or choose another place with DATA_DIR.`;
  }
  if (/EROFS|Read-only file system/.test(reason)) {
    return `${place} is on a read-only disk: choose another place with DATA_DIR.`;
  }
  if (/EACCES|EPERM|Permission denied|Operation not permitted/.test(reason)) {
    return `User "${userName()}" may not read and write in ${place}: give it that permission, or choose another place with DATA_DIR.`;
  }
  if (/ENOTDIR|EEXIST|Not a directory/.test(reason)) {
    return `${place} is not a directory: choose another place with DATA_DIR.`;
  }
  if (/EIO|Input\/output error/.test(reason)) {
    return `The disk that holds ${place} reports input/output errors.`;
  }
  if (/ENAMETOOLONG|File name too long/.test(reason)) {
    return `The path ${place} is too long: choose a shorter one with DATA_DIR.`;
  }
  return null;
}

/** Runs file work below `place`; a refusal of the operating system becomes one sentence. */
export async function inPlace<T>(place: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const sentence = code === undefined ? null : placeTrouble(code, place);
    throw sentence === null ? error : new EmbeddedPostgresError(sentence);
  }
}

export function isErrno(error: unknown, ...codes: string[]): boolean {
  return codes.includes((error as NodeJS.ErrnoException).code ?? '');
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run under a number that has no name.
    return String(process.getuid?.() ?? 'unknown');
  }
}
