import { spawn } from 'node:child_process';
import path from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { placeTrouble } from './file-errors.ts';
import { asUser, type ServerUser } from './server-user.ts';

interface ProgramOptions {
  program: string;
  args: string[];
  input: string;
  user: ServerUser;
  place: string;
  signal: AbortSignal | undefined;
}

/** In a process group of its own, because Ctrl-C is for Lapse to handle. */
export async function runServerProgram(options: ProgramOptions): Promise<void> {
  const { program, args, input, user, place, signal } = options;
  const child = spawn(program, args, {
    ...asUser(user),
    ...(signal ? { signal } : {}),
    cwd: '/',
    detached: true,
    env: SERVER_ENVIRONMENT,
    stdio: 'pipe',
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (code === 0) return;
  throw new EmbeddedPostgresError(
    placeTrouble(output, place) ??
      `The database could not be prepared in ${place}: ${lastComplaint(output) ?? `${path.basename(program)} ended with ${code}`}.`,
  );
}

/** Nothing of the caller's environment reaches the server: PGDATA, LC_ALL and the like would change what it does. */
export const SERVER_ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** The last thing a PostgreSQL program complained about, without its prefix. */
export function lastComplaint(output: string): string | null {
  const lines = output.match(/(?:error|ERROR|FATAL|PANIC): {1,2}.+/g);
  return lines?.at(-1)?.replace(/^\w+: +/, '') ?? null;
}
