import type { Querier } from '../platform/database/database.ts';
import { type PageOf, type PageRequest, Parameters, queryPage } from '../platform/database/page.ts';
import { isoInstant } from '../platform/iso-instant.ts';
import type { Alert } from './values.rules.ts';

export type AlertRow = Omit<Alert, 'since' | 'held_since' | 'observed_at'> & {
  since: string;
  held_since: string | null;
  observed_at: string;
};

/** As a reader sees it. */
export type ShownAlert = AlertRow & {
  acknowledged_by: string | null;
  acknowledged_at: string | null;
  acknowledged_note: string | null;
  /** Null: it is not silenced. What is over is not there, also before the next look ends it. */
  silenced_by: string | null;
  silenced_at: string | null;
  silenced_until: string | null;
  silence_reason: string | null;
};

const COLUMNS = 'id, alert, key, subject, state, since, held_since, value, observed_at, is_told';
const shownSql = (now: string): string =>
  `SELECT ${COLUMNS}, acknowledged_by, acknowledged_at, acknowledged_note, silenced_by, silenced_at, silenced_until,
     silence_reason
   FROM alert_states s LEFT JOIN LATERAL (
     SELECT q.silenced_by, q.silenced_at, q.until AS silenced_until, q.reason AS silence_reason FROM alert_silences q
     WHERE q.tenant_id = s.tenant_id AND q.id = s.id AND q.until > ${now} LIMIT 1) l ON true`;

export interface AlertFilters {
  alert?: string[] | undefined;
  state?: string | undefined;
}

/** Those that are pending, fire, were resolved not long ago, or are silenced. */
export function listAlerts(
  q: Querier,
  filters: AlertFilters,
  { page, now }: { page: PageRequest; now: number },
): Promise<PageOf<ShownAlert>> {
  const parameters = new Parameters();
  const tenant = parameters.add(q.tenant_id);
  const present = `${parameters.add(isoInstant(now))}::timestamptz`;
  const where = [
    `tenant_id = ${tenant}`,
    `(state <> 'inactive' OR id IN (SELECT id FROM alert_silences WHERE tenant_id = ${tenant} AND until > ${present}))`,
    ...(filters.state === undefined ? [] : [`state = ${parameters.add(filters.state)}`]),
    ...(filters.alert === undefined ? [] : [`alert = ANY (${parameters.add(filters.alert)}::text[])`]),
  ].join(' AND ');
  return queryPage<ShownAlert>(q, page, {
    parameters,
    key: 'id',
    total: `SELECT count(*) AS total FROM alert_states WHERE ${where}`,
    page: (bounds) => `${shownSql(present)} WHERE ${where} ${bounds}`,
  });
}

/** Waits for an evaluation that is under way, and keeps the next one waiting: neither overwrites what the other saw. */
export async function lockAlert(tx: Querier, id: string, now: number): Promise<ShownAlert | null> {
  await tx.query('SELECT FROM alert_evaluations WHERE tenant_id = $1 FOR UPDATE', [tx.tenant_id]);
  return getAlert(tx, id, now);
}

export async function getAlert(q: Querier, id: string, now: number): Promise<ShownAlert | null> {
  const [row] = await q.query<ShownAlert>(`${shownSql('$3::timestamptz')} WHERE tenant_id = $1 AND id = $2`, [
    q.tenant_id,
    id,
    isoInstant(now),
  ]);
  return row ?? null;
}

/** Whoever acknowledges knows: when a silence ends, nobody needs to be told again. */
export async function saveAcknowledgement(
  tx: Querier,
  { id, by, at, note }: { id: string; by: string; at: string; note: string | null },
): Promise<void> {
  await tx.query(
    `UPDATE alert_states SET acknowledged_by = $3, acknowledged_at = $4, acknowledged_note = $5, is_told = true
     WHERE tenant_id = $1 AND id = $2`,
    [tx.tenant_id, id, by, at, note],
  );
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

/** These and no others. Acknowledged was one firing, and not the next. */
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
     SELECT $1, ${COLUMNS} FROM json_to_recordset($2) AS r (id text, alert text, key text, subject text, state text,
       since timestamptz, held_since timestamptz, value float8, observed_at timestamptz,
       is_told boolean)
     ON CONFLICT (tenant_id, id) DO UPDATE SET subject = excluded.subject, state = excluded.state, since = excluded.since,
       held_since = excluded.held_since, value = excluded.value, observed_at = excluded.observed_at,
       is_told = excluded.is_told,
       acknowledged_by = CASE WHEN excluded.state = 'firing' THEN alert_states.acknowledged_by END,
       acknowledged_at = CASE WHEN excluded.state = 'firing' THEN alert_states.acknowledged_at END,
       acknowledged_note = CASE WHEN excluded.state = 'firing' THEN alert_states.acknowledged_note END`,
    [tx.tenant_id, JSON.stringify(rows), alerts.map((alert) => alert.id)],
  );
}
