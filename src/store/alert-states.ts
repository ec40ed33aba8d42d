import type { AlertName } from '../domain/alert-rules.ts';
import type { AlertPhase } from '../domain/alert-state.ts';
import type { Alert } from '../domain/alert-values.ts';
import { isoInstant } from '../domain/iso-instant.ts';
import type { Querier } from './database.ts';
import { type PageOf, type PageRequest, Parameters, queryPage } from './page.ts';

export type AlertRow = {
  id: string;
  alert: AlertName;
  key: string;
  state: AlertPhase;
  since: string;
  held_since: string | null;
  value: number | null;
  observed_at: string;
};

const COLUMNS = 'id, alert, key, state, since, held_since, value, observed_at';

export interface AlertFilters {
  alert?: string[] | undefined;
  state?: string | undefined;
}

/** Those that are pending, fire, or were resolved not long ago. */
export function listAlerts(q: Querier, filters: AlertFilters, page: PageRequest): Promise<PageOf<AlertRow>> {
  const parameters = new Parameters();
  const where = [
    `tenant_id = ${parameters.add(q.tenant_id)}`,
    "state <> 'inactive'",
    ...(filters.state === undefined ? [] : [`state = ${parameters.add(filters.state)}`]),
    ...(filters.alert === undefined ? [] : [`alert = ANY (${parameters.add(filters.alert)}::text[])`]),
  ].join(' AND ');
  return queryPage<AlertRow>(q, page, {
    parameters,
    key: 'id',
    total: `SELECT count(*) AS total FROM alert_states WHERE ${where}`,
    page: (bounds) => `SELECT ${COLUMNS} FROM alert_states WHERE ${where} ${bounds}`,
  });
}

/** False when somebody else has evaluated, or does so now: the row is locked until he has. */
export async function claimEvaluation(
  tx: Querier,
  { now, next_at }: { now: number; next_at: number },
): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO alert_evaluations AS e (tenant_id, next_at) VALUES ($1, $3)
     ON CONFLICT (tenant_id) DO UPDATE SET next_at = excluded.next_at WHERE e.next_at <= $2 RETURNING tenant_id`,
    [tx.tenant_id, isoInstant(now), isoInstant(next_at)],
  );
  return rows.length > 0;
}

export async function loadAlerts(tx: Querier): Promise<Alert[]> {
  const rows = await tx.query<AlertRow>(`SELECT ${COLUMNS} FROM alert_states WHERE tenant_id = $1`, [
    tx.tenant_id,
  ]);
  return rows.map((row) => ({
    ...row,
    since: Date.parse(row.since),
    held_since: row.held_since === null ? null : Date.parse(row.held_since),
    observed_at: Date.parse(row.observed_at),
  }));
}

/** These and no others. */
export async function saveAlerts(tx: Querier, alerts: readonly Alert[]): Promise<void> {
  const rows = alerts.map((alert) => ({
    ...alert,
    since: isoInstant(alert.since),
    held_since: alert.held_since === null ? null : isoInstant(alert.held_since),
    observed_at: isoInstant(alert.observed_at),
  }));
  await tx.query(
    `WITH gone AS (
       DELETE FROM alert_states WHERE tenant_id = $1 AND id <> ALL ($3::text[])
     )
     INSERT INTO alert_states (tenant_id, ${COLUMNS})
     SELECT $1, ${COLUMNS} FROM json_to_recordset($2) AS r (id text, alert text, key text, state text,
       since timestamptz, held_since timestamptz, value float8, observed_at timestamptz)
     ON CONFLICT (tenant_id, id) DO UPDATE SET state = excluded.state, since = excluded.since,
       held_since = excluded.held_since, value = excluded.value, observed_at = excluded.observed_at`,
    [tx.tenant_id, JSON.stringify(rows), alerts.map((alert) => alert.id)],
  );
}
