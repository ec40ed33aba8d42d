import { type Loop, runLoop } from '../background/run-loop.ts';
import type { Database } from '../store/database.ts';
import { API_CONNECTOR, addIngested } from '../store/ingest-totals.ts';

export interface ApiTally {
  count(tenantId: number, events: number): void;
  stop(): Promise<void>;
}

const FLUSH_EVERY_MS = 2_000;

/**
 * Events that came through the API, added to the total of each tenant every few seconds: a row that every request
 * wrote would be the one that all of them wait for. What a killed process had not added is missing from the total only.
 */
export function tallyApiEvents(db: Database, onError: (error: Error) => void): ApiTally {
  let counts = new Map<number, number>();
  const flush = async (): Promise<void> => {
    const taken = counts;
    counts = new Map();
    for (const [tenantId, events] of taken) {
      try {
        await addIngested(db.alone(tenantId), API_CONNECTOR, events);
      } catch (error) {
        counts.set(tenantId, (counts.get(tenantId) ?? 0) + events);
        onError(error as Error);
      }
    }
  };
  const loop: Loop = runLoop({
    rest_ms: FLUSH_EVERY_MS,
    onError,
    turn: async () => {
      await flush();
      return false;
    },
  });
  return {
    count: (tenantId, events) => {
      if (events > 0) counts.set(tenantId, (counts.get(tenantId) ?? 0) + events);
    },
    stop: async () => {
      await loop.stop();
      await flush();
    },
  };
}
