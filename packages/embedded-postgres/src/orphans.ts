import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import type { PostmasterOptions } from './postmaster.ts';
import { postmasterFilePath, readPostmasterFile } from './postmaster-file.ts';
import { isServerOf, serverProcesses, signalProcess } from './processes.ts';

const FAST_STOP_MS_MAX = 20_000;
/** As long as a postmaster waits for its own processes before it kills them: one that was halted hears nothing else. */
const QUIT_MS_MAX = 5_000;
const WAIT_MS_MAX = 30_000;

/**
 * Ends what a killed Lapse or a killed postmaster left running in the data directory, and waits for it. To be
 * called by the holder of the data directory only.
 */
export async function endOrphans(
  data: string,
  { log, signal }: Pick<PostmasterOptions, 'log' | 'signal'>,
): Promise<void> {
  const file = await readPostmasterFile(data);
  if (file === null) return;
  const begun = Date.now();
  let quitFrom: number | null = null;
  for (let round = 0; ; round++) {
    const pids = await livingServers(file.pid, data);
    if (pids.length === 0) break;
    const waited_ms = Date.now() - begun;
    if (waited_ms > WAIT_MS_MAX) {
      throw new EmbeddedPostgresError(
        `A PostgreSQL of an earlier start (process ${pids.join(', ')}) still uses ${data} and does not end: end it, then start again.`,
      );
    }
    if (round === 0) log('Waiting for the PostgreSQL of an earlier start to end …', 'info');
    // A server without its postmaster cannot end in good order any more; the next start recovers.
    const isOrderly = pids.includes(file.pid) && waited_ms < FAST_STOP_MS_MAX;
    if (isOrderly) {
      if (round === 0) signalProcess(file.pid, 'SIGINT');
    } else {
      quitFrom ??= waited_ms;
      const order = waited_ms - quitFrom < QUIT_MS_MAX ? 'SIGQUIT' : 'SIGKILL';
      for (const pid of pids) signalProcess(pid, order);
    }
    await sleep(100, undefined, signal ? { signal } : {});
  }
  await forgetReusedNumber(file.pid, data);
}

async function livingServers(postmaster: number, data: string): Promise<number[]> {
  const pids = new Set(await serverProcesses(data));
  if (await isServerOf(postmaster, data)) pids.add(postmaster);
  return [...pids];
}

/**
 * PostgreSQL takes any living process that has the number in its lock file for its predecessor and refuses to
 * start. We know better by now: nothing serves this directory.
 */
async function forgetReusedNumber(pid: number, data: string): Promise<void> {
  try {
    process.kill(pid, 0);
  } catch {
    return;
  }
  await rm(postmasterFilePath(data), { force: true });
}
