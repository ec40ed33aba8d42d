import { chmod, chown, lstat, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { readIfPresent, replaceFile } from './private-file.ts';
import { makePrivateDirectory, type ServerHome } from './server-home.ts';
import { canReach, type ServerUser } from './server-user.ts';

/** There is no network port; the number only names the socket. */
export const SOCKET_PORT = 5432;
/** The kernel's limit is 104 bytes on macOS and 108 on Linux, with the closing zero. */
const SOCKET_PATH_BYTES_MAX = 103;

/** A private directory for the socket: in the home, or a short one for a data directory with a long path. */
export async function openSocketDirectory(home: ServerHome): Promise<string> {
  const usual = path.join(home.directory, 'run');
  if (fits(usual)) {
    await makePrivateDirectory(usual, home.user);
    return usual;
  }
  const record = path.join(home.directory, 'socket-directory');
  const previous = await readIfPresent(record);
  if (previous !== null && (await isPrivate(previous, home.user))) return previous;
  const made = await makeShortDirectory(home.user);
  await replaceFile(record, made, 0o600);
  return made;
}

/** Only a short directory is removed: it has a new name next time. */
export async function closeSocketDirectory(home: ServerHome, directory: string): Promise<void> {
  if (!directory.startsWith(home.directory)) await rm(directory, { recursive: true, force: true });
}

function fits(directory: string): boolean {
  // A line break would end the line of postmaster.pid in which the server says where its socket is.
  return (
    !directory.includes('\n') &&
    Buffer.byteLength(path.join(directory, `.s.PGSQL.${SOCKET_PORT}`)) <= SOCKET_PATH_BYTES_MAX
  );
}

async function makeShortDirectory(user: ServerUser): Promise<string> {
  for (const parent of new Set([tmpdir(), '/tmp'])) {
    if (!fits(path.join(parent, 'lapse-123456'))) continue;
    if (user !== null && !(await canReach(user, parent))) continue;
    const made = await mkdtemp(path.join(parent, 'lapse-'));
    if (user !== null) await chown(made, user.uid, user.gid);
    await chmod(made, 0o700);
    return made;
  }
  throw new EmbeddedPostgresError(
    'The data directory has a path too long for a socket, and so has the directory for temporary files: choose a shorter DATA_DIR.',
  );
}

/** Anybody may have made a directory of that name in the meantime; only one of the server's user will do. */
async function isPrivate(directory: string, user: ServerUser): Promise<boolean> {
  const found = await lstat(directory).catch(() => null);
  return (
    found?.isDirectory() === true &&
    found.uid === (user?.uid ?? process.getuid?.()) &&
    (found.mode & 0o777) === 0o700
  );
}
