import { v7 as uuidv7 } from 'uuid';
import type { Querier } from '../../../platform/database/database.ts';
import { isoInstant } from '../../../platform/iso-instant.ts';
import type { Pair } from '../evidence/pairs.sql.ts';

export interface NewWaiting extends Pair {
  assigned_to_id: string | null;
  priority: number;
}

/** A pair stands in line once, from when it came first. */
export async function insertWaiting(tx: Querier, rows: readonly NewWaiting[], now: number): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `WITH waiting AS (
       INSERT INTO waiting_reviews (tenant_id, id, principal_id, asset_id, reviewer_id, priority, weighed_at, since)
       SELECT $1, id, principal_id, asset_id, coalesce(assigned_to_id, ''), priority, $3, $3
       FROM json_to_recordset($2) AS r (id text, principal_id text, asset_id text, assigned_to_id text, priority smallint)
       ORDER BY principal_id COLLATE "C", asset_id COLLATE "C"
       ON CONFLICT (tenant_id, principal_id, asset_id) DO NOTHING
     )
     ${ASK_AT}`,
    [
      tx.tenant_id,
      JSON.stringify(
        rows.map(({ principal_id, asset_id, assigned_to_id, priority }) => ({
          id: uuidv7(),
          principal_id,
          asset_id,
          assigned_to_id,
          priority,
        })),
      ),
      isoInstant(now),
    ],
  );
  tx.wakes?.('sweep');
}

const ASK_AT = `INSERT INTO waiting_turns (tenant_id, next_at) VALUES ($1, $3)
  ON CONFLICT (tenant_id) DO UPDATE SET next_at = excluded.next_at WHERE waiting_turns.next_at > excluded.next_at`;

/** The budget has changed: whoever waits may have a turn now. */
export async function lookAtWaiting(tx: Querier): Promise<void> {
  await tx.query("UPDATE waiting_turns SET next_at = 'epoch' WHERE tenant_id = $1", [tx.tenant_id]);
  tx.wakes?.('sweep');
}

/** Whether somebody may have a turn. Then nobody else gives turns until the transaction ends. */
export async function claimTurn(tx: Querier, before: number): Promise<boolean> {
  const rows = await tx.query(
    'SELECT FROM waiting_turns WHERE tenant_id = $1 AND next_at <= $2 FOR UPDATE SKIP LOCKED',
    [tx.tenant_id, isoInstant(before)],
  );
  return rows.length > 0;
}

/** Nobody has a turn before; when nobody waits, never. */
export async function endTurn(tx: Querier, nextAt: number): Promise<void> {
  await tx.query(
    `WITH one AS (SELECT FROM waiting_reviews WHERE tenant_id = $1 LIMIT 1),
          set AS (UPDATE waiting_turns SET next_at = $2 WHERE tenant_id = $1 AND EXISTS (SELECT FROM one))
     DELETE FROM waiting_turns WHERE tenant_id = $1 AND NOT EXISTS (SELECT FROM one)`,
    [tx.tenant_id, isoInstant(nextAt)],
  );
}

export type Waiting = Pair & {
  id: string;
  /** Null: nobody could be asked. */
  reviewer_id: string | null;
  /** Those past the review mark that nobody was asked about since; none: there is nothing to ask any more. */
  grant_ids: string[];
};

const PAST_GRANTS = `ARRAY(SELECT g.id FROM grants g
  JOIN grant_scores s ON s.tenant_id = $1 AND s.grant_id = g.id
  WHERE g.tenant_id = $1 AND g.principal_id = w.principal_id AND g.asset_id = w.asset_id
    AND g.status = 'active' AND s.review_asked ORDER BY g.id) AS grant_ids`;

/** How many a reviewer was asked since an instant, counted no further than matters. Row security keeps `coalesce` from any index. */
export const askedSince = (reviewer: string, since: string, most: string): string => {
  const asked = (whose: string) =>
    `SELECT FROM reviews a WHERE a.tenant_id = $1 AND ${whose} AND a.created_at >= ${since}`;
  return `(SELECT count(*) FROM (${asked(`a.assigned_to_id = ${reviewer}`)}
     UNION ALL ${asked(`a.assigned_to_id IS NULL AND a.origin <> 'rule' AND ${reviewer} = ''`)} LIMIT ${most}) counted)`;
};

