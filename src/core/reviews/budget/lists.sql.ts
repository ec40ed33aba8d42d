import type { Querier } from '../../../platform/database/database.ts';
import { limitSql, type PageOf, Parameters, pageOf } from '../../../platform/database/page.ts';
import { isoInstant } from '../../../platform/iso-instant.ts';
import { WEEKS_TOLD } from './budget.rules.ts';
import { askedSince } from './waiting.sql.ts';

/** Where a page begins; `asked` are counted since the week began. */
export interface LinePage<Position> {
  limit: number;
  offset: number;
  after: Position | null;
  budget: number | null;
  since: number;
}

export interface WaitingFilters {
  assigned_to_id?: string | undefined;
  principal_id?: string | undefined;
  asset_id?: string | undefined;
}

export type WaitingPosition = { priority: number; id: string };
export type WaitingRow = WaitingPosition & {
  principal_id: string;
  principal_name: string;
  asset_id: string;
  asset_name: string;
  assigned_to_id: string | null;
  assigned_to_name: string | null;
  waiting_since: string;
  /** In the line of its reviewer, counted from 0, and no further than turns are told. */
  place: number;
  /** How many its reviewer was asked this week. */
  asked: number;
};

/** The heaviest first. */
export async function listWaiting(
  q: Querier,
  filters: WaitingFilters,
  { limit, offset, after, budget, since }: LinePage<WaitingPosition>,
): Promise<PageOf<WaitingRow>> {
  const parameters = new Parameters();
  parameters.add(q.tenant_id);
  const { assigned_to_id, principal_id, asset_id } = filters;
  const where = ['w.tenant_id = $1'];
  if (assigned_to_id !== undefined) where.push(`w.reviewer_id = ${parameters.add(assigned_to_id)}`);
  if (principal_id !== undefined) where.push(`w.principal_id = ${parameters.add(principal_id)}`);
  if (asset_id !== undefined) where.push(`w.asset_id = ${parameters.add(asset_id)}`);
  const all = where.join(' AND ');
  const beyond = after
    ? `AND (w.lightness, w.id) > (${parameters.add(100 - after.priority)}::smallint, ${parameters.add(after.id)})`
    : '';
  const skipped = offset === 0 ? '' : `OFFSET ${parameters.add(offset)}`;
  const most = `${parameters.add((budget ?? 0) * (WEEKS_TOLD + 1))}::bigint`;
  const rows = await q.query<WaitingRow & { total: number }>(
    `SELECT n.total, p.* FROM (SELECT count(*) AS total FROM waiting_reviews w WHERE ${all}) n
     LEFT JOIN LATERAL (
       SELECT w.id, w.priority, w.principal_id, s.display_name AS principal_name, w.asset_id, a.name AS asset_name,
              nullif(w.reviewer_id, '') AS assigned_to_id, t.display_name AS assigned_to_name, w.since AS waiting_since,
              (SELECT count(*) FROM (
                 SELECT FROM waiting_reviews b WHERE b.tenant_id = $1 AND b.reviewer_id = w.reviewer_id
                   AND (b.lightness, b.id) < (w.lightness, w.id) LIMIT ${most}) ahead) AS place,
              ${askedSince('w.reviewer_id', parameters.add(isoInstant(since)), most)} AS asked
       FROM (SELECT w.* FROM waiting_reviews w WHERE ${all} ${beyond} ORDER BY w.lightness, w.id ${limitSql(limit)} ${skipped}) w
       JOIN principals s ON s.tenant_id = $1 AND s.id = w.principal_id
       JOIN assets a ON a.tenant_id = $1 AND a.id = w.asset_id
       LEFT JOIN principals t ON t.tenant_id = $1 AND t.id = w.reviewer_id
       ORDER BY w.lightness, w.id) p ON true`,
    parameters.values,
  );
  return pageOf(rows, limit);
}

export type WorkloadPosition = { load: number; id: string };
export type WorkloadRow = WorkloadPosition & {
  reviewer_name: string | null;
  disabled: boolean | null;
  open: number;
  with_holder: number;
  overdue: number;
  next_due_at: string | null;
  waiting: number;
  asked: number;
};

/** Reviewers who have something to answer, or will have: those with the most first. Empty: nobody. */
export async function listWorkload(
  q: Querier,
  { limit, offset, after, since }: LinePage<WorkloadPosition>,
  now: number,
): Promise<PageOf<WorkloadRow>> {
  const parameters = new Parameters();
  parameters.add(q.tenant_id);
  const at = parameters.add(isoInstant(now));
  const week = parameters.add(isoInstant(since));
  const beyond = after
    ? `WHERE (-load, id) > (${parameters.add(-after.load)}::bigint, ${parameters.add(after.id)})`
    : '';
  const skipped = offset === 0 ? '' : `OFFSET ${parameters.add(offset)}`;
  const distinct = (name: string, table: string, column: string): string => `${name} AS (
    (SELECT ${column} AS id FROM ${table} WHERE tenant_id = $1 AND ${column} IS NOT NULL ORDER BY ${column} LIMIT 1)
    UNION ALL
    SELECT (SELECT n.${column} FROM ${table} n WHERE n.tenant_id = $1 AND n.${column} > l.id ORDER BY n.${column} LIMIT 1)
    FROM ${name} l WHERE l.id IS NOT NULL
  )`;
  const rows = await q.query<WorkloadRow & { total: number }>(
    `WITH RECURSIVE ${distinct('asked', 'reviews', 'assigned_to_id')}, ${distinct('in_line', 'waiting_reviews', 'reviewer_id')},
     loads AS (
       SELECT who.id, o.open, o.with_holder, o.overdue, o.next_due_at, w.waiting, o.open + w.waiting AS load
       FROM (SELECT id FROM asked WHERE id IS NOT NULL UNION SELECT id FROM in_line WHERE id IS NOT NULL UNION SELECT '') who
       CROSS JOIN LATERAL (
         SELECT count(*) AS open, count(r.with_holder_until) AS with_holder, count(*) FILTER (WHERE r.due_at < ${at}) AS overdue, min(r.due_at) AS next_due_at
         FROM (SELECT due_at, with_holder_until FROM reviews WHERE tenant_id = $1 AND assigned_to_id = who.id AND status IN ('PENDING', 'ESCALATED')
               UNION ALL
               SELECT due_at, with_holder_until FROM reviews WHERE tenant_id = $1 AND who.id = '' AND assigned_to_id IS NULL
                 AND status IN ('PENDING', 'ESCALATED')) r) o
       CROSS JOIN LATERAL (
         SELECT count(*) AS waiting FROM waiting_reviews WHERE tenant_id = $1 AND reviewer_id = who.id) w
       WHERE o.open + w.waiting > 0
     )
     SELECT n.total, p.* FROM (SELECT count(*) AS total FROM loads) n
     LEFT JOIN LATERAL (
       SELECT l.*, t.display_name AS reviewer_name, t.disabled,
              ${askedSince('l.id', week, 'NULL')} AS asked
       FROM (SELECT * FROM loads ${beyond} ORDER BY -load, id ${limitSql(limit)} ${skipped}) l
       LEFT JOIN principals t ON t.tenant_id = $1 AND t.id = l.id
       ORDER BY -l.load, l.id) p ON true`,
    parameters.values,
  );
  return pageOf(rows, limit);
}
