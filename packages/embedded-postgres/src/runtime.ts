import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  chmod,
  copyFile,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { inPlace, isErrno } from './file-errors.ts';
import { makeEnterable } from './make-directory.ts';
import type { ServerLog } from './server-log.ts';
import { canReach, type ServerUser } from './server-user.ts';

/** The programs of the built-in PostgreSQL, executable by the user who runs the server. */
export interface Runtime {
  readonly initdb: string;
  readonly postgres: string;
}

interface RuntimePackage {
  readonly native: string;
  readonly version: string;
  readonly links: readonly { source: string; target: string }[];
}

export interface RuntimeOptions {
  user: ServerUser;
  /** Where a copy may live, best place first. */
  copy_places: readonly string[];
  log: ServerLog;
  /** The npm package that holds PostgreSQL; the installed one unless told otherwise. */
  package_directory?: string;
}

/** The package as it is installed when that works, and otherwise a copy in a place where it does. */
export async function prepareRuntime(options: RuntimeOptions): Promise<Runtime> {
  const { user, copy_places, log, package_directory = installedPackage() } = options;
  const source = await readPackage(package_directory);
  if ((await linksRestored(source)) && (await canReach(user, ...Object.values(programs(source.native))))) {
    return programs(source.native);
  }
  let failure: unknown;
  for (const place of copy_places) {
    try {
      const copy = await inPlace(place, () => copyRuntime(source, place, log));
      if (await canReach(user, ...Object.values(programs(copy)))) return programs(copy);
    } catch (error) {
      failure ??= error;
    }
  }
  throw (
    failure ??
    new EmbeddedPostgresError(
      `User ${user?.name ?? ''} cannot execute PostgreSQL in ${source.native} nor in ${copy_places.join(' nor in ')}: make one of them reachable for it.`,
    )
  );
}

function programs(native: string): Runtime {
  return { initdb: path.join(native, 'bin', 'initdb'), postgres: path.join(native, 'bin', 'postgres') };
}

function installedPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    return path.dirname(path.dirname(entry));
  } catch {
    throw new EmbeddedPostgresError(
      `The built-in PostgreSQL for ${process.platform}-${process.arch} (${name}) is not installed: run "npm ci" with optional dependencies, or set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
}

async function readPackage(directory: string): Promise<RuntimePackage> {
  const native = path.join(directory, 'native');
  const [manifest, links] = await Promise.all([
    readFile(path.join(directory, 'package.json'), 'utf8'),
    readFile(path.join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]'),
  ]);
  const below = (file: string) => path.relative('native', file);
  return {
    native,
    version: JSON.parse(manifest).version,
    links: JSON.parse(links).map((link: { source: string; target: string }) => ({
      source: below(link.source),
      target: below(link.target),
    })),
  };
}

/** npm packages cannot hold symbolic links; an install script restores them, which many set-ups do not run. */
async function linksRestored(source: RuntimePackage): Promise<boolean> {
  try {
    await restoreLinks(source.native, source.links);
    return true;
  } catch (error) {
    if (isErrno(error, 'EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT')) return false;
    throw error;
  }
}

async function restoreLinks(native: string, links: RuntimePackage['links']): Promise<void> {
  for (const { source, target } of links) {
    const link = path.join(native, target);
    if (await lstat(link).catch(() => null)) continue;
    try {
      await symlink(path.relative(path.dirname(target), source), link);
    } catch (error) {
      if (!isErrno(error, 'EEXIST')) throw error;
    }
  }
}

/** Made under a name of its own and renamed, so that whatever bears the version's name is complete. */
async function copyRuntime(source: RuntimePackage, place: string, log: ServerLog): Promise<string> {
  const copy = path.join(place, `${source.version}-${process.platform}-${process.arch}`);
  if (existsSync(copy)) return copy;
  log(`Copying PostgreSQL to ${place}, where the user who runs it can reach it …`, 'info');
  await makeEnterable(place);
  const draft = `${copy}.${randomBytes(6).toString('hex')}.new`;
  try {
    await copyTree(source.native, draft, isNeeded);
    await restoreLinks(draft, source.links);
    await rename(draft, copy);
  } catch (error) {
    if (!isErrno(error, 'EEXIST', 'ENOTEMPTY')) throw error;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return copy;
}

/** Half of the package serves people who compile extensions. */
function isNeeded(file: string): boolean {
  return !/(^|\/)(include|pgxs|pkgconfig|doc|man)(\/|$)|\.a$/.test(file);
}

/**
 * Copies a tree so that everybody may read it and execute what was executable, whatever umask the original was
 * made under, and has it on the disk before it returns: a program that is half written is worse than none.
 */
async function copyTree(
  from: string,
  to: string,
  isWanted: (relativePath: string) => boolean,
  below = '',
): Promise<void> {
  await mkdir(path.join(to, below));
  await chmod(path.join(to, below), 0o755);
  for (const entry of await readdir(path.join(from, below), { withFileTypes: true })) {
    const relative = path.join(below, entry.name);
    if (!isWanted(relative)) continue;
    const source = path.join(from, relative);
    const target = path.join(to, relative);
    if (entry.isDirectory()) await copyTree(from, to, isWanted, relative);
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
    else await copyOne(source, target);
  }
}

async function copyOne(source: string, target: string): Promise<void> {
  await copyFile(source, target);
  const handle = await open(target, 'r+');
  try {
    const { mode } = await handle.stat();
    await handle.chmod(mode & 0o100 ? 0o755 : 0o644);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
