import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { ensureEventPartitions } from '../../src/core/events/event-partitions.sql.ts';
import { appendToInbox } from '../../src/core/events/inbox.sql.ts';
import { processTenant } from '../../src/core/pipeline/process-tenant.ts';
import {
  type ConnectionSettings,
  type Database,
  openDatabase,
} from '../../src/platform/database/database.ts';
import { DAY_MS } from '../../src/platform/iso-instant.ts';

/** Events per second from the inbox to scores: a use of each of many grants, spread over all of them. */
export async function measureIngest(
  connection: ConnectionSettings,
  tenantId: number,
  { grants, events, now }: { grants: number; events: number; now: number },
): Promise<Record<string, number>> {
  const db = openDatabase({ connection, pool_size: 3, plans: 'force_custom_plan', onError: () => {} });
  const context = {
    db,
    now: () => now,
    onError: (error: Error) => {
      throw error;
    },
  };
  await ensureEventPartitions(db, new Date(now));
  const id = (kind: string, number: number): string =>
    `${kind}1900000-0000-7000-8000-${String(number).padStart(12, '0')}`;
  const every = Math.max(1, Math.floor(grants / events));
  const send = async (at: number) => {
    for (let first = 0; first < events; first += 500) {
      await appendToInbox(
        db.alone(tenantId),
        Array.from({ length: Math.min(500, events - first) }, (_, i) => {
          const grant = ((first + i) * every) % grants;
          return {
            event_id: uuidv7(),
            principal_id: id('p', grant % (grants / 20)),
            asset_id: id('a', (grant * 31) % (grants / 100)),
            action: 'query',
            platform: 'fabric',
            timestamp: new Date(at).toISOString(),
            metadata: null,
          };
        }),
      );
    }
    const before = await buffersRead(db);
    const began = performance.now();
    while (await processTenant(context, tenantId));
    const seconds = (performance.now() - began) / 1000;
    return { per_second: events / seconds, buffers: ((await buffersRead(db)) - before) / events };
  };
  // The first use of anything also moves its peers; from then on use is what it is on an ordinary day.
  await send(now - 2 * DAY_MS);
  const { per_second, buffers } = await send(now - 1_000);
  await db.close();
  return { 'pipeline, in /s': per_second, 'pipeline per event, in buffers': buffers };
}

/** Of the whole database since it was made. A connection tells what it read when it has rested for a second. */
async function buffersRead(db: Database): Promise<number> {
  await sleep(2_500);
  const [row] = await db.registry<{ buffers: number }>(
    'SELECT blks_hit + blks_read AS buffers FROM pg_stat_database WHERE datname = current_database()',
  );
  return row?.buffers ?? 0;
}
