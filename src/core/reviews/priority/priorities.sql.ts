import type { Querier } from '../../../platform/database/database.ts';
import type { Recommendation } from '../review.rules.ts';
import { ASSETS_MAX, type Weighed } from './priority.rules.ts';

/** To how many assets each of these has active access, counted up to a bound. */
export async function countAssets(
  q: Querier,
  principalIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (principalIds.length === 0) return new Map();
  const rows = await q.query<{ principal_id: string; assets: number }>(
    `SELECT w.id AS principal_id, n.assets
     FROM unnest($2::text[]) AS w (id)
     CROSS JOIN LATERAL (SELECT count(*)::integer AS assets FROM (
       SELECT DISTINCT asset_id FROM grants
       WHERE tenant_id = $1 AND principal_id = w.id AND status = 'active' LIMIT ${ASSETS_MAX}) a) n`,
    [q.tenant_id, [...new Set(principalIds)]],
  );
  return new Map(rows.map((row) => [row.principal_id, row.assets]));
}

/** An open review whose weight is from before. */
export type WeighedBefore = {
  id: string;
  principal_id: string;
  access_grant_ids: string[];
  weighed_at: string;
};

/** Those weighed longest ago first. */
export async function listWeighedBefore(
  q: Querier,
  before: string,
  after: Pick<WeighedBefore, 'weighed_at' | 'id'> | null,
  limit: number,
): Promise<WeighedBefore[]> {
  return q.query<WeighedBefore>(
    `SELECT id, principal_id, access_grant_ids, weighed_at::text AS weighed_at FROM reviews
     WHERE tenant_id = $1 AND status IN ('PENDING', 'ESCALATED') AND weighed_at < $2
       AND (weighed_at, id) > ($3::timestamptz, $4)
     ORDER BY weighed_at, id LIMIT $5`,
    [q.tenant_id, before, after?.weighed_at ?? '-infinity', after?.id ?? '', limit],
  );
}

/** What somebody decides at this moment is left to him. Answers how many were weighed. */
export async function saveWeights(
  tx: Querier,
  weights: readonly (Weighed & { id: string; recommendation: Recommendation })[],
): Promise<number> {
  if (weights.length === 0) return 0;
  const rows = await tx.query(
    `WITH free AS MATERIALIZED (
       SELECT id FROM reviews
       WHERE tenant_id = $1 AND id = ANY ($3::text[]) AND status IN ('PENDING', 'ESCALATED')
       ORDER BY id FOR UPDATE SKIP LOCKED
     )
     UPDATE reviews r SET priority = w.priority, priority_facts = w.priority_facts, weighed_at = w.weighed_at,
       recommendation = w.recommendation
     FROM json_to_recordset($2) AS w (id text, priority smallint, priority_facts jsonb, weighed_at timestamptz,
       recommendation text)
     WHERE r.tenant_id = $1 AND r.id = w.id AND r.id IN (SELECT id FROM free)
     RETURNING r.id`,
    [tx.tenant_id, JSON.stringify(weights), weights.map(({ id }) => id)],
  );
  return rows.length;
}
