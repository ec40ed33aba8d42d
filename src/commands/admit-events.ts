import { LapseError } from '../domain/errors.ts';
import { ExpiringMap } from '../domain/expiring-map.ts';
import type { Database } from '../store/database.ts';
import { inboxBacklog } from '../store/inbox.ts';

/** Lets events in as long as not too many of the tenant's wait to be applied. */
export interface Admission {
  /** Throws `rate_limited` when there is no room. */
  require(tenantId: number): Promise<void>;
  /** What was let in counts at once, also before the backlog is measured again. */
  count(tenantId: number, events: number): void;
}

interface Measured {
  events: Promise<number>;
  added: number;
}

/** For how long a measurement is believed. */
const MEASURED_MS_MIN = 250;
const MEASURED_MS_MAX = 2_000;
const TENANTS_MAX = 10_000;
const RETRY_AFTER_S = 5;

export function createAdmission(
  db: Database,
  backlogMax: number,
  onAccepted?: (tenantId: number, events: number) => void,
): Admission {
  const backlogs = new ExpiringMap<Measured>(TENANTS_MAX);

  const measure = (tenantId: number): Measured => {
    const key = String(tenantId);
    const measured: Measured = { events: inboxBacklog(db.tenant(tenantId)), added: 0 };
    const keep = (forMs: number): void => {
      const now = performance.now();
      backlogs.set(key, measured, { now_ms: now, expires_ms: now + forMs });
    };
    const began = performance.now();
    // Requests that come while it is measured wait for the same answer.
    keep(Number.POSITIVE_INFINITY);
    measured.events.then(
      // A long queue of small batches takes a while to sum up; measuring must not become the work.
      () => keep(Math.min(MEASURED_MS_MAX, Math.max(MEASURED_MS_MIN, 20 * (performance.now() - began)))),
      () => backlogs.delete(key),
    );
    return measured;
  };

  return {
    async require(tenantId) {
      const measured = backlogs.get(String(tenantId), performance.now()) ?? measure(tenantId);
      if ((await measured.events) + measured.added < backlogMax) return;
      throw new LapseError(
        'rate_limited',
        `Too many events wait to be applied; try again in ${RETRY_AFTER_S} s.`,
        undefined,
        { retry_after: RETRY_AFTER_S },
      );
    },
    count(tenantId, events) {
      onAccepted?.(tenantId, events);
      const measured = backlogs.get(String(tenantId), performance.now());
      if (measured) measured.added += events;
    },
  };
}
