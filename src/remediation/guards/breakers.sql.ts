import type { Querier } from '../../platform/database/database.ts';
import { isoInstant } from '../../platform/iso-instant.ts';
import type { BreakerScope } from './guards.rules.ts';

export type BreakerRow = {
  id: string;
  scope: BreakerScope;
  asset_id: string | null;
  tripped_at: string;
  reason: string;
};

const COLUMNS = "id, scope, nullif(asset_id, '') AS asset_id, tripped_at, reason";

export async function openBreakers(q: Querier): Promise<BreakerRow[]> {
  return q.query<BreakerRow>(
    `SELECT ${COLUMNS} FROM remediation_breakers WHERE tenant_id = $1 AND released_at IS NULL
     ORDER BY scope DESC, asset_id`,
    [q.tenant_id],
  );
}

/** Tripping what is tripped already changes nothing. */
export async function tripBreaker(
  tx: Querier,
  breaker: { id: string; scope: BreakerScope; asset_id: string; tripped_at: number; reason: string },
): Promise<boolean> {
  const rows = await tx.query<{ id: string }>(
    `INSERT INTO remediation_breakers (tenant_id, id, scope, asset_id, tripped_at, reason)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (tenant_id, scope, asset_id) WHERE released_at IS NULL DO NOTHING RETURNING id`,
    [
      tx.tenant_id,
      breaker.id,
      breaker.scope,
      breaker.scope === 'tenant' ? '' : breaker.asset_id,
      isoInstant(breaker.tripped_at),
      breaker.reason,
    ],
  );
  return rows.length > 0;
}

export async function releaseBreakers(
  tx: Querier,
  release: { id: string | null; released_by: string; note: string; now: number },
): Promise<BreakerRow[]> {
  return tx.query<BreakerRow>(
    `UPDATE remediation_breakers SET released_at = $2, released_by = $3, release_note = $4
     WHERE tenant_id = $1 AND released_at IS NULL AND ($5::text IS NULL OR id = $5) RETURNING ${COLUMNS}`,
    [tx.tenant_id, isoInstant(release.now), release.released_by, release.note, release.id],
  );
}

const DAY_MS = 86_400_000;

/**
 * What was let through in the last 24 hours, or since an admin has last said that it was all right, against the grants
 * that there were.
 */
export async function remediationCounts(
  q: Querier,
  assetId: string,
  now: number,
): Promise<Record<BreakerScope, { grants: number; removed: number }>> {
  const [row] = await q.query<Record<keyof typeof NOTHING, number>>(
    `WITH since AS MATERIALIZED (
       SELECT greatest($3::timestamptz, (SELECT max(released_at) FROM remediation_breakers
                WHERE tenant_id = $1 AND scope = 'tenant' AND asset_id = '')) AS tenant,
              greatest($3::timestamptz, (SELECT max(released_at) FROM remediation_breakers
                WHERE tenant_id = $1 AND scope = 'asset' AND asset_id = $2)) AS asset
     ), lately AS (
       SELECT coalesce(sum(released_grants), 0) AS removed,
              coalesce(sum(released_grants) FILTER (WHERE status = 'completed'), 0) AS gone
       FROM remediations WHERE tenant_id = $1 AND released_at > (SELECT tenant FROM since)
     ), lately_of_asset AS (
       SELECT coalesce(sum(released_asset_grants), 0) AS removed,
              coalesce(sum(released_asset_grants) FILTER (WHERE status = 'completed'), 0) AS gone
       FROM remediations WHERE tenant_id = $1 AND asset_id = $2 AND released_at > (SELECT asset FROM since)
     )
     SELECT t.removed AS tenant_removed, a.removed AS asset_removed,
            t.gone + (SELECT coalesce(sum(amount), 0) FROM tallies WHERE tenant_id = $1 AND noun = 'grants'
               AND facet_1 IN ('active', 'revoking'))::bigint AS tenant_grants,
            a.gone + (SELECT coalesce(sum(amount), 0) FROM tallies WHERE tenant_id = $1 AND noun = 'asset_grants'
               AND facet_1 = $2 AND facet_2 IN ('active', 'revoking'))::bigint AS asset_grants
     FROM lately t CROSS JOIN lately_of_asset a`,
    [q.tenant_id, assetId, isoInstant(now - DAY_MS)],
  );
  const { tenant_removed, asset_removed, tenant_grants, asset_grants } = row ?? NOTHING;
  return {
    tenant: { grants: tenant_grants, removed: tenant_removed },
    asset: { grants: asset_grants, removed: asset_removed },
  };
}

const NOTHING = { tenant_removed: 0, asset_removed: 0, tenant_grants: 0, asset_grants: 0 };
