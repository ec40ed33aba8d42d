import type { Database } from '../../platform/database/database.ts';

export async function ensureEventPartitions(db: Database, now: Date): Promise<void> {
  await db.registry("SELECT ensure_event_partitions($1::date, ($1::date + interval '3 months')::date)", [
    now.toISOString().slice(0, 10),
  ]);
}

/** Drops whole months that end before this day: no row is touched, and no score changes. */
export async function dropEventPartitions(db: Database, before: Date): Promise<number> {
  const [row] = await db.registry<{ dropped: number }>('SELECT drop_event_partitions($1::date) AS dropped', [
    before.toISOString().slice(0, 10),
  ]);
  return row?.dropped ?? 0;
}
