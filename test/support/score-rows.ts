import { neverUsed, recordUse } from '../../src/core/scores/habit.rules.ts';
import type { TestDatabase } from './database.ts';

export interface ScoreRow {
  grant_id: string;
  principal_id: string;
  asset_id: string;
  /** Any text PostgreSQL takes for an instant, or milliseconds. */
  lapses_at: string | number;
  /** 0, where it is left out. */
  half_life_class?: number;
  /** When it was used, in milliseconds. */
  uses?: number[];
  active?: boolean;
  permission?: string;
  granted_at?: number;
}

const iso = (at: string | number): string => (typeof at === 'number' ? new Date(at).toISOString() : at);

/** Writes grants with their scores, and the principals and assets they name, as the pipeline would have left them. */
export async function insertScores(
  test: TestDatabase,
  tenantId: number,
  rows: readonly ScoreRow[],
): Promise<void> {
  const records = rows.map((row) => {
    const use = (row.uses ?? []).reduce(recordUse, neverUsed());
    return {
      g: row.grant_id,
      p: row.principal_id,
      a: row.asset_id,
      l: iso(row.lapses_at),
      h: row.half_life_class ?? 0,
      u: use.last_used_at === null ? null : iso(use.last_used_at),
      d: Buffer.from(use.active_days).toString('hex'),
      c: row.active ?? true,
      m: row.permission ?? 'ReadWrite',
      t: iso(row.granted_at ?? Date.UTC(2024, 0, 1)),
    };
  });
  const source = `FROM json_to_recordset($2) AS r (g text, p text, a text, l timestamptz, h smallint,
                    u timestamptz, d text, c boolean, m text, t timestamptz)`;
  const values = [tenantId, JSON.stringify(records)];
  await test.admin(
    `INSERT INTO principals (tenant_id, id, display_name, type, source)
     SELECT DISTINCT $1::int, p, 'Name of ' || p, 'user', 'import' ${source} ON CONFLICT DO NOTHING`,
    values,
  );
  await test.admin(
    `INSERT INTO assets (tenant_id, id, name, type, platform, classification)
     SELECT DISTINCT $1::int, a, 'name of ' || a, 'table', 'fabric', 'internal' ${source} ON CONFLICT DO NOTHING`,
    values,
  );
  await test.admin(
    `INSERT INTO grants (tenant_id, id, principal_id, asset_id, permission, status, granted_at, last_used_at)
     SELECT $1::int, g, p, a, m, CASE WHEN c THEN 'active' ELSE 'revoked' END, t, u ${source}`,
    values,
  );
  await test.admin(
    `INSERT INTO grant_scores (tenant_id, grant_id, principal_id, asset_id, active, last_used_at, active_days, lapses_at,
                               half_life_class, reached, calculated_at)
     SELECT $1::int, g, p, a, c, u, decode(d, 'hex'), l, h, 0, now() ${source}`,
    values,
  );
  await test.admin(
    `INSERT INTO principal_scores (tenant_id, principal_id, grant_id, lapses_at, half_life_class, reached, calculated_at)
     SELECT DISTINCT ON (principal_id) $1::int, principal_id, grant_id, lapses_at, half_life_class, 0, now() FROM grant_scores
     WHERE tenant_id = $1::int AND active AND principal_id = ANY ($2::text[]) ORDER BY principal_id, lapses_at
     ON CONFLICT (tenant_id, principal_id) DO UPDATE SET grant_id = excluded.grant_id, lapses_at = excluded.lapses_at,
       half_life_class = excluded.half_life_class`,
    [tenantId, rows.map((row) => row.principal_id)],
  );
}
