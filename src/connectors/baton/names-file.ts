import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * Whether a value would lead a program to a file of this machine. Keys begin with a slash at times, so it counts only when
 * there is a directory of that name at the top; which those are is no secret.
 */
export function namesFile(value: string): boolean {
  if (/(^|[\\/])\.\.([\\/]|$)/.test(value) || /^~/.test(value)) return true;
  const top = /^\/+([^/\0]+)/.exec(value)?.[1];
  return top !== undefined && (top === '.' || existsSync(path.join('/', top)));
}
