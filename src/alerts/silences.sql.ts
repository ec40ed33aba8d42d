import type { Querier } from '../platform/database/database.ts';
import { isoInstant } from '../platform/iso-instant.ts';

export type SilenceRow = {
  /** Of the alert. */
  id: string;
  silenced_by: string;
  silenced_at: string;
  until: string;
  reason: string;
};

const COLUMNS = 'id, silenced_by, silenced_at, until, reason';

export async function saveSilence(tx: Querier, row: SilenceRow): Promise<void> {
  await tx.query(
    `INSERT INTO alert_silences (tenant_id, ${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (tenant_id, id) DO UPDATE SET silenced_by = excluded.silenced_by,
       silenced_at = excluded.silenced_at, until = excluded.until, reason = excluded.reason`,
    [tx.tenant_id, row.id, row.silenced_by, row.silenced_at, row.until, row.reason],
  );
}

/** Null: it was not silenced. */
export async function deleteSilence(tx: Querier, id: string): Promise<SilenceRow | null> {
  const [row] = await tx.query<SilenceRow>(
    `DELETE FROM alert_silences WHERE tenant_id = $1 AND id = $2 RETURNING ${COLUMNS}`,
    [tx.tenant_id, id],
  );
  return row ?? null;
}

/** Those whose date has come. */
export function endSilences(tx: Querier, now: number): Promise<SilenceRow[]> {
  return tx.query<SilenceRow>(
    `DELETE FROM alert_silences WHERE tenant_id = $1 AND until <= $2 RETURNING ${COLUMNS}`,
    [tx.tenant_id, isoInstant(now)],
  );
}

export async function loadSilenced(tx: Querier): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>('SELECT id FROM alert_silences WHERE tenant_id = $1', [
    tx.tenant_id,
  ]);
  return new Set(rows.map((row) => row.id));
}
