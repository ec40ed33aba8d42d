import type { Database } from '../../platform/database/database.ts';
import { LapseError } from '../../platform/errors.ts';
import { ExpiringMap } from '../../platform/expiring-map.ts';
import { inboxBacklog } from './inbox.sql.ts';

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
  /** What is known at once: the number itself, or until it has come what was known before. */
  about: number | null;
  fresh_until: number;
}

/** For how long a measurement is believed. */
const MEASURED_MS_MIN = 250;
const MEASURED_MS_MAX = 2_000;
/** For how long it says that there is room, when there was plenty, while it is measured again. */
const KEPT_MS = 10_000;
const PLENTY = 0.5;
const TENANTS_MAX = 10_000;
const RETRY_AFTER_S = 5;

export function createAdmission(
  db: Database,
  backlogMax: number,
  onAccepted?: (tenantId: number, events: number) => void,
): Admission {
  const backlogs = new ExpiringMap<Measured>(TENANTS_MAX);

  const measure = (tenantId: number, before: Measured | undefined): Measured => {
    const key = String(tenantId);
    const began = performance.now();
    const measured: Measured = {
      events: inboxBacklog(db.tenant(tenantId)),
      added: 0,
      about: before && before.about !== null ? before.about + before.added : null,
      fresh_until: Number.POSITIVE_INFINITY,
    };
    // Requests that come while it is measured go by what was known, or wait for the same answer.
    backlogs.set(key, measured, { now_ms: began, expires_ms: Number.POSITIVE_INFINITY });
    measured.events.then(
      (events) => {
        const now = performance.now();
        measured.about = events;
        // A long queue of small batches takes a while to sum up; measuring must not become the work.
        measured.fresh_until = now + Math.min(MEASURED_MS_MAX, Math.max(MEASURED_MS_MIN, 20 * (now - began)));
        backlogs.set(key, measured, { now_ms: now, expires_ms: now + KEPT_MS });
      },
      () => backlogs.delete(key),
    );
    return measured;
  };

  return {
    async require(tenantId) {
      const now = performance.now();
      const kept = backlogs.get(String(tenantId), now);
      const measured = kept && kept.fresh_until > now ? kept : measure(tenantId, kept);
      if (measured.about !== null && measured.about + measured.added < PLENTY * backlogMax) return;
      if ((await measured.events) + measured.added < backlogMax) return;
      const full = `Too many events wait to be applied; try again in ${RETRY_AFTER_S} s.`;
      throw new LapseError('rate_limited', full, undefined, { retry_after: RETRY_AFTER_S });
    },
    count(tenantId, events) {
      onAccepted?.(tenantId, events);
      const measured = backlogs.get(String(tenantId), performance.now());
      if (measured) measured.added += events;
    },
  };
}
