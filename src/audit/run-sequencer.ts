import { setTimeout as sleep } from 'node:timers/promises';
import { LapseError } from '../domain/errors.ts';
import type { Database } from '../store/database.ts';
import { tenantsWith } from '../store/tenants-with.ts';
import { type SequencerContext, sequenceEntries } from './sequence-entries.ts';

/** A checkpoint is at most 10 s behind; a shorter wait would only sign more of them. */
const EVERY_MS = 2_000;
/** A log that was tampered with stays so: say it again and again, but not every two seconds. */
const SAME_ERROR_EVERY_MS = 60_000;

export interface Sequencer {
  stop(): Promise<void>;
}

/** Numbers and signs what was appended, for all tenants in turn, until it is stopped. Any number of these may run. */
export function runSequencer(
  context: SequencerContext & { db: Database; onError: (error: Error, tenantId: number) => void },
): Sequencer {
  const { db } = context;
  const told = new Map<number, { message: string; at: number }>();
  const stopping = new AbortController();

  function tell(error: Error, tenantId: number): void {
    // A database that is away is heard of elsewhere.
    if (error instanceof LapseError) return;
    const last = told.get(tenantId);
    const now = context.now();
    if (last?.message === error.message && now - last.at < SAME_ERROR_EVERY_MS) return;
    told.set(tenantId, { message: error.message, at: now });
    context.onError(error, tenantId);
  }

  async function look(): Promise<number[]> {
    try {
      return await tenantsWith(context, 'audit');
    } catch (error) {
      tell(error as Error, 0);
      return [];
    }
  }

  async function turn(tenantId: number): Promise<void> {
    try {
      while (!stopping.signal.aborted) {
        const { has_more } = await db.transaction(tenantId, (tx) => sequenceEntries(tx, context));
        if (!has_more) return;
      }
    } catch (error) {
      // One tenant's trouble must not hold up the others.
      tell(error as Error, tenantId);
    }
  }

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      for (const tenantId of await look()) {
        if (!stopping.signal.aborted) await turn(tenantId);
      }
      await sleep(EVERY_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  const done = loop();
  return {
    stop: () => {
      stopping.abort();
      return done;
    },
  };
}
