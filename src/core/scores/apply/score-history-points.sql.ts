import type { Querier } from '../../../platform/database/database.ts';
import { isoInstant } from '../../../platform/iso-instant.ts';

export interface HistoryPoint {
  grant_id: string;
  at: number;
  cause: string;
  previous_lapses_at: number | null;
  lapses_at: number;
}

export async function appendHistory(tx: Querier, points: readonly HistoryPoint[]): Promise<void> {
  if (points.length === 0) return;
  const rows = points.map(({ grant_id, at, cause, previous_lapses_at, lapses_at }) => ({
    g: grant_id,
    a: isoInstant(at),
    c: cause,
    p: previous_lapses_at === null ? null : isoInstant(previous_lapses_at),
    l: isoInstant(lapses_at),
  }));
  await tx.query(
    `INSERT INTO score_history (tenant_id, grant_id, at, cause, previous_lapses_at, lapses_at)
     SELECT $1, g, a, c, p, l
     FROM json_to_recordset($2) AS r (g text, a timestamptz, c text, p timestamptz, l timestamptz)
     ON CONFLICT (tenant_id, grant_id, at) DO UPDATE SET cause = excluded.cause, lapses_at = excluded.lapses_at`,
    [tx.tenant_id, JSON.stringify(rows)],
  );
}
