import type { Querier } from '../../platform/database/database.ts';
import { type PageOf, type PageRequest, Parameters, queryPage } from '../../platform/database/page.ts';
import type { ScheduleSettings } from './schedule.rules.ts';

export type ScheduleRow = ScheduleSettings & {
  id: string;
  next_run_at: string | null;
  last_run_at: string | null;
  last_report_id: string | null;
  last_error: string | null;
  created_by: string;
  created_at: string;
};

export type ShownSchedule = ScheduleRow & { warnings: string[] };

export const SCHEDULE_COLUMNS = `s.id, s.name, s.type, s.format, s.filters, s.cron, s.time_zone, s.period_rule, s.recipients, s.enabled,
  s.next_run_at, s.last_run_at, s.last_report_id, s.last_error, s.created_by, s.created_at`;

const HAS_CHANNEL = `EXISTS (
  SELECT FROM webhooks w WHERE w.tenant_id = $1 AND w.kind = 'email' AND w.status = 'enabled') AS has_channel`;

const NO_CHANNEL =
  'There is no enabled e-mail channel, so nobody is mailed; the webhook report.completed is sent all the same.';

const shown = ({ has_channel, ...row }: ScheduleRow & { has_channel: boolean }): ShownSchedule => ({
  ...row,
  warnings: row.recipients.length > 0 && !has_channel ? [NO_CHANNEL] : [],
});

export async function listSchedules(q: Querier, page: PageRequest): Promise<PageOf<ShownSchedule>> {
  const parameters = new Parameters();
  const where = `s.tenant_id = ${parameters.add(q.tenant_id)}`;
  const found = await queryPage<ScheduleRow & { has_channel: boolean }>(q, page, {
    parameters,
    key: 's.id',
    total: `SELECT count(*) AS total FROM report_schedules s WHERE ${where}`,
    page: (bounds) =>
      `SELECT ${SCHEDULE_COLUMNS}, ${HAS_CHANNEL} FROM report_schedules s WHERE ${where} ${bounds}`,
  });
  return { ...found, items: found.items.map(shown) };
}

export async function getSchedule(q: Querier, id: string): Promise<ShownSchedule | null> {
  const rows = await q.query<ScheduleRow & { has_channel: boolean }>(
    `SELECT ${SCHEDULE_COLUMNS}, ${HAS_CHANNEL} FROM report_schedules s WHERE s.tenant_id = $1 AND s.id = $2`,
    [q.tenant_id, id],
  );
  return rows[0] ? shown(rows[0]) : null;
}

export async function lockSchedule(tx: Querier, id: string): Promise<ScheduleRow | null> {
  const rows = await tx.query<ScheduleRow>(
    `SELECT ${SCHEDULE_COLUMNS} FROM report_schedules s WHERE s.tenant_id = $1 AND s.id = $2 FOR UPDATE`,
    [tx.tenant_id, id],
  );
  return rows[0] ?? null;
}

/** One at a time adds, so that the count is exact. */
export async function lockAndCountSchedules(tx: Querier): Promise<number> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('lapse report schedules ' || $1::text, 0))", [
    tx.tenant_id,
  ]);
  const rows = await tx.query<{ n: number }>(
    'SELECT count(*) AS n FROM report_schedules WHERE tenant_id = $1',
    [tx.tenant_id],
  );
  return rows[0]?.n ?? 0;
}

export interface NewSchedule extends ScheduleSettings {
  id: string;
  next_run_at: string | null;
  created_by: string;
  created_at: string;
}

export async function insertSchedule(tx: Querier, row: NewSchedule): Promise<void> {
  await tx.query(
    `INSERT INTO report_schedules (tenant_id, id, name, type, format, filters, cron, time_zone, period_rule, recipients,
       enabled, next_run_at, created_by, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [...settingsOf(tx, row), row.next_run_at, row.created_by, row.created_at],
  );
  tx.wakes?.('schedules');
}

export async function updateSchedule(
  tx: Querier,
  row: ScheduleSettings & { id: string; next_run_at: string | null },
): Promise<void> {
  await tx.query(
    `UPDATE report_schedules SET name = $3, type = $4, format = $5, filters = $6, cron = $7, time_zone = $8,
       period_rule = $9, recipients = $10, enabled = $11, next_run_at = $12
     WHERE tenant_id = $1 AND id = $2`,
    [...settingsOf(tx, row), row.next_run_at],
  );
  tx.wakes?.('schedules');
}

const settingsOf = (tx: Querier, row: ScheduleSettings & { id: string }): unknown[] => [
  tx.tenant_id,
  row.id,
  row.name,
  row.type,
  row.format,
  JSON.stringify(row.filters),
  row.cron,
  row.time_zone,
  row.period_rule,
  row.recipients,
  row.enabled,
];

export async function deleteSchedule(tx: Querier, id: string): Promise<void> {
  await tx.query('DELETE FROM report_schedules WHERE tenant_id = $1 AND id = $2', [tx.tenant_id, id]);
}
