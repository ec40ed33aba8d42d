import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';

/**
 * PostgreSQL refuses to run as root, for good reason. When Lapse itself is root, the server and what belongs to
 * it run as somebody else. `null` stands for "the user who runs Lapse", which is right for everybody but root.
 */
export type ServerUser = Readonly<{ name: string; uid: number; gid: number }> | null;

const run = promisify(execFile);
const OWN_USER = 'lapse';
/** Where no user can be added (a read-only /etc), one of these is nearly always there. */
const OTHER_USERS = ['postgres', '_postgres', 'nobody'];

/** Data that exists already keeps its owner, whatever user would be chosen today. */
export async function chooseServerUser(owner: { uid: number; gid: number } | null): Promise<ServerUser> {
  if (process.getuid?.() !== 0) return null;
  if (owner && owner.uid !== 0) {
    return { name: `number ${owner.uid}`, uid: owner.uid, gid: owner.gid };
  }
  const user = (await findUser(OWN_USER)) ?? (await addUser(OWN_USER)) ?? (await firstUser(OTHER_USERS));
  if (user) return user;
  throw new EmbeddedPostgresError(
    `PostgreSQL does not run as root, and there is no user to run it as: add one with "useradd --system ${OWN_USER}", or start Lapse as an ordinary user.`,
  );
}

/** The part of spawn's options that makes a child run as that user. */
export function asUser(user: ServerUser): { uid?: number; gid?: number } {
  return user === null ? {} : { uid: user.uid, gid: user.gid };
}

/**
 * May that user execute (a file) or enter (a directory) every one of these paths? Asked of the operating system
 * as that user, because permission bits alone do not tell: there are access lists and mount options too.
 */
export async function canReach(user: ServerUser, ...paths: string[]): Promise<boolean> {
  const script = 'for path do test -x "$path" || exit 1; done';
  const child = spawn('/bin/sh', ['-c', script, 'sh', ...paths], {
    ...asUser(user),
    cwd: '/',
    stdio: 'ignore',
  });
  const [code] = await once(child, 'exit');
  return code === 0;
}

async function firstUser(names: readonly string[]): Promise<ServerUser> {
  for (const name of names) {
    const user = await findUser(name);
    if (user) return user;
  }
  return null;
}

async function findUser(name: string): Promise<ServerUser> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    return { name, uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return null;
  }
}

async function addUser(name: string): Promise<ServerUser> {
  const options = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent'];
  // Fails when another process adds the user at the same moment; what counts is whether it exists afterwards.
  await run('useradd', [...options, '--shell', '/usr/sbin/nologin', name]).catch(() => {});
  return findUser(name);
}
