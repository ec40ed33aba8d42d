import type { Parameters } from '../platform/database/page.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** From inclusive, to exclusive, in milliseconds. */
export interface AuditRange {
  from: number | null;
  to: number | null;
}

export interface AuditTotalOf extends AuditRange {
  event_type?: string | undefined;
  actor?: string | undefined;
  /** Conditions on `e` that say the same, the range included, and those without the range. */
  conditions: string;
  conditions_without_range: string;
}

const HAS_NO_POSITION =
  'NOT EXISTS (SELECT FROM audit_positions p WHERE p.tenant_id = $1 AND p.entry_id = e.id)';

/**
 * Entries that are visible and not yet in the log: of transactions that were in progress when the sequencer last looked,
 * or began after. A few seconds' worth, found by an index.
 */
export function pendingSql(conditions: string, columns = 'count(*)'): string {
  // Row security keeps a condition out of the index if it calls a function that might tell what it is given; hence
  // the bounds are computed first. OFFSET 0 keeps the planner from turning the look-up around and reading everything.
  return `WITH s AS MATERIALIZED (
      SELECT sequenced, pg_snapshot_xmax(sequenced) AS since, pg_snapshot_xmax(pg_current_snapshot()) AS until
      FROM (SELECT coalesce((SELECT sequenced FROM audit_sequencers WHERE tenant_id = $1), '1:1:'::pg_snapshot)
              AS sequenced) one),
    x AS MATERIALIZED (SELECT xid FROM s, pg_snapshot_xip(s.sequenced) AS xid)
    SELECT ${columns} FROM (
      SELECT o.* FROM x JOIN LATERAL (
        SELECT e.* FROM audit_entries e WHERE e.tenant_id = $1 AND e.appended_xid = x.xid OFFSET 0) o ON true
      UNION ALL
      SELECT o.* FROM s JOIN LATERAL (
        SELECT e.* FROM audit_entries e
        WHERE e.tenant_id = $1 AND e.appended_xid >= s.since AND e.appended_xid < s.until OFFSET 0) o ON true) e
    WHERE ${conditions} AND ${HAS_NO_POSITION}`;
}

/** Exactly how many entries match: sums that the sequencer keeps, the rest of an hour, and what is not in the log yet. */
export function auditTotalSql(of: AuditTotalOf, parameters: Parameters): string {
  const { from, to } = of;
  const upper = countedBefore(of, to ?? Number.POSITIVE_INFINITY, parameters);
  const lower = countedBefore(of, from ?? Number.NEGATIVE_INFINITY, parameters);
  return `SELECT (${upper} - ${lower} + (${pendingSql(of.conditions)}))::bigint AS total`;
}

function countedBefore(of: AuditTotalOf, before: number, parameters: Parameters): string {
  if (before === Number.NEGATIVE_INFINITY) return '0';
  const key = (value: string | undefined): string =>
    value === undefined ? "''" : `'=' || ${parameters.add(value)}::text`;
  const sum = (grain: 'all' | 'day' | 'hour', bounds = ''): string =>
    `(SELECT coalesce(sum(amount), 0) FROM audit_counts WHERE tenant_id = $1 AND event_type = ${key(of.event_type)}
        AND actor = ${key(of.actor)} AND grain = '${grain}' ${bounds})`;
  if (before === Number.POSITIVE_INFINITY) return sum('all');

  const day = Math.floor(before / DAY_MS);
  const hour = Math.floor(before / HOUR_MS);
  const bucket = (value: number): string => `${parameters.add(value)}::integer`;
  const instant = (ms: number): string => `${parameters.add(new Date(ms).toISOString())}::timestamptz`;
  const days = sum('day', `AND bucket < ${bucket(day)}`);
  const hours = sum('hour', `AND bucket >= ${bucket(day * 24)} AND bucket < ${bucket(hour)}`);
  const rest = `(SELECT count(*) FROM audit_entries e WHERE ${of.conditions_without_range}
      AND e.recorded_at >= ${instant(hour * HOUR_MS)} AND e.recorded_at < ${instant(before)} AND NOT ${HAS_NO_POSITION})`;
  return `(${days} + ${hours} + ${rest})`;
}
