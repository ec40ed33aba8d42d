import { randomBytes } from 'node:crypto';
import { chown, mkdir, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { type Credentials, SERVER_ROLES } from './credentials.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { isErrno } from './file-errors.ts';
import type { PostmasterOptions } from './postmaster.ts';
import { syncDirectory } from './private-file.ts';
import { runServerProgram } from './server-program.ts';

export const DATABASE = 'lapse';
const DRAFT = 'data.new-';
/** An empty cluster takes 60 MB; the first minutes of work must not run into the end of the disk either. */
const FREE_BYTES_MIN = 128 * 1024 * 1024;

export interface ClusterOptions extends PostmasterOptions {
  credentials: Credentials;
}

/**
 * Makes the data directory when there is none: under another name, with roles and database in it, on the disk, and
 * only then renamed. Whatever interrupts this leaves a draft that the next start throws away.
 */
export async function ensureCluster(options: ClusterOptions): Promise<void> {
  const { home, runtime, credentials, log, signal } = options;
  await removeDrafts(home.directory);
  if (await exists(home.data)) return;
  await requireFreeSpace(home.directory);
  log('Preparing the database (first start only) …', 'info');

  const draft = path.join(home.directory, `${DRAFT}${randomBytes(6).toString('hex')}`);
  await mkdir(draft, { mode: 0o700 });
  if (home.user !== null) await chown(draft, home.user.uid, home.user.gid);
  const run = (program: string, args: string[], input = '') =>
    runServerProgram({ program, args, input, user: home.user, place: home.directory, signal });
  try {
    await run(runtime.initdb, initdbArguments(draft));
    const singleUser = ['--single', '-D', draft, ...SINGLE_USER, 'postgres'];
    await run(runtime.postgres, singleUser, roleStatements(credentials));
    await rename(draft, home.data);
    await syncDirectory(home.directory);
  } catch (error) {
    await rm(draft, { recursive: true, force: true }).catch(() => {});
    // Another process may have been faster; its data directory is as good.
    if (!isErrno(error, 'EEXIST', 'ENOTEMPTY')) throw error;
  }
}

function initdbArguments(directory: string): string[] {
  return [
    ...['--pgdata', directory, '--username', SERVER_ROLES.superuser],
    // Sorts by code point, the same on every machine and in every version of its C library.
    ...['--encoding', 'UTF8', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8', '--locale', 'C'],
    // Nobody enters by the cluster's own access file: Lapse brings one along.
    ...['--auth', 'reject', '--data-checksums', '--no-instructions'],
  ];
}

/** One statement per line; the first that fails ends the program. */
const SINGLE_USER = ['exit_on_error=on', 'log_checkpoints=off', 'password_encryption=scram-sha-256'].flatMap(
  (setting) => ['-c', setting],
);

function roleStatements(passwords: Credentials): string {
  const { superuser, owner, application } = SERVER_ROLES;
  const plain = 'LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE NOREPLICATION';
  return [
    `ALTER ROLE ${superuser} PASSWORD '${passwords.superuser}';`,
    `CREATE ROLE ${owner} ${plain} PASSWORD '${passwords.owner}';`,
    `CREATE ROLE ${application} ${plain} PASSWORD '${passwords.application}';`,
    `CREATE DATABASE ${DATABASE} OWNER ${owner};`,
    '',
  ].join('\n');
}

async function removeDrafts(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (!name.startsWith(DRAFT)) continue;
    // An initdb whose Lapse was killed may still be writing for a moment.
    await rm(path.join(directory, name), { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

async function requireFreeSpace(directory: string): Promise<void> {
  const { bavail, bsize } = await statfs(directory);
  const free = bavail * bsize;
  if (free >= FREE_BYTES_MIN) return;
  const megabytes = (bytes: number) => Math.floor(bytes / 1024 / 1024);
  throw new EmbeddedPostgresError(
    `The disk that holds ${directory} is full (${megabytes(free)} MB left, ${megabytes(FREE_BYTES_MIN)} MB needed): free some space, or choose another place with DATA_DIR.`,
  );
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    (error) => {
      if (isErrno(error, 'ENOENT')) return false;
      throw error;
    },
  );
}
