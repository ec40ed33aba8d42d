import { accessSync, constants, lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** A file's plain name: no folder, no dots in front, nothing that a shell or a person could misread. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

const SHOWN_MAX = 20;

/** Null when the operator offers this program, else what to do about it. Links are not followed: they may lead anywhere. */
export function programFault(directory: string | null, name: string): string | null {
  if (directory === null)
    return 'no Baton connectors may be run here: the operator of Lapse names a directory in BATON_DIR';
  if (NAME.test(name) && isProgram(path.join(directory, name))) return null;
  const offered = offeredPrograms(directory);
  if (offered.length === 0)
    return 'expected a program in the directory that BATON_DIR names, in which there is none that can be run';
  const rest = offered.length - SHOWN_MAX;
  return `expected one of ${offered.slice(0, SHOWN_MAX).join(', ')}${rest > 0 ? ` or ${rest} others` : ''}`;
}

/** Names that a tenant can give. */
export function offeredPrograms(directory: string): string[] {
  try {
    return readdirSync(directory)
      .filter((name) => NAME.test(name) && isProgram(path.join(directory, name)))
      .sort();
  } catch {
    return [];
  }
}

const WRITABLE_BY_ANYBODY = 0o002;

function isProgram(file: string): boolean {
  try {
    const entry = lstatSync(file);
    if (!entry.isFile() || (entry.mode & WRITABLE_BY_ANYBODY) !== 0) return false;
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
