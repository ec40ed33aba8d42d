import type { Querier } from '../../platform/database/database.ts';
import { type PageOf, type PageRequest, Parameters, queryPage } from '../../platform/database/page.ts';
import { tallySql } from '../../platform/database/tallies.ts';
import type { ReportFormat } from '../../reports/report.rules.ts';
import { instantOfClass, instantsByClass } from '../scores/half-life.sql.ts';
import type { CampaignFilter } from './campaign.rules.ts';

export type CampaignRow = {
  id: string;
  name: string;
  description: string | null;
  filter: CampaignFilter;
  /** Who takes turns; null: by the policy's routing. */
  reviewer_ids: string[] | null;
  /** Null: by the policy's SLA. */
  due_at: string | null;
  created_by: string;
  created_at: string;
  grants_total: number;
  grants_examined: number;
  grants_matched: number;
  packets_created: number;
  packets_joined: number;
  packets_elsewhere: number;
  generated_at: string | null;
  /** Of the schedule that had it begun, which may be deleted since. */
  schedule_id: string | null;
  /** The format in which its decisions are reported when it is completed. */
  report: ReportFormat | null;
  /** The report of its decisions that was asked for last. */
  report_id: string | null;
};

const COLUMNS = `c.id, c.name, c.description, c.filter, c.reviewer_ids, c.due_at, c.created_by, c.created_at,
  c.grants_total, c.grants_examined, c.grants_matched, c.packets_created, c.packets_joined, c.packets_elsewhere,
  c.generated_at, c.schedule_id, c.report, c.report_id`;

export interface NewCampaignRow
  extends Pick<
    CampaignRow,
    | 'id'
    | 'name'
    | 'description'
    | 'filter'
    | 'reviewer_ids'
    | 'due_at'
    | 'created_by'
    | 'created_at'
    | 'schedule_id'
    | 'report'
  > {
  /** The instant of the schedule that it is for; null: it is begun by hand. */
  scheduled_for: string | null;
}

/** Null: the instant of the schedule has its campaign already. */
export async function insertCampaign(tx: Querier, campaign: NewCampaignRow): Promise<CampaignRow | null> {
  const { id, name, description, filter, reviewer_ids, due_at, created_by, created_at } = campaign;
  const rows = await tx.query<CampaignRow>(
    `INSERT INTO campaigns AS c (tenant_id, id, name, description, filter, reviewer_ids, due_at, created_by, created_at,
       grants_total, schedule_id, scheduled_for, report)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
     ON CONFLICT (tenant_id, schedule_id, scheduled_for) WHERE scheduled_for IS NOT NULL DO NOTHING
     RETURNING ${COLUMNS}`,
    [
      tx.tenant_id,
      id,
      name,
      description,
      JSON.stringify(filter),
      reviewer_ids,
      due_at,
      created_by,
      created_at,
      await grantsToExamine(tx, filter),
      campaign.schedule_id,
      campaign.scheduled_for,
      campaign.report,
    ],
  );
  tx.wakes?.('sweep');
  return rows[0] ?? null;
}

async function grantsToExamine(tx: Querier, filter: CampaignFilter): Promise<number> {
  const parameters = new Parameters();
  parameters.add(tx.tenant_id);
  const narrowed = narrowing(filter, parameters);
  const [row] = await tx.query<{ total: number }>(
    narrowed === ''
      ? tallySql('grants', ['active'], parameters)
      : `SELECT count(*) AS total FROM grants g WHERE g.tenant_id = $1 AND g.status = 'active' ${narrowed}`,
    parameters.values,
  );
  return row?.total ?? 0;
}

export async function getCampaign(q: Querier, id: string): Promise<CampaignRow | null> {
  const rows = await q.query<CampaignRow>(
    `SELECT ${COLUMNS} FROM campaigns c WHERE c.tenant_id = $1 AND c.id = $2`,
    [q.tenant_id, id],
  );
  return rows[0] ?? null;
}

export function listCampaigns(
  q: Querier,
  { order }: { order?: 'asc' | 'desc' | undefined },
  page: PageRequest,
): Promise<PageOf<CampaignRow>> {
  const parameters = new Parameters();
  parameters.add(q.tenant_id);
  return queryPage(q, page, {
    parameters,
    key: 'c.id',
    descending: order === 'desc',
    total: 'SELECT count(*) AS total FROM campaigns c WHERE c.tenant_id = $1',
    page: (bounds) => `SELECT ${COLUMNS} FROM campaigns c WHERE c.tenant_id = $1 ${bounds}`,
  });
}

/** A campaign whose reviews are not all made, in the hands of one worker. */
export async function claimCampaign(tx: Querier): Promise<(CampaignRow & { position: string }) | null> {
  const rows = await tx.query<CampaignRow & { position: string }>(
    `SELECT ${COLUMNS}, c.position FROM campaigns c WHERE c.tenant_id = $1 AND c.generated_at IS NULL
     ORDER BY c.id LIMIT 1 FOR UPDATE SKIP LOCKED`,
    [tx.tenant_id],
  );
  return rows[0] ?? null;
}

export type CampaignGrant = {
  id: string;
  principal_id: string;
  asset_id: string;
  permission: string;
  matches: boolean;
};

