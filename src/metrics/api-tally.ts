import { API_CONNECTOR, addIngested } from '../core/events/ingest-totals.sql.ts';
import { runTenants } from '../platform/background/run-tenants.ts';
import type { Database } from '../platform/database/database.ts';

const FLUSH_EVERY_MS = 2_000;

/**
 * Events that came through the API, added to the total of each tenant every few seconds: a row that every request
 * wrote would be the one that all of them wait for. What a killed process had not added is missing from the total only.
 */
export function tallyApiEvents(
  db: Database,
  onError: (error: Error, tenantId: number) => void,
  now: () => number = Date.now,
) {
  const counts = new Map<number, number>();
  const count = (tenantId: number, events: number): void => {
    if (events === 0) return;
    counts.set(tenantId, (counts.get(tenantId) ?? 0) + events);
    loop.wake(FLUSH_EVERY_MS);
  };
  const add = async (tenantId: number): Promise<void> => {
    const events = counts.get(tenantId) ?? 0;
    counts.delete(tenantId);
    try {
      await addIngested(db.alone(tenantId), API_CONNECTOR, { events, at: now() });
    } catch (error) {
      count(tenantId, events);
      throw error;
    }
  };
  const loop = runTenants({
    context: { db, now, onError },
    turn_every_ms: FLUSH_EVERY_MS,
    at_once: 1,
    due: async () => ({ tenants: [...counts.keys()] }),
    turn: async (tenantId, { take }) => {
      await take('ingest_totals', () => add(tenantId));
      return false;
    },
  });
  return {
    count,
    stop: async () => {
      await loop.stop();
      for (const tenantId of [...counts.keys()])
        await add(tenantId).catch((error) => onError(error as Error, tenantId));
    },
  };
}
