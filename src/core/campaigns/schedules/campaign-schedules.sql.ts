import type { Querier } from '../../../platform/database/database.ts';
import { type PageOf, type PageRequest, Parameters, queryPage } from '../../../platform/database/page.ts';
import { isoInstant } from '../../../platform/iso-instant.ts';
import type { CampaignScheduleSettings } from './campaign-schedule.rules.ts';

export type CampaignScheduleRow = CampaignScheduleSettings & {
  id: string;
  next_run_at: string | null;
  last_run_at: string | null;
  last_campaign_id: string | null;
  last_error: string | null;
  created_by: string;
  created_at: string;
};

export type ShownCampaignSchedule = CampaignScheduleRow & { warnings: string[] };

const COLUMNS = `s.id, s.name, s.description, s.cron, s.time_zone, s.filter, s.reviewer_ids, s.due_days, s.report, s.enabled,
  s.next_run_at, s.last_run_at, s.last_campaign_id, s.last_error, s.created_by, s.created_at`;

/** Those of the reviewers who are not asked any more, in their order. */
const UNAVAILABLE = `ARRAY(
  SELECT w.id FROM unnest(s.reviewer_ids) WITH ORDINALITY AS w (id, place)
  WHERE NOT EXISTS (SELECT FROM principals p WHERE p.tenant_id = $1 AND p.id = w.id AND NOT p.disabled)
  ORDER BY w.place) AS unavailable`;

type Found = CampaignScheduleRow & { unavailable: string[] };

function shown({ unavailable, ...row }: Found): ShownCampaignSchedule {
  const who = `disabled or gone: ${unavailable.join(', ')}`;
  const areAll = unavailable.length === row.reviewer_ids?.length;
  const warning = areAll
    ? `All of its reviewers are ${who}. It begins no campaign until it has others.`
    : `Some of its reviewers are ${who}. The others are asked.`;
  return { ...row, warnings: unavailable.length > 0 ? [warning] : [] };
}

export async function listCampaignSchedules(
  q: Querier,
  page: PageRequest,
): Promise<PageOf<ShownCampaignSchedule>> {
  const parameters = new Parameters();
  const where = `s.tenant_id = ${parameters.add(q.tenant_id)}`;
  const found = await queryPage<Found>(q, page, {
    parameters,
    key: 's.id',
    total: `SELECT count(*) AS total FROM campaign_schedules s WHERE ${where}`,
    page: (bounds) => `SELECT ${COLUMNS}, ${UNAVAILABLE} FROM campaign_schedules s WHERE ${where} ${bounds}`,
  });
  return { ...found, items: found.items.map(shown) };
}

export async function getCampaignSchedule(q: Querier, id: string): Promise<ShownCampaignSchedule | null> {
  const rows = await q.query<Found>(
    `SELECT ${COLUMNS}, ${UNAVAILABLE} FROM campaign_schedules s WHERE s.tenant_id = $1 AND s.id = $2`,
    [q.tenant_id, id],
  );
  return rows[0] ? shown(rows[0]) : null;
}

export async function lockCampaignSchedule(tx: Querier, id: string): Promise<CampaignScheduleRow | null> {
  const rows = await tx.query<CampaignScheduleRow>(
    `SELECT ${COLUMNS} FROM campaign_schedules s WHERE s.tenant_id = $1 AND s.id = $2 FOR UPDATE`,
    [tx.tenant_id, id],
  );
  return rows[0] ?? null;
}

/** The one that is due longest; others that want one take the next. */
export async function claimDueSchedule(tx: Querier, now: number): Promise<CampaignScheduleRow | null> {
  const rows = await tx.query<CampaignScheduleRow>(
    `SELECT ${COLUMNS} FROM campaign_schedules s WHERE s.tenant_id = $1 AND s.next_run_at <= $2
     ORDER BY s.next_run_at, s.id LIMIT 1 FOR UPDATE SKIP LOCKED`,
    [tx.tenant_id, isoInstant(now)],
  );
  return rows[0] ?? null;
}

/** One at a time adds, so that the count is exact. */
export async function lockAndCountSchedules(tx: Querier): Promise<number> {
  await tx.query(
    "SELECT pg_advisory_xact_lock(hashtextextended('lapse campaign schedules ' || $1::text, 0))",
    [tx.tenant_id],
  );
  const rows = await tx.query<{ n: number }>(
    'SELECT count(*) AS n FROM campaign_schedules WHERE tenant_id = $1',
    [tx.tenant_id],
  );
  return rows[0]?.n ?? 0;
}

type Settled = CampaignScheduleSettings & { id: string; next_run_at: string | null };

export async function insertCampaignSchedule(
  tx: Querier,
  row: Settled & Pick<CampaignScheduleRow, 'created_by' | 'created_at'>,
): Promise<void> {
  await tx.query(
    `INSERT INTO campaign_schedules (tenant_id, id, name, description, cron, time_zone, filter, reviewer_ids, due_days,
       report, enabled, next_run_at, created_by, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [...settingsOf(tx, row), row.created_by, row.created_at],
  );
  tx.wakes?.('sweep');
}

export async function updateCampaignSchedule(tx: Querier, row: Settled): Promise<void> {
  await tx.query(
    `UPDATE campaign_schedules SET name = $3, description = $4, cron = $5, time_zone = $6, filter = $7, reviewer_ids = $8,
       due_days = $9, report = $10, enabled = $11, next_run_at = $12
     WHERE tenant_id = $1 AND id = $2`,
    settingsOf(tx, row),
  );
  tx.wakes?.('sweep');
}

const settingsOf = (tx: Querier, row: Settled): unknown[] => [
  tx.tenant_id,
  row.id,
  row.name,
  row.description,
  row.cron,
  row.time_zone,
  JSON.stringify(row.filter),
  row.reviewer_ids,
  row.due_days,
  row.report,
  row.enabled,
  row.next_run_at,
];

export async function deleteCampaignSchedule(tx: Querier, id: string): Promise<void> {
  await tx.query('DELETE FROM campaign_schedules WHERE tenant_id = $1 AND id = $2', [tx.tenant_id, id]);
}

export async function recordScheduleRun(
  tx: Querier,
  id: string,
  run: {
    /** Undefined: as before. */
    next_run_at?: string | null;
    last_run_at: string;
    /** Null: none was begun. */
    campaign_id: string | null;
    error: string | null;
  },
): Promise<void> {
  await tx.query(
    `UPDATE campaign_schedules SET last_run_at = $3, last_campaign_id = coalesce($4, last_campaign_id), last_error = $5,
       next_run_at = CASE WHEN $6 THEN $7 ELSE next_run_at END
     WHERE tenant_id = $1 AND id = $2`,
    [
      tx.tenant_id,
      id,
      run.last_run_at,
      run.campaign_id,
      run.error,
      run.next_run_at !== undefined,
      run.next_run_at ?? null,
    ],
  );
}
