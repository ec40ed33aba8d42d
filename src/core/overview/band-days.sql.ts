import type { Querier } from '../../platform/database/database.ts';
import type { BandDay } from './overview.rules.ts';

/** Days that are told once stay so, unless they were only told from what was kept, on the same day. */
export async function saveBandDays(
  tx: Querier,
  days: readonly BandDay[],
  reconstructed_on: string | null,
): Promise<void> {
  await tx.query(
    `INSERT INTO band_days AS d (tenant_id, day, low, medium, high, critical, reconstructed_on)
     SELECT $1, r.date, r.low, r.medium, r.high, r.critical, $3::date
     FROM json_to_recordset($2) AS r (date date, low integer, medium integer, high integer, critical integer)
     ORDER BY r.date
     ON CONFLICT (tenant_id, day) DO UPDATE SET low = excluded.low, medium = excluded.medium, high = excluded.high,
       critical = excluded.critical
     WHERE d.reconstructed_on = excluded.reconstructed_on`,
    [tx.tenant_id, JSON.stringify(days), reconstructed_on],
  );
  tx.changed?.('overview');
}

/** The days from one to another, both included, that are not told yet, or only since today from what was kept. */
export async function openBandDays(
  q: Querier,
  { from, to, today }: { from: string; to: string; today: string },
): Promise<string[]> {
  const rows = await q.query<{ day: string }>(
    `SELECT to_char(w.day, 'YYYY-MM-DD') AS day FROM generate_series($2::timestamp, $3::timestamp, '1 day') AS w (day)
     WHERE NOT EXISTS (SELECT FROM band_days d WHERE d.tenant_id = $1 AND d.day = w.day::date
                         AND d.reconstructed_on IS DISTINCT FROM $4::date)
     ORDER BY w.day`,
    [q.tenant_id, from, to, today],
  );
  return rows.map((row) => row.day);
}
