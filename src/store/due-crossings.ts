import type { Querier } from './database.ts';

export interface DueCrossing {
  id: string;
  principal_id: string;
  asset_id: string | null;
  grant_id: string;
  lapses_at: string;
  reached: number;
}

const TABLES = {
  grant: { table: 'grant_scores', id: 'grant_id', asset: 's.asset_id', where: 's.active AND' },
  principal: { table: 'principal_scores', id: 'principal_id', asset: 'NULL::text', where: '' },
};

/**
 * Scores that time has carried through the next threshold: one range of an index per threshold, so that finding them
 * costs what is found. Rows in the hands of another worker are left to it.
 */
export async function dueCrossings(
  tx: Querier,
  of: 'grant' | 'principal',
  { reached, lapsed_before, limit }: { reached: number; lapsed_before: string; limit: number },
): Promise<DueCrossing[]> {
  const { table, id, asset, where } = TABLES[of];
  return tx.query<DueCrossing & Record<string, unknown>>(
    `SELECT s.${id} AS id, s.principal_id, ${asset} AS asset_id, s.grant_id, s.lapses_at, s.reached
     FROM ${table} s
     WHERE ${where} s.tenant_id = $1 AND s.reached = $2 AND s.lapses_at <= $3
     ORDER BY s.lapses_at LIMIT $4 FOR UPDATE SKIP LOCKED`,
    [tx.tenant_id, reached, lapsed_before, limit],
  );
}

/** Assets of platforms that are not watched at the moment: what looks like silence there may be none. */
export async function unwatchedAssets(tx: Querier): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>(
    `SELECT a.id FROM assets a
     WHERE a.tenant_id = $1 AND a.platform = ANY (ARRAY(
       SELECT platform FROM telemetry_gaps WHERE tenant_id = $1 AND ended_at IS NULL))`,
    [tx.tenant_id],
  );
  return new Set(rows.map((row) => row.id));
}
