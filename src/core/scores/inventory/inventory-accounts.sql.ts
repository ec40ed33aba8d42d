import type { Querier } from '../../../platform/database/database.ts';
import { DAY_MS, isoInstant } from '../../../platform/iso-instant.ts';

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
 * Accounts that used nearly all assets of a platform, as far as they hold grants of their own on them, also inherited ones. Most
 * have used too little of anything, which one look at the scores tells; only of the rest is it counted what they used where.
 */
export async function accountsUsingNearlyAll(q: Querier, now: number): Promise<string[]> {
  const rows = await q.query<{ id: string }>(USING_NEARLY_ALL_SQL, [
    q.tenant_id,
    isoInstant(now - WINDOW_MS),
  ]);
  return rows.map((row) => row.id);
}

const USING_NEARLY_ALL_SQL = `
  WITH platforms AS MATERIALIZED (
    SELECT platform, count(*) AS assets FROM assets WHERE tenant_id = $1 AND removed_at IS NULL
    GROUP BY platform HAVING count(*) >= ${ASSETS_MIN}
  ), busy AS MATERIALIZED (
    SELECT principal_id FROM grant_scores
    WHERE tenant_id = $1 AND active AND last_used_at >= $2 AND EXISTS (SELECT FROM platforms)
    GROUP BY principal_id HAVING count(*) >= ${(ASSETS_MIN * ENDS_PERCENT) / 100}
  ), accounts AS MATERIALIZED (
    SELECT p.id, CASE WHEN p.inventory_since IS NULL THEN ${BEGINS_PERCENT} ELSE ${ENDS_PERCENT} END AS percent
    FROM busy b JOIN principals p ON p.tenant_id = $1 AND p.id = b.principal_id
    WHERE p.type <> 'group'
  )
  SELECT DISTINCT u.id FROM (
    SELECT c.id, c.percent, a.platform, count(DISTINCT a.id) AS used
    FROM accounts c
    JOIN grants g ON g.tenant_id = $1 AND g.principal_id = c.id
    JOIN grant_scores s ON s.tenant_id = $1 AND s.grant_id = g.id AND s.active AND s.last_used_at >= $2
    JOIN assets a ON a.tenant_id = $1 AND a.id = g.asset_id AND a.removed_at IS NULL
    GROUP BY 1, 2, 3) u
  JOIN platforms n ON n.platform = u.platform
  WHERE u.used * 100 >= n.assets * u.percent`;

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
