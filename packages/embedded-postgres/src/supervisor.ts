import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import type { Postmaster } from './postmaster.ts';
import type { ServerLog } from './server-log.ts';

/** Pauses before the first, second, … restart in a row; after the last one fails there is no point in going on. */
const RESTART_DELAYS_MS = [0, 500, 1_000, 2_000, 5_000, 10_000];
/** A server that ran this long had no trouble starting. */
const HEALTHY_MS_MIN = 60_000;

export interface SupervisorOptions {
  start: (signal: AbortSignal) => Promise<Postmaster>;
  log: ServerLog;
  onGiveUp: (error: EmbeddedPostgresError) => void;
  delays_ms?: readonly number[];
}

/** Keeps the server running until it is told to stop. */
export function supervise(
  first: Postmaster,
  { start, log, onGiveUp, delays_ms = RESTART_DELAYS_MS }: SupervisorOptions,
) {
  const stopping = new AbortController();
  let current: Postmaster | null = first;
  let readySince = Date.now();
  let failures = 0;

  async function keepRunning(): Promise<void> {
    for (let running = first; ; running = await restart(await running.ended)) {
      current = running;
      readySince = Date.now();
      if (stopping.signal.aborted) await running.stop('immediate');
    }
  }

  async function restart(reason: string): Promise<Postmaster> {
    current = null;
    if (Date.now() - readySince > HEALTHY_MS_MIN) failures = 0;
    for (let why = reason; ; ) {
      stopping.signal.throwIfAborted();
      const delay_ms = delays_ms[failures];
      failures += 1;
      if (delay_ms === undefined) {
        throw new EmbeddedPostgresError(
          `PostgreSQL keeps failing (${why.replace(/\.$/, '')}), so Lapse gives up.`,
        );
      }
      log(`PostgreSQL is gone (${why.replace(/\.$/, '')}); starting it again.`, 'error');
      await sleep(delay_ms, undefined, { signal: stopping.signal });
      try {
        const postmaster = await start(stopping.signal);
        log('PostgreSQL is back.', 'info');
        return postmaster;
      } catch (error) {
        why = (error as Error).message;
      }
    }
  }

  const finished = keepRunning().catch((error) => {
    if (!stopping.signal.aborted) onGiveUp(error);
  });

  return {
    isReady: () => current !== null && !stopping.signal.aborted,
    stop: async (how: 'fast' | 'immediate'): Promise<void> => {
      stopping.abort();
      await current?.stop(how);
      await finished;
    },
  };
}
