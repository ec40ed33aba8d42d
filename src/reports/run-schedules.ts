import { type Loop, runLoop } from '../background/run-loop.ts';
import type { Database, Querier } from '../store/database.ts';
import { tenantsWith } from '../store/tenants-with.ts';
import { tellFinishedRuns } from './tell-finished-runs.ts';

const REST_MS = 1_000;

export interface ScheduleContext {
  db: Database;
  now: () => number;
  newId: () => string;
  /** Where people reach this program, without a slash at its end. */
  public_url: string;
  /** Asks for the report of one schedule that is due; false when none is. */
  fire: (tx: Querier, means: { now: number; newId: () => string }) => Promise<boolean>;
  onError: (error: Error, tenantId: number) => void;
}

/** Fires what is due, and tells who waits for a report that it is there. */
export async function scheduleTenant(context: ScheduleContext, tenantId: number): Promise<boolean> {
  const { db, now, newId, fire, public_url } = context;
  const fired = await db.transaction(tenantId, (tx) => fire(tx, { now: now(), newId }));
  const told = await db.transaction(tenantId, (tx) =>
    tellFinishedRuns(tx, { now: now(), newId, public_url }),
  );
  return fired || told > 0;
}

/** Any number of these may run. */
export function runSchedules(context: ScheduleContext): Loop {
  return runLoop({
    rest_ms: REST_MS,
    onError: (error) => context.onError(error, 0),
    turn: async (signal) => {
      let wasBusy = false;
      for (const tenantId of await tenantsWith(context, 'schedules')) {
        if (signal.aborted) return false;
        try {
          if (await scheduleTenant(context, tenantId)) wasBusy = true;
        } catch (error) {
          // One tenant's trouble is not the others'.
          context.onError(error as Error, tenantId);
        }
      }
      return wasBusy;
    },
  });
}
