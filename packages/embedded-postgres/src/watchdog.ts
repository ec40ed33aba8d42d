import { spawn } from 'node:child_process';
import { postmasterFilePath } from './postmaster-file.ts';
import { asUser, type ServerUser } from './server-user.ts';

/**
 * A shell that waits for the end of Lapse, however it ends: the other end of its standard input is held by Lapse
 * alone, so that even kill -9 closes it. Then it asks the server for a fast shutdown, and after a minute for an
 * immediate one. A line of input lets it go without doing anything.
 */
const SCRIPT = `
read -r word && exit 0
kill -INT "$1" || exit 0
tries=0
while [ -e "$2" ] && kill -0 "$1" && [ $tries -lt 300 ]; do sleep 0.2; tries=$((tries + 1)); done
[ $tries -lt 300 ] || kill -QUIT "$1"
`;

/** Watches until the returned function is called. It is in a session of its own: Ctrl-C is for Lapse to handle. */
export function startWatchdog(server: { pid: number; data: string; user: ServerUser }): () => void {
  let released = false;
  let release = () => {};
  const start = () => {
    const child = spawn(
      '/bin/sh',
      ['-c', SCRIPT, 'lapse-watchdog', String(server.pid), postmasterFilePath(server.data)],
      {
        ...asUser(server.user),
        cwd: '/',
        detached: true,
        stdio: ['pipe', 'ignore', 'ignore'],
      },
    );
    child.stdin.on('error', () => {});
    // Somebody may end the shell; while there is a server, there is a watchdog.
    child.on('exit', () => {
      if (!released) setTimeout(() => released || start(), RESTART_DELAY_MS).unref();
    });
    child.on('error', () => {});
    child.unref();
    release = () => child.stdin.end('done\n');
  };
  start();
  return () => {
    released = true;
    release();
  };
}

const RESTART_DELAY_MS = 100;
