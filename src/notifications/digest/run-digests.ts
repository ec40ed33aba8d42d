import type { Loop } from '../../platform/background/run-loop.ts';
import { runTenants } from '../../platform/background/run-tenants.ts';
import { Timetable } from '../../platform/background/timetable.ts';
import type { Database } from '../../platform/database/database.ts';
import { listTenants } from '../../platform/tenants/tenants.sql.ts';
import { DIGESTS_MAX, startDigests } from './start-digests.ts';

/** A digest comes within this time; nobody sets their watch by it. */
const LOOK_EVERY_MS = 30_000;

interface DigestContext {
  db: Database;
  now: () => number;
  onError: (error: Error, tenantId: number) => void;
}

/** Any number of these may run: of one person and day there is one digest. */
export function runDigests(context: DigestContext): Loop {
  const { db, now } = context;
  const timetable = new Timetable();
  return runTenants({
    context,
    look_every_ms: LOOK_EVERY_MS,
    at_once: 1,
    due: async () => timetable.due((await listTenants(db)).map(({ tenant_id }) => tenant_id)),
    turn: async (tenantId, { take }) => {
      const started = await take('digests', () =>
        db.transaction(tenantId, (tx) => startDigests(tx, { now: now() })),
      );
      const has_more = (started ?? 0) >= DIGESTS_MAX;
      timetable.set(tenantId, has_more ? 0 : LOOK_EVERY_MS);
      return has_more;
    },
  });
}
