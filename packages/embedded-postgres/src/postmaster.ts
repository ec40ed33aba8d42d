import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { endOrphans } from './orphans.ts';
import { readPostmasterFile } from './postmaster-file.ts';
import { signalProcess } from './processes.ts';
import type { Runtime } from './runtime.ts';
import type { ServerHome } from './server-home.ts';
import type { ServerLog } from './server-log.ts';
import { explainServerFailure, openServerOutput } from './server-output.ts';
import { SERVER_ENVIRONMENT } from './server-program.ts';
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
