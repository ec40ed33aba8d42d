import type { Querier } from '../../../platform/database/database.ts';

export type RecalculationCause =
  | 'imported'
  | 'directory'
  | 'peers'
  | 'login'
  | 'refresh'
  | 'policy'
  | 'learned'
  | 'time'
  | 'remediation'
  | 'telemetry'
  | 'confirmation'
  | 'signals';

export interface Recalculation {
  id: number;
  cause: RecalculationCause;
  grant_ids: string[];
  job_id: string | null;
  /** How often it has failed, once it was about a single grant. */
  attempts: number;
  created_at: string;
}

/** As many as are computed in one transaction. */
const GRANTS_PER_REQUEST = 5_000;

/** Asks for lapse dates to be recomputed, in the transaction of what makes it necessary. */
export async function requestRecalculation(
  q: Querier,
  cause: RecalculationCause,
  grantIds: readonly string[],
): Promise<void> {
  for (let from = 0; from < grantIds.length; from += GRANTS_PER_REQUEST) {
    await q.query('INSERT INTO recalculations (tenant_id, cause, grant_ids) VALUES ($1, $2, $3)', [
      q.tenant_id,
      cause,
      grantIds.slice(from, from + GRANTS_PER_REQUEST),
    ]);
  }
  if (grantIds.length > 0) q.wakes?.('events');
}

/** Takes the oldest request that is due; rolled back, it is there again. */
export async function claimRecalculation(tx: Querier): Promise<Recalculation | null> {
  const rows = await tx.query<Recalculation & Record<string, unknown>>(
    // Found once: as a part of the join it could be looked for again for every row, and find another.
    `WITH c AS MATERIALIZED (
       SELECT id FROM recalculations WHERE tenant_id = $1 AND not_before <= now() ORDER BY id LIMIT 1
       FOR UPDATE SKIP LOCKED)
     DELETE FROM recalculations r USING c WHERE r.tenant_id = $1 AND r.id = c.id
     RETURNING r.id, r.cause, r.grant_ids, r.job_id, r.attempts, r.created_at`,
    [tx.tenant_id],
  );
  return rows[0] ?? null;
}

/** Takes this request, if it is still there. */
export async function takeRecalculation(tx: Querier, id: number): Promise<Recalculation | null> {
  const rows = await tx.query<Recalculation & Record<string, unknown>>(
    `DELETE FROM recalculations WHERE tenant_id = $1 AND id = $2
     RETURNING id, cause, grant_ids, job_id, attempts, created_at`,
    [tx.tenant_id, id],
  );
  return rows[0] ?? null;
}

export async function putRecalculationBack(
  tx: Querier,
  request: Omit<Recalculation, 'id'> & { wait_s: number },
): Promise<void> {
  const { cause, grant_ids, job_id, attempts, created_at, wait_s } = request;
  await tx.query(
    `INSERT INTO recalculations (tenant_id, cause, grant_ids, job_id, attempts, created_at, not_before)
     VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))`,
    [tx.tenant_id, cause, grant_ids, job_id, attempts, created_at, wait_s],
  );
}

/**
 * With all other grants of the same principals on the same assets, of which one stands for all among its peers. Each pair is
 * expanded once: per grant, a pair of 8,000 was read 8,000 times.
 */
export async function withSiblings(q: Querier, grantIds: readonly string[]): Promise<string[]> {
  const rows = await q.query<{ id: string }>(WITH_SIBLINGS_SQL, [q.tenant_id, grantIds]);
  return rows.map((row) => row.id);
}

export const WITH_SIBLINGS_SQL = `
  SELECT o.id FROM (
    SELECT DISTINCT g.principal_id, g.asset_id FROM unnest($2::text[]) AS wanted (id)
    JOIN grants g ON g.tenant_id = $1 AND g.id = wanted.id) pair
  JOIN LATERAL (SELECT id FROM grants
                WHERE tenant_id = $1 AND principal_id = pair.principal_id AND asset_id = pair.asset_id OFFSET 0) o ON true`;

/** Grants whose lapse date depends on one of these principals or assets. */
export async function requestForChanged(
  q: Querier,
  cause: RecalculationCause,
  column: 'principal_id' | 'asset_id',
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await q.query(
    `INSERT INTO recalculations (tenant_id, cause, grant_ids)
     SELECT $1, $2, array_agg(id) FROM (
       SELECT id, (row_number() OVER (ORDER BY id) - 1) / ${GRANTS_PER_REQUEST} AS batch
       FROM grants WHERE tenant_id = $1 AND ${column} = ANY ($3::text[])) g
     GROUP BY batch`,
    [q.tenant_id, cause, ids],
  );
  q.wakes?.('events');
}
