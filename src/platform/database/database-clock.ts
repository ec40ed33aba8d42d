import { setTimeout as sleep } from 'node:timers/promises';
import { LapseError } from '../errors.ts';
import type { Database } from './database.ts';

/** How far two machines drift apart meanwhile is nothing beside the leases that are measured with it. */
const EVERY_MS = 10_000;
const AFTER_FAILURE_MS = 1_000;
const FIRST_MS_MAX = 5_000;
/** An answer that took longer does not tell the time. */
const ROUND_TRIP_MS_MAX = 2_000;

/** By how much the server's clock is ahead of `now`, give or take half of the time that the answer was under way. */
export async function askTime(
  db: Pick<Database, 'registry'>,
  now: () => number,
): Promise<{ ahead_ms: number; took_ms: number }> {
  const asked = now();
  const [row] = await db.registry<{ ms: number }>(
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms',
  );
  const answered = now();
  return { ahead_ms: (row?.ms ?? asked) - (asked + answered) / 2, took_ms: answered - asked };
}

/**
 * The clock of the database, for those who work beside the gateway. Leases and due times of all workers are on it, so a
 * machine whose own clock is set forward and back takes nothing for weeks and announces nothing ahead of its time.
 * Between two looks it goes by the time since start, which nobody sets.
 */
export async function startDatabaseClock(db: Pick<Database, 'registry'>) {
  const stopping = new AbortController();
  /** What the database's clock says when the time since start is zero. */
  let origin: number | null = null;

  async function look(): Promise<boolean> {
    const { ahead_ms, took_ms } = await askTime(db, () => performance.now());
    if (origin === null || took_ms < ROUND_TRIP_MS_MAX) origin = ahead_ms;
    return true;
  }

  const first = look().catch(() => false);
  async function keepLooking(): Promise<void> {
    let isKnown = await first;
    while (!stopping.signal.aborted) {
      const wait = isKnown ? EVERY_MS : AFTER_FAILURE_MS;
      await sleep(wait, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
      if (!stopping.signal.aborted) isKnown = await look().catch(() => false);
    }
  }

  // Others may begin once the time is known, or find out for themselves that the database is away.
  await Promise.race([first, sleep(FIRST_MS_MAX, undefined, { ref: false })]);
  void keepLooking();
  return {
    /** Milliseconds since 1970. Throws `unavailable` as long as nobody has told the time. */
    now: (): number => {
      if (origin === null) throw new LapseError('unavailable', 'The database has not told the time yet.');
      return Math.floor(origin + performance.now());
    },
    stop: () => stopping.abort(),
  };
}