/** Those whose turn it is: of each reviewer the heaviest, as many as the week has room for. */
export async function firstInLine(
  tx: Querier,
  { budget, since, limit }: { budget: number | null; since: number; limit: number },
): Promise<Waiting[]> {
  return tx.query<Waiting>(
    `WITH RECURSIVE reviewers AS (
       (SELECT reviewer_id FROM waiting_reviews WHERE tenant_id = $1 ORDER BY reviewer_id LIMIT 1)
       UNION ALL
       SELECT (SELECT n.reviewer_id FROM waiting_reviews n WHERE n.tenant_id = $1 AND n.reviewer_id > r.reviewer_id
               ORDER BY n.reviewer_id LIMIT 1)
       FROM reviewers r WHERE r.reviewer_id IS NOT NULL
     )
     SELECT w.id, w.principal_id, w.asset_id, nullif(w.reviewer_id, '') AS reviewer_id, ${PAST_GRANTS}
     FROM reviewers r
     CROSS JOIN LATERAL (
       SELECT f.* FROM waiting_reviews f WHERE f.tenant_id = $1 AND f.reviewer_id = r.reviewer_id
       ORDER BY f.lightness, f.id LIMIT $2::bigint - ${askedSince('r.reviewer_id', '$3', '$2::bigint')}) w
     WHERE r.reviewer_id IS NOT NULL LIMIT $4`,
    [tx.tenant_id, budget, isoInstant(since), limit],
  );
}

/** Some of those that were weighed before an instant, the longest ago first. */
export async function waitingWeighedBefore(q: Querier, before: number, limit: number): Promise<Waiting[]> {
  return q.query<Waiting>(
    `SELECT w.id, w.principal_id, w.asset_id, nullif(w.reviewer_id, '') AS reviewer_id, ${PAST_GRANTS}
     FROM (SELECT * FROM waiting_reviews WHERE tenant_id = $1 AND weighed_at < $2
           ORDER BY weighed_at, id LIMIT $3) w`,
    [q.tenant_id, isoInstant(before), limit],
  );
}

export async function stopWaiting(tx: Querier, pairs: readonly Pair[]): Promise<void> {
  if (pairs.length === 0) return;
  await tx.query(
    `DELETE FROM waiting_reviews w USING unnest($2::text[], $3::text[]) AS p (principal_id, asset_id)
     WHERE w.tenant_id = $1 AND w.principal_id = p.principal_id AND w.asset_id = p.asset_id`,
    [tx.tenant_id, pairs.map((pair) => pair.principal_id), pairs.map((pair) => pair.asset_id)],
  );
}

/** Of these grants: pairs of which none is past the review mark any more do not wait. */
export async function stopWaitingForFresh(tx: Querier, grantIds: readonly string[]): Promise<void> {
  if (grantIds.length === 0) return;
  await tx.query(
    `DELETE FROM waiting_reviews w USING grants f
     WHERE w.tenant_id = $1 AND f.tenant_id = $1 AND f.id = ANY ($2::text[])
       AND w.principal_id = f.principal_id AND w.asset_id = f.asset_id
       AND NOT EXISTS (SELECT FROM grants g JOIN grant_scores s ON s.tenant_id = $1 AND s.grant_id = g.id
                       WHERE g.tenant_id = $1 AND g.principal_id = w.principal_id AND g.asset_id = w.asset_id
                         AND g.status = 'active' AND s.review_asked)`,
    [tx.tenant_id, grantIds],
  );
}

/** Nothing of these principals waits any more. Answers the grants that it was about. */
export async function stopWaitingAbout(tx: Querier, principalIds: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `WITH gone AS (DELETE FROM waiting_reviews WHERE tenant_id = $1 AND principal_id = ANY ($2::text[])
                   RETURNING principal_id, asset_id)
     SELECT g.id FROM gone JOIN grants g ON g.tenant_id = $1 AND g.principal_id = gone.principal_id
       AND g.asset_id = gone.asset_id AND g.status = 'active'`,
    [tx.tenant_id, principalIds],
  );
  return rows.map((row) => row.id);
}

export interface Reweighed {
  id: string;
  assigned_to_id: string | null;
  /** Null: it cannot be weighed now, and stays as it is. */
  priority: number | null;
}

export async function weighWaiting(tx: Querier, rows: readonly Reweighed[], now: number): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `UPDATE waiting_reviews w SET weighed_at = $3, priority = coalesce(r.priority, w.priority),
       reviewer_id = CASE WHEN r.priority IS NULL THEN w.reviewer_id ELSE coalesce(r.assigned_to_id, '') END
     FROM json_to_recordset($2) AS r (id text, assigned_to_id text, priority smallint)
     WHERE w.tenant_id = $1 AND w.id = r.id`,
    [tx.tenant_id, JSON.stringify(rows), isoInstant(now)],
  );
}
