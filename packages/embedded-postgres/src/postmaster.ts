import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { open, readFile, rename, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { placeTrouble } from './file-errors.ts';
import { endOrphans } from './orphans.ts';
import { readPostmasterFile } from './postmaster-file.ts';
import { signalProcess } from './processes.ts';
import type { Runtime } from './runtime.ts';
import type { ServerHome } from './server-home.ts';
import type { ServerLog } from './server-log.ts';
import { lastComplaint, SERVER_ENVIRONMENT } from './server-program.ts';
import { asUser } from './server-user.ts';
import { startWatchdog } from './watchdog.ts';

export interface PostmasterOptions {
  home: ServerHome;
  runtime: Runtime;
  log: ServerLog;
  signal: AbortSignal | undefined;
}

/** One run of the server, from "ready" to its end. */
export interface Postmaster {
  readonly pid: number;
  /** Settles, with the reason, when the process has ended. */
  readonly ended: Promise<string>;
  /** `fast` breaks off transactions and writes a checkpoint; `immediate` leaves the work to the next start. */
  stop(how: 'fast' | 'immediate'): Promise<void>;
}

const RETRY_MS_MAX = 30_000;
const SLOW_START_MS = 3_000;
const START_MS_MAX = 600_000;
const FAST_STOP_MS_MAX = 30_000;
const IMMEDIATE_STOP_MS_MAX = 5_000;

/** Starts the server; tries again while leftovers of an earlier one (shared memory, a lock) are still in its way. */
export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const begun = Date.now();
  for (;;) {
    await endOrphans(options.home.data, options);
    const failure = await startOnce(options);
    if ('pid' in failure) return failure;
    if (!failure.is_temporary || Date.now() - begun > RETRY_MS_MAX)
      throw new EmbeddedPostgresError(failure.sentence);
    await sleep(250, undefined, options.signal ? { signal: options.signal } : {});
  }
}

async function startOnce({ home, runtime, log, signal }: PostmasterOptions) {
  const output = await openServerOutput(home.log_file);
  const child = spawn(runtime.postgres, ['-D', home.data, '-c', `config_file=${home.config_file}`], {
    ...asUser(home.user),
    cwd: '/',
    detached: true,
    env: SERVER_ENVIRONMENT,
    stdio: ['ignore', output.fd, output.fd],
  });
  const ended = endOf(child);
  await output.close();
  if (child.pid === undefined)
    return { is_temporary: false, sentence: `PostgreSQL did not start: ${await ended}.` };

  const releaseWatchdog = startWatchdog({ pid: child.pid, data: home.data, user: home.user });
  void ended.then(releaseWatchdog);
  const postmaster: Postmaster = { pid: child.pid, ended, stop: (how) => stop(child, ended, how) };
  try {
    if (await becomesReady(postmaster, home.data, log, signal)) return postmaster;
  } catch (error) {
    await postmaster.stop('immediate');
    throw error;
  }
  return explainServerFailure(await output.read(), await ended, home);
}

/** `false`: the process ended first. */
async function becomesReady(
  { pid, ended }: Postmaster,
  data: string,
  log: ServerLog,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  let hasEnded = false;
  void ended.then(() => (hasEnded = true));
  const begun = Date.now();
  let isSlow = false;
  while (!hasEnded) {
    const file = await readPostmasterFile(data);
    if (file?.pid === pid && file.status === 'ready') return true;
    const waited_ms = Date.now() - begun;
    if (waited_ms > START_MS_MAX)
      throw new EmbeddedPostgresError('PostgreSQL did not become ready within ten minutes.');
    if (!isSlow && waited_ms > SLOW_START_MS) {
      isSlow = true;
      log('PostgreSQL is recovering what it had not yet written in its place …', 'info');
    }
    await sleep(10, undefined, signal ? { signal } : {});
  }
  return false;
}

async function stop(child: ChildProcess, ended: Promise<string>, how: 'fast' | 'immediate'): Promise<void> {
  const pid = child.pid as number;
  const within = (limit_ms: number) =>
    Promise.race([ended.then(() => true), sleep(limit_ms, false, { ref: false })]);
  if (how === 'fast') {
    signalProcess(pid, 'SIGINT');
    if (await within(FAST_STOP_MS_MAX)) return;
  }
  signalProcess(pid, 'SIGQUIT');
  if (await within(IMMEDIATE_STOP_MS_MAX)) return;
  signalProcess(pid, 'SIGKILL');
  await ended;
}

function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('exit', (code, signal) => resolve(signal ? `ended by ${signal}` : `ended with code ${code}`));
  });
}

const LOG_BYTES_MAX = 10 * 1024 * 1024;

/** The server's own log, kept to two files of 10 MB. `read` gives what was written since it was opened. */
async function openServerOutput(file: string) {
  const { size } = await stat(file).catch(() => ({ size: 0 }));
  const isFull = size > LOG_BYTES_MAX;
  if (isFull) await rename(file, `${file}.1`);
  const start = isFull ? 0 : size;
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW } = constants;
  const handle = await open(file, O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW, 0o600);
  return {
    fd: handle.fd,
    close: () => handle.close(),
    read: async () => (await readFile(file)).subarray(start).toString(),
  };
}

function explainServerFailure(output: string, end: string, home: ServerHome) {
  // Something of an earlier server is still in the way, for a moment.
  const is_temporary = /pre-existing shared memory block|lock file "[^"]+" already exists/.test(output);
  const sentence =
    placeTrouble(output, home.directory) ??
    (/could not (?:create|map)[^\n]* shared memory/.test(output)
      ? 'There is not enough memory for PostgreSQL: it needs about 300 MB.'
      : `PostgreSQL did not start (${lastComplaint(output) ?? end}); its log is ${home.log_file}.`);
  return { is_temporary, sentence };
}
