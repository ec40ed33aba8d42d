import type { Querier } from '../../../platform/database/database.ts';
import { DAY_MS, isoInstant } from '../../../platform/iso-instant.ts';
import { withSetPlans } from '../../overview/figures.sql.ts';

/** An inventory passes once a month at least. */
const WINDOW_MS = 30 * DAY_MS;
/** Of a smaller platform one person may well use everything. */
const ASSETS_MIN = 50;
/** So much of a platform begins it; it ends below the second, so that an asset more or less changes nothing. */
const BEGINS_PERCENT = 80;
const ENDS_PERCENT = 60;

/** Whether this look is this worker's. */
export async function claimLook(tx: Querier, now: number): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO inventory_looks AS l (tenant_id, looked_at) VALUES ($1, $2)
     ON CONFLICT (tenant_id) DO UPDATE SET looked_at = excluded.looked_at WHERE l.looked_at <= $3
     RETURNING tenant_id`,
    [tx.tenant_id, isoInstant(now), isoInstant(now - DAY_MS)],
  );
  return rows.length > 0;
}

/**
 * Accounts that used nearly all assets of a platform, as far as they hold grants of their own on them, also inherited ones. One
 * look at the scores finds the few whose used grants may be enough; only of those is it counted how many assets they are.
 */
export async function accountsUsingNearlyAll(q: Querier, now: number): Promise<string[]> {
  const since = isoInstant(now - WINDOW_MS);
  const candidates = await withSetPlans(q, () => q.query<Candidate>(CANDIDATES_SQL, [q.tenant_id, since]));
  if (candidates.length === 0) return [];
  const rows = await q.query<{ id: string }>(USING_NEARLY_ALL_SQL, [
    q.tenant_id,
    since,
    candidates.map((one) => one.principal_id),
    candidates.map((one) => one.platform),
    candidates.map((one) => one.assets),
    candidates.map((one) => one.percent),
  ]);
  return rows.map((row) => row.id);
}

type Candidate = { principal_id: string; platform: string; assets: number; percent: number };

/** Assets are counted twice here that somebody has two grants on. */
const CANDIDATES_SQL = `
  WITH platforms AS MATERIALIZED (
    SELECT platform, count(*) AS assets FROM assets WHERE tenant_id = $1 AND removed_at IS NULL
    GROUP BY platform HAVING count(*) >= ${ASSETS_MIN}
  ), used AS MATERIALIZED (
    SELECT s.principal_id, a.platform, count(*) AS used
    FROM grant_scores s
    JOIN assets a ON a.tenant_id = $1 AND a.id = s.asset_id AND a.removed_at IS NULL
    WHERE s.tenant_id = $1 AND s.active AND s.last_used_at >= $2 AND EXISTS (SELECT FROM platforms)
    GROUP BY 1, 2
  ), candidates AS MATERIALIZED (
    SELECT u.principal_id, n.platform, n.assets, u.used
    FROM used u JOIN platforms n ON n.platform = u.platform
    WHERE u.used * 100 >= n.assets * ${ENDS_PERCENT}
  )
  SELECT c.principal_id, c.platform, c.assets, p.percent
  FROM candidates c
  JOIN LATERAL (SELECT CASE WHEN inventory_since IS NULL THEN ${BEGINS_PERCENT} ELSE ${ENDS_PERCENT} END AS percent
                FROM principals WHERE tenant_id = $1 AND id = c.principal_id AND type <> 'group' LIMIT 1) p ON true
  WHERE c.used * 100 >= c.assets * p.percent`;

/** Each is looked up by its key, without which the plan for a million grants reads all of them. */
const USING_NEARLY_ALL_SQL = `
  SELECT DISTINCT c.id
  FROM unnest($3::text[], $4::text[], $5::bigint[], $6::integer[]) AS c (id, platform, assets, percent)
  JOIN LATERAL (
    SELECT count(DISTINCT g.asset_id) AS used
    FROM grants g
    JOIN LATERAL (SELECT FROM grant_scores
                  WHERE tenant_id = $1 AND grant_id = g.id AND active AND last_used_at >= $2 LIMIT 1) s ON true
    JOIN LATERAL (SELECT FROM assets
                  WHERE tenant_id = $1 AND id = g.asset_id AND platform = c.platform AND removed_at IS NULL LIMIT 1) a ON true
    WHERE g.tenant_id = $1 AND g.principal_id = c.id) u ON true
  WHERE u.used * 100 >= c.assets * c.percent`;

export type InventoryChange = { id: string; before: string | null; after: string | null };

/** Those of these are inventory accounts from now on, and no others. Answers whose mark has changed. */
export async function setInventoryAccounts(
  tx: Querier,
  ids: readonly string[],
  now: number,
): Promise<InventoryChange[]> {
  return tx.query<InventoryChange>(
    `WITH changed AS MATERIALIZED (
       SELECT id, inventory_since AS before FROM principals
       WHERE tenant_id = $1 AND (id = ANY ($2::text[]) AND inventory_since IS NULL
         OR inventory_since IS NOT NULL AND NOT id = ANY ($2::text[]))
       ORDER BY id FOR UPDATE
     )
     UPDATE principals p SET inventory_since = CASE WHEN c.before IS NULL THEN $3::timestamptz END
     FROM changed c WHERE p.tenant_id = $1 AND p.id = c.id
     RETURNING p.id, c.before, p.inventory_since AS after`,
    [tx.tenant_id, ids, isoInstant(now)],
  );
}

export async function hasInventoryAccounts(q: Querier): Promise<boolean> {
  const rows = await q.query(
    'SELECT FROM principals WHERE tenant_id = $1 AND inventory_since IS NOT NULL LIMIT 1',
    [q.tenant_id],
  );
  return rows.length > 0;
}
