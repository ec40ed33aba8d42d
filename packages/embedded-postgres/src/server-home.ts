import { randomBytes } from 'node:crypto';
import { chmod, chown, lstat, mkdir, realpath, stat, symlink } from 'node:fs/promises';
import path from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { isErrno } from './file-errors.ts';
import { makeDirectory, makeEnterable } from './make-directory.ts';
import { replaceFile } from './private-file.ts';
import { canReach, chooseServerUser, type ServerUser } from './server-user.ts';

/** Where root keeps what its unprivileged server user must be able to reach. */
export const ROOT_PLACE = '/var/lib/lapse';

/**
 * The directory of the embedded server. Its files belong to the user who runs Lapse; only `data` and the socket's
 * directory belong to the server's user, so that a server gone wrong cannot plant files for a root Lapse to follow.
 */
export type ServerHome = Readonly<ReturnType<typeof homeAt>>;

export function homeAt(directory: string, user: ServerUser) {
  return {
    directory,
    user,
    /** PostgreSQL's data directory; complete as soon as it exists. */
    data: path.join(directory, 'data'),
    config_file: path.join(directory, 'postgresql.conf'),
    hba_file: path.join(directory, 'pg_hba.conf'),
    credentials_file: path.join(directory, 'credentials.json'),
    log_file: path.join(directory, 'postgres.log'),
  };
}

/** The home inside a data directory, wherever it really is, or `null` when there is none yet. */
export async function findServerHome(dataDir: string): Promise<string | null> {
  const link = path.join(dataDir, 'postgres');
  try {
    return await realpath(link);
  } catch (error) {
    if (!isErrno(error, 'ENOENT')) throw error;
    if (await lstat(link).catch(() => null)) {
      throw new EmbeddedPostgresError(
        `${link} points to a directory that no longer exists: restore it, or remove the link.`,
      );
    }
    return null;
  }
}

/** Finds or makes the home; in the data directory itself if its user can get there, else beside the others of root. */
export async function openServerHome(dataDir: string): Promise<ServerHome> {
  await makeDirectory(dataDir, 0o700);
  const existing = await findServerHome(dataDir);
  const data = existing === null ? null : await stat(path.join(existing, 'data')).catch(() => null);
  const user = await chooseServerUser(data);
  if (existing === null) return homeAt(await makeHome(dataDir, user), user);
  if (existing.startsWith(`${await realpath(dataDir)}/`)) await letEnter(user, dataDir);
  if (user !== null && !(await canReach(user, existing))) {
    throw new EmbeddedPostgresError(
      `User ${user.name}, which PostgreSQL runs as, cannot enter ${existing}: run "chmod a+x" on the directories above it.`,
    );
  }
  return homeAt(existing, user);
}

async function makeHome(dataDir: string, user: ServerUser): Promise<string> {
  const home = path.join(dataDir, 'postgres');
  if (await letEnter(user, dataDir)) {
    await mkdir(home, { mode: 0o700 });
    if (user !== null) await chmod(home, 0o711);
    return realpath(home);
  }
  const elsewhere = path.join(ROOT_PLACE, 'clusters', randomBytes(8).toString('hex'));
  await makeEnterable(elsewhere);
  if (!(await canReach(user, elsewhere))) {
    throw new EmbeddedPostgresError(
      `User ${user?.name}, which PostgreSQL runs as, can enter neither ${dataDir} nor ${elsewhere}: choose a directory it can reach with DATA_DIR.`,
    );
  }
  await replaceFile(path.join(elsewhere, 'belongs-to'), `${dataDir}\n`, 0o600);
  await symlink(elsewhere, home);
  return elsewhere;
}

/** A data directory of root's own may be passed through (not listed) by the server; what is above it stays as it is. */
async function letEnter(user: ServerUser, dataDir: string): Promise<boolean> {
  if (user === null || (await canReach(user, dataDir))) return true;
  const { uid, mode } = await stat(dataDir);
  if (uid !== 0 || !(await canReach(user, path.dirname(await realpath(dataDir))))) return false;
  await chmod(dataDir, (mode & 0o777) | 0o111);
  return canReach(user, dataDir);
}

/** A directory that only the server's user (and root) can enter. */
export async function makePrivateDirectory(directory: string, user: ServerUser): Promise<void> {
  await makeDirectory(directory, 0o700);
  if (user !== null) await chown(directory, user.uid, user.gid);
  await chmod(directory, 0o700);
}
