import { textArray } from '../../../platform/database/array-literal.ts';
import type { Querier } from '../../../platform/database/database.ts';
import type { PeerPlace } from './grant-facts.sql.ts';

/** Of a group, or by how much they change. */
export interface PeerCounts extends PeerPlace {
  holders: number;
  active: number;
}

/** Adds the changes to the counts and answers the counts after them. */
export async function addToPeerGroups(tx: Querier, deltas: readonly PeerCounts[]): Promise<PeerCounts[]> {
  if (deltas.length === 0) return [];
  return tx.query<PeerCounts & Record<string, unknown>>(
    `INSERT INTO peer_groups AS n (tenant_id, asset_id, department, type, holders, active)
     SELECT $1, asset_id, department, type, holders, active
     FROM json_to_recordset($2) AS r (asset_id text, department text, type text, holders integer, active integer)
     ORDER BY asset_id COLLATE "C", department COLLATE "C", type COLLATE "C"
     ON CONFLICT (tenant_id, asset_id, department, type) DO UPDATE SET
       holders = n.holders + excluded.holders, active = n.active + excluded.active
     RETURNING asset_id, department, type, holders, active`,
    [tx.tenant_id, JSON.stringify(deltas)],
  );
}

/** Asks for the lapse dates of all members of these groups to be recomputed. */
export async function notePeerMoves(tx: Querier, places: readonly PeerPlace[]): Promise<void> {
  if (places.length === 0) return;
  await tx.query(
    `INSERT INTO peer_moves (tenant_id, asset_id, department, type)
     SELECT $1, a, d, t FROM unnest($2::text[], $3::text[], $4::text[]) AS r (a, d, t)
     ORDER BY a COLLATE "C", d COLLATE "C", t COLLATE "C" ON CONFLICT DO NOTHING`,
    [
      tx.tenant_id,
      textArray(places.map((place) => place.asset_id)),
      textArray(places.map((place) => place.department)),
      textArray(places.map((place) => place.type)),
    ],
  );
}

/** Takes some of the groups that have moved; rolled back, they are there again. */
export async function claimPeerMoves(tx: Querier, limit: number): Promise<PeerPlace[]> {
  return tx.query<PeerPlace & Record<string, unknown>>(
    // Found once: as a part of the join it could be looked for again for every row, and find another.
    `WITH c AS MATERIALIZED (
       SELECT asset_id, department, type FROM peer_moves WHERE tenant_id = $1
       ORDER BY asset_id, department, type LIMIT $2 FOR UPDATE SKIP LOCKED)
     DELETE FROM peer_moves m USING c
     WHERE m.tenant_id = $1 AND m.asset_id = c.asset_id AND m.department = c.department AND m.type = c.type
     RETURNING m.asset_id, m.department, m.type`,
    [tx.tenant_id, limit],
  );
}

/** The grants that are counted in these groups. Each asset's grants are read once, however many of its groups are asked for. */
export async function grantsOfPeerGroups(tx: Querier, places: readonly PeerPlace[]): Promise<string[]> {
  if (places.length === 0) return [];
  const rows = await tx.query<PeerPlace & { grant_id: string }>(
    `SELECT s.grant_id, g.asset_id, s.department, s.type
     FROM unnest($2::text[]) AS w (asset_id)
     CROSS JOIN LATERAL (SELECT id, asset_id FROM grants
                         WHERE tenant_id = $1 AND asset_id = w.asset_id OFFSET 0) g
     CROSS JOIN LATERAL (SELECT grant_id, peer_department AS department, peer_type AS type FROM grant_scores
                         WHERE tenant_id = $1 AND grant_id = g.id AND active AND peer_type IS NOT NULL LIMIT 1) s`,
    [tx.tenant_id, [...new Set(places.map((place) => place.asset_id))]],
  );
  const wanted = new Set(places.map(placeKey));
  return rows.filter((row) => wanted.has(placeKey(row))).map((row) => row.grant_id);
}

export const placeKey = ({ asset_id, department, type }: PeerPlace): string =>
  [asset_id, department, type].join('\u0000');

/** The next holders in the order of their ids: those still counted as active whose latest use is before the instant. */
export async function idlePeers(
  tx: Querier,
  { after, before, limit }: { after: string; before: string; limit: number },
): Promise<{ last: string | null; idle: string[] }> {
  const rows = await tx.query<{ grant_id: string; is_idle: boolean }>(
    `SELECT grant_id, active AND peer_active AND last_used_at < $3 AS is_idle FROM grant_scores
     WHERE tenant_id = $1 AND grant_id > $2 ORDER BY grant_id LIMIT $4`,
    [tx.tenant_id, after, before, limit],
  );
  const last = rows.length < limit ? null : (rows.at(-1)?.grant_id ?? null);
  return { last, idle: rows.filter((row) => row.is_idle).map((row) => row.grant_id) };
}
