import type { Querier } from '../../platform/database/database.ts';

export interface InboxRow {
  id: number;
  events: number;
  payload: string;
  attempts: number;
  received_at: string;
  /** Of the requests that it came with, while traces are made. */
  traceparents: string | null;
}

/** Not many more rows than are wanted, going by the first ones: what one worker has locked no other can take. */
const ROWS_MAX = `(
  SELECT least(2000, ceil($2::float8 / greatest(1, avg(events)))) FROM (
    SELECT events FROM inbox WHERE tenant_id = $1 AND not_before <= now() ORDER BY id LIMIT 10) AS first)`;

/**
 * Takes the oldest batches that are due, about as many as make `eventsMax` events. They are gone with the commit of
 * what is made of them, and there again if that fails.
 */
export async function claimInbox(tx: Querier, eventsMax: number): Promise<InboxRow[]> {
  return tx.query<InboxRow & Record<string, unknown>>(
    // Found once: as a part of the join it could be looked for again for every row, and find another.
    `WITH c AS MATERIALIZED (
       SELECT id FROM (
         SELECT id, sum(events) OVER (ORDER BY id) - events AS before
         FROM (SELECT id, events FROM inbox WHERE tenant_id = $1 AND not_before <= now()
               ORDER BY id LIMIT ${ROWS_MAX} FOR UPDATE SKIP LOCKED) due) counted
       WHERE before < $2)
     DELETE FROM inbox i USING c WHERE i.tenant_id = $1 AND i.id = c.id
     RETURNING i.id, i.events, i.payload, i.attempts, i.received_at, i.traceparents`,
    [tx.tenant_id, eventsMax],
  );
}

export async function claimInboxRow(tx: Querier, id: number): Promise<InboxRow | null> {
  const rows = await tx.query<InboxRow & Record<string, unknown>>(
    `DELETE FROM inbox WHERE tenant_id = $1 AND id = $2
     RETURNING id, events, payload, attempts, received_at, traceparents`,
    [tx.tenant_id, id],
  );
  return rows[0] ?? null;
}

export async function putBack(
  tx: Querier,
  row: Omit<InboxRow, 'id'> & { wait_s: number; error: string },
): Promise<void> {
  await tx.query(
    `INSERT INTO inbox (tenant_id, received_at, events, payload, attempts, not_before, error, traceparents)
     VALUES ($1, $2, $3, $4, $5, now() + make_interval(secs => $6), $7, $8)`,
    [
      tx.tenant_id,
      row.received_at,
      row.events,
      row.payload,
      row.attempts,
      row.wait_s,
      row.error,
      row.traceparents,
    ],
  );
}

/** Waits until nobody else writes scores of the tenant; held until the end of the transaction. */
export async function lockPipeline(tx: Querier): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('lapse pipeline ' || $1::text, 0))", [
    tx.tenant_id,
  ]);
}
