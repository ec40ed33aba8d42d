import type { Querier } from '../../platform/database/database.ts';

/** A piece of a walk through all principals or grants of a tenant, in the order of their ids. */
export interface RetentionPiece {
  /** The last one of the piece before; empty: from the beginning. */
  after: string;
  before: string;
  /** How many principals or grants are looked at, each by its own range of an index. */
  owners: number;
}

export type RetentionStep = { removed: number; last: string | null; looked: number };

/** Of one statement: more rows would hold their locks, and the disk, for longer than others should wait. */
const EVENTS_AT_ONCE = 2_000;

/**
 * Events of a tenant from before an instant. By principal, because that is how they are indexed: finding them by time alone
 * would be a look at each, or one more index for every event to be written to.
 */
export async function removeEvents(tx: Querier, piece: RetentionPiece): Promise<RetentionStep> {
  const [row] = await tx.query<RetentionStep>(
    `WITH owners AS MATERIALIZED (
       SELECT id FROM principals WHERE tenant_id = $1 AND id > $2 ORDER BY id LIMIT $4
     ), old AS MATERIALIZED (
       SELECT e.event_id, e.occurred_at FROM owners o
       JOIN LATERAL (SELECT event_id, occurred_at FROM events
                     WHERE tenant_id = $1 AND principal_id = o.id AND occurred_at < $3 LIMIT ${EVENTS_AT_ONCE}) e ON true
       LIMIT ${EVENTS_AT_ONCE}
     ), gone AS (
       -- By arrays, which the key is probed with. Joined, every event of these months was compared with each: 5 s for 5,000.
       DELETE FROM events
       WHERE tenant_id = $1 AND event_id = ANY (ARRAY(SELECT event_id FROM old)) AND occurred_at < $3
         AND occurred_at >= (SELECT min(occurred_at) FROM old) AND occurred_at <= (SELECT max(occurred_at) FROM old)
       RETURNING 1
     )
     SELECT (SELECT count(*) FROM gone) AS removed, (SELECT count(*) FROM owners) AS looked,
       -- Not everything of these fitted: they are looked at again.
       CASE WHEN (SELECT count(*) FROM old) = ${EVENTS_AT_ONCE} THEN $2 ELSE (SELECT max(id) FROM owners) END AS last`,
    [tx.tenant_id, piece.after, piece.before, piece.owners],
  );
  return row as RetentionStep;
}

/**
 * Changes of lapse dates from before an instant, but for the last one of each grant, which says that it was observed then. A
 * past score is told from the present one by undoing the changes since, so no score from that instant on depends on the others.
 */
export async function removeScoreHistory(tx: Querier, piece: RetentionPiece): Promise<RetentionStep> {
  const [row] = await tx.query<RetentionStep>(
    `WITH owners AS MATERIALIZED (
       SELECT id FROM grants WHERE tenant_id = $1 AND id > $2 ORDER BY id LIMIT $4
     ), gone AS (
       DELETE FROM score_history h USING owners o
       WHERE h.tenant_id = $1 AND h.grant_id = o.id
         AND h.at < (SELECT max(l.at) FROM score_history l WHERE l.tenant_id = $1 AND l.grant_id = o.id AND l.at < $3)
       RETURNING 1
     )
     SELECT (SELECT count(*) FROM gone) AS removed, (SELECT count(*) FROM owners) AS looked,
       (SELECT max(id) FROM owners) AS last`,
    [tx.tenant_id, piece.after, piece.before, piece.owners],
  );
  return row as RetentionStep;
}