/** The next active grants in the order of their ids, each with whether the filter means it (but for its permission). */
export function nextCampaignGrants(
  tx: Querier,
  next: {
    filter: CampaignFilter;
    position: string;
    limit: number;
    /** Of each class, for a score of at least `min_score` now. */
    lapsed_before: readonly number[] | null;
  },
): Promise<CampaignGrant[]> {
  const { filter, position, limit, lapsed_before } = next;
  const parameters = new Parameters();
  parameters.add(tx.tenant_id);
  const after = parameters.add(position);
  const narrowed = narrowing(filter, parameters);
  const conditions = [
    ...(['platform', 'classification'] as const).map((name) => ['a', name] as const),
    ...(['department'] as const).map((name) => ['p', name] as const),
  ].flatMap(([table, name]) =>
    filter[name] === undefined ? [] : [`coalesce(${table}.${name} = ${parameters.add(filter[name])}, false)`],
  );
  if (filter.principal_type !== undefined)
    conditions.push(`p.type = ${parameters.add(filter.principal_type)}`);
  if (lapsed_before !== null) {
    const instants = instantsByClass(lapsed_before, parameters);
    conditions.push(`coalesce(s.lapses_at <= ${instantOfClass(instants, 's')}, false)`);
  }
  return tx.query<CampaignGrant>(
    `SELECT g.id, g.principal_id, g.asset_id, g.permission, ${conditions.join(' AND ') || 'true'} AS matches
     FROM (SELECT g.id, g.principal_id, g.asset_id, g.permission FROM grants g
           WHERE g.tenant_id = $1 AND g.id > ${after} AND g.status = 'active' ${narrowed}
           ORDER BY g.id LIMIT ${limit}) g
     JOIN assets a ON a.tenant_id = $1 AND a.id = g.asset_id
     JOIN principals p ON p.tenant_id = $1 AND p.id = g.principal_id
     LEFT JOIN grant_scores s ON s.tenant_id = $1 AND s.grant_id = g.id
     ORDER BY g.id`,
    parameters.values,
  );
}

function narrowing(filter: CampaignFilter, parameters: Parameters): string {
  const { principal_ids, asset_ids } = filter;
  return [
    ...(principal_ids ? [`AND g.principal_id = ANY (${parameters.add(principal_ids)}::text[])`] : []),
    ...(asset_ids ? [`AND g.asset_id = ANY (${parameters.add(asset_ids)}::text[])`] : []),
  ].join(' ');
}

export async function addCampaignProgress(
  tx: Querier,
  id: string,
  done: {
    position: string;
    examined: number;
    matched: number;
    created: number;
    joined: number;
    elsewhere: number;
    generated_at: string | null;
  },
): Promise<void> {
  await tx.query(
    `UPDATE campaigns SET position = $3, grants_examined = grants_examined + $4, grants_matched = grants_matched + $5,
       packets_created = packets_created + $6, packets_joined = packets_joined + $7,
       packets_elsewhere = packets_elsewhere + $8, generated_at = $9
     WHERE tenant_id = $1 AND id = $2`,
    [
      tx.tenant_id,
      id,
      done.position,
      done.examined,
      done.matched,
      done.created,
      done.joined,
      done.elsewhere,
      done.generated_at,
    ],
  );
  tx.changed?.('campaigns');
}

const HAS_OPEN_REVIEW = `EXISTS (SELECT FROM reviews r WHERE r.tenant_id = $1 AND r.campaign_id = c.id
                                  AND r.status IN ('PENDING', 'ESCALATED'))`;

export type CompletedCampaign = Pick<CampaignRow, 'id' | 'name' | 'report'> & {
  /** When it was begun, or the first of its reviews was opened, whichever was before. */
  begins_at: string;
  /** When its last review was closed, or made if there was none. */
  ended_at: string;
};

const COMPLETED = `c.id, c.name, c.report,
  least(c.created_at, (SELECT min(r.created_at) FROM reviews r WHERE r.tenant_id = $1 AND r.campaign_id = c.id)) AS begins_at,
  greatest(c.generated_at, (SELECT max(r.closed_at) FROM reviews r WHERE r.tenant_id = $1 AND r.campaign_id = c.id)) AS ended_at`;

/** A completed campaign whose report nobody has asked for, in the hands of one worker. */
export async function claimCampaignToReport(tx: Querier): Promise<CompletedCampaign | null> {
  const rows = await tx.query<CompletedCampaign>(
    `SELECT ${COMPLETED} FROM campaigns c
     WHERE c.tenant_id = $1 AND c.report IS NOT NULL AND c.report_id IS NULL AND c.generated_at IS NOT NULL
       AND NOT ${HAS_OPEN_REVIEW}
     ORDER BY c.id LIMIT 1 FOR UPDATE SKIP LOCKED`,
    [tx.tenant_id],
  );
  return rows[0] ?? null;
}

/** A campaign while it cannot change; `has_ended`: all its reviews are made and closed. */
export async function lockCampaign(
  tx: Querier,
  id: string,
): Promise<(CompletedCampaign & { has_ended: boolean }) | null> {
  const rows = await tx.query<CompletedCampaign & { has_ended: boolean }>(
    `SELECT ${COMPLETED}, c.generated_at IS NOT NULL AND NOT ${HAS_OPEN_REVIEW} AS has_ended
     FROM campaigns c WHERE c.tenant_id = $1 AND c.id = $2 FOR UPDATE`,
    [tx.tenant_id, id],
  );
  return rows[0] ?? null;
}

export async function recordCampaignReport(tx: Querier, id: string, reportId: string): Promise<void> {
  await tx.query('UPDATE campaigns SET report_id = $3 WHERE tenant_id = $1 AND id = $2', [
    tx.tenant_id,
    id,
    reportId,
  ]);
  tx.changed?.('campaigns');
}
