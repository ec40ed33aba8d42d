import type { Querier } from '../../platform/database/database.ts';

/** From now on silence of the platform is no evidence. Opening what is open changes nothing. */
export async function openTelemetryGap(tx: Querier, platform: string, since: string): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO telemetry_gaps (tenant_id, platform, started_at)
     SELECT $1, $2, $3 WHERE NOT EXISTS (
       SELECT FROM telemetry_gaps WHERE tenant_id = $1 AND platform = $2 AND ended_at IS NULL)
     ON CONFLICT DO NOTHING RETURNING platform`,
    [tx.tenant_id, platform, since],
  );
  return rows.length > 0;
}

/** The platform is watched again, unless another of its connectors still does not see. */
export async function closeTelemetryGap(
  tx: Querier,
  platform: string,
  { connector_id, now }: { connector_id: string; now: string },
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE telemetry_gaps SET ended_at = greatest(started_at, $3) WHERE tenant_id = $1 AND platform = $2
       AND ended_at IS NULL AND NOT EXISTS (
         SELECT FROM connectors c WHERE c.tenant_id = $1 AND c.platform = $2 AND c.id <> $4 AND c.enabled
           AND ((c.health = 'failing' AND c.last_use_read_at IS NOT NULL) OR c.coverage ->> 'observes_use' = 'false'))
     RETURNING platform`,
    [tx.tenant_id, platform, now, connector_id],
  );
  return rows.length > 0;
}

/** Stretches that the platform itself says went unseen. Answers how many were new. */
export async function recordTelemetryGaps(
  tx: Querier,
  platform: string,
  gaps: readonly { from: string; to: string }[],
): Promise<number> {
  if (gaps.length === 0) return 0;
  const rows = await tx.query(
    `INSERT INTO telemetry_gaps (tenant_id, platform, started_at, ended_at)
     SELECT DISTINCT ON (r.from_at) $1::integer, $2, r.from_at, r.to_at
     FROM json_to_recordset($3) AS r (from_at timestamptz, to_at timestamptz) WHERE r.to_at > r.from_at
     ORDER BY r.from_at, r.to_at DESC
     ON CONFLICT DO NOTHING RETURNING platform`,
    [tx.tenant_id, platform, JSON.stringify(gaps.map(({ from, to }) => ({ from_at: from, to_at: to })))],
  );
  return rows.length;
}

/** Every lapse date on the platform depends on when it was watched: all of them are asked for, in pieces. */
export async function requestForPlatform(tx: Querier, platform: string): Promise<void> {
  await tx.query(
    `INSERT INTO recalculations (tenant_id, cause, grant_ids)
     SELECT $1, 'telemetry', array_agg(id ORDER BY id) FROM (
       SELECT g.id, (row_number() OVER (ORDER BY g.id) - 1) / 5000 AS batch
       FROM assets a
       CROSS JOIN LATERAL (SELECT id FROM grants WHERE tenant_id = $1 AND asset_id = a.id OFFSET 0) g
       WHERE a.tenant_id = $1 AND a.platform = $2) numbered
     GROUP BY batch ORDER BY batch`,
    [tx.tenant_id, platform],
  );
  tx.wakes?.('events', 'sweep');
}
