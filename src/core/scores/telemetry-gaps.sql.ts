import type { Querier } from '../../platform/database/database.ts';
import { EVER } from './unobserved.rules.ts';

/**
 * Condition on a gap `t` and an asset `a`: the gap concerns what happens on the asset. Gaps without a connector concern a
 * whole platform.
 */
export const GAP_OF_ASSET = `t.tenant_id = $1 AND t.platform = a.platform AND t.connector_id IN ('', a.connector_id)`;

/** Whether the use of an asset `a` is watched at the moment. */
export const IS_WATCHED = `NOT EXISTS (SELECT FROM telemetry_gaps t WHERE ${GAP_OF_ASSET} AND t.ended_at IS NULL)`;

/** The ids of all whose use is not watched. */
export const UNWATCHED_ASSETS = `SELECT a.id FROM telemetry_gaps t
  JOIN assets a ON a.tenant_id = $1 AND a.platform = t.platform AND (t.connector_id = '' OR a.connector_id = t.connector_id)
  WHERE t.tenant_id = $1 AND t.ended_at IS NULL`;

/** What is read by one connector. What others read, and what was imported, is watched in other ways. */
export interface WatchedPlace {
  connector_id: string;
  platform: string;
}

const EVER_TEXT = new Date(EVER).toISOString();

/** What a connector that is new will list was not watched until now: what it is not used for may be older. */
export async function beginWatching(tx: Querier, watched: WatchedPlace, now: string): Promise<void> {
  await recordTelemetryGaps(tx, watched, [{ from: EVER_TEXT, to: now }]);
}

/**
 * An outage that lasts is counted a day at a time, for the days that have passed: nothing comes nearer to its lapse date
 * while nobody can see whether it is used.
 */
export async function countLastingGaps(tx: Querier, now: string): Promise<void> {
  const places = await tx.query<WatchedPlace & Record<string, unknown>>(
    `UPDATE telemetry_gaps SET counted_until = $2
     WHERE tenant_id = $1 AND ended_at IS NULL
       AND coalesce(counted_until, started_at) <= $2::timestamptz - interval '1 day'
     RETURNING platform, connector_id`,
    [tx.tenant_id, now],
  );
  for (const place of places) await requestForWatched(tx, place);
}

/** The same where nothing could be read since it was connected. */
export async function stillUnwatched(
  tx: Querier,
  { platform, connector_id }: WatchedPlace,
  now: string,
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE telemetry_gaps SET ended_at = $5
     WHERE tenant_id = $1 AND platform = $2 AND connector_id = $3 AND started_at = $4
       AND ended_at <= $5::timestamptz - interval '1 day' RETURNING platform`,
    [tx.tenant_id, platform, connector_id, EVER_TEXT, now],
  );
  return rows.length > 0;
}

/** The platform remembers use since before it was connected. */
export async function watchedSince(
  tx: Querier,
  { platform, connector_id }: WatchedPlace,
  since: string,
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE telemetry_gaps SET ended_at = $5
     WHERE tenant_id = $1 AND platform = $2 AND connector_id = $3 AND started_at = $4 AND ended_at > $5 RETURNING platform`,
    [tx.tenant_id, platform, connector_id, EVER_TEXT, since],
  );
  return rows.length > 0;
}

/** From now on silence there is no evidence. Opening what is open changes nothing. */
export async function openTelemetryGap(
  tx: Querier,
  { platform, connector_id }: WatchedPlace,
  since: string,
): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO telemetry_gaps (tenant_id, platform, connector_id, started_at)
     SELECT $1, $2, $3, $4 WHERE NOT EXISTS (
       SELECT FROM telemetry_gaps WHERE tenant_id = $1 AND platform = $2 AND connector_id = $3 AND ended_at IS NULL)
     ON CONFLICT DO NOTHING RETURNING platform`,
    [tx.tenant_id, platform, connector_id, since],
  );
  return rows.length > 0;
}

/** It is watched again. */
export async function closeTelemetryGap(
  tx: Querier,
  { platform, connector_id }: WatchedPlace,
  now: string,
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE telemetry_gaps SET ended_at = greatest(started_at, $4)
     WHERE tenant_id = $1 AND platform = $2 AND connector_id = $3 AND ended_at IS NULL RETURNING platform`,
    [tx.tenant_id, platform, connector_id, now],
  );
  return rows.length > 0;
}

/** Stretches that the platform itself says went unseen. Answers how many were new. */
export async function recordTelemetryGaps(
  tx: Querier,
  { platform, connector_id }: WatchedPlace,
  gaps: readonly { from: string; to: string }[],
): Promise<number> {
  if (gaps.length === 0) return 0;
  const rows = await tx.query(
    `INSERT INTO telemetry_gaps (tenant_id, platform, connector_id, started_at, ended_at)
     SELECT DISTINCT ON (r.from_at) $1::integer, $2, $3, r.from_at, r.to_at
     FROM json_to_recordset($4) AS r (from_at timestamptz, to_at timestamptz) WHERE r.to_at > r.from_at
     ORDER BY r.from_at, r.to_at DESC
     ON CONFLICT DO NOTHING RETURNING platform`,
    [
      tx.tenant_id,
      platform,
      connector_id,
      JSON.stringify(gaps.map(({ from, to }) => ({ from_at: from, to_at: to }))),
    ],
  );
  return rows.length;
}

/** Every lapse date there depends on when it was watched: all of them are asked for, in pieces. */
export async function requestForWatched(
  tx: Querier,
  { platform, connector_id }: WatchedPlace,
): Promise<void> {
  await tx.query(
    `INSERT INTO recalculations (tenant_id, cause, grant_ids)
     SELECT $1, 'telemetry', array_agg(id ORDER BY id) FROM (
       SELECT g.id, (row_number() OVER (ORDER BY g.id) - 1) / 5000 AS batch
       FROM assets a
       CROSS JOIN LATERAL (SELECT id FROM grants WHERE tenant_id = $1 AND asset_id = a.id OFFSET 0) g
       WHERE a.tenant_id = $1 AND a.platform = $2 AND ($3 = '' OR a.connector_id = $3)) numbered
     GROUP BY batch ORDER BY batch`,
    [tx.tenant_id, platform, connector_id],
  );
  tx.wakes?.('events', 'sweep');
}

/** The connector watches these from now on. */
export async function markWatched(
  tx: Querier,
  connectorId: string,
  assetIds: readonly string[],
): Promise<void> {
  if (assetIds.length === 0) return;
  await tx.query(
    `UPDATE assets a SET connector_id = $2 FROM unnest($3::text[]) AS w (id)
     WHERE a.tenant_id = $1 AND a.id = w.id AND a.connector_id IS DISTINCT FROM $2`,
    [tx.tenant_id, connectorId, assetIds],
  );
}
