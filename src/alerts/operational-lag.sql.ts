import type { Policy } from '../core/policy/policy.rules.ts';
import { passings } from '../core/scores/marks.rules.ts';
import { asColumns } from '../core/scores/sweep/sweep-work.sql.ts';
import type { Parameters } from '../platform/database/page.ts';
import type { LagStage } from './operational-figures.rules.ts';

/** Counting ends here: one more than the largest number that an alert asks about. A figure this high means "or more". */
export const COUNT_MAX = 10_001;

/** How many rows there are, up to the bound. */
export const countedSql = (rows: string): string =>
  `(SELECT count(*) FROM (SELECT FROM ${rows} LIMIT ${COUNT_MAX}) AS counted)`;

interface Moment {
  policy: Policy;
  now: number;
  /** As SQL. */
  present: string;
}

/** What waits, stage by stage: `[items, seconds of the oldest]`. */
export function lagSql(moment: Moment, parameters: Parameters): string {
  const { present } = moment;
  /** Rows with a column `at`: since when each waits. */
  const waiting = (rows: string, items = 'count(*)'): string =>
    `(SELECT json_build_array(${items}, extract(epoch FROM ${present} - min(at))::float8) FROM (${rows} LIMIT ${COUNT_MAX}) AS w)`;
  const due = (rows: string, column: string): string =>
    waiting(
      `SELECT ${column} AS at FROM ${rows} AND tenant_id = $1 AND ${column} <= ${present} ORDER BY ${column}`,
    );
  const lags: Record<LagStage, string> = {
    events: waiting(
      'SELECT received_at AS at, events FROM inbox WHERE tenant_id = $1 ORDER BY id',
      'coalesce(sum(events), 0)',
    ),
    recalculations: waiting('SELECT created_at AS at FROM recalculations WHERE tenant_id = $1 ORDER BY id'),
    peer_moves: waiting('SELECT created_at AS at FROM peer_moves WHERE tenant_id = $1'),
    crossings: crossingsSql(moment, parameters),
    review_timers: due('workflows WHERE timer_at IS NOT NULL', 'timer_at'),
    campaigns: waiting(
      'SELECT created_at AS at FROM campaigns WHERE tenant_id = $1 AND generated_at IS NULL ORDER BY id',
    ),
    remediations: due('remediations WHERE due_at IS NOT NULL', 'due_at'),
    syncs: due('connectors WHERE enabled AND next_sync_at IS NOT NULL', 'next_sync_at'),
    audit: auditSql(present),
    webhook_deliveries: `(SELECT json_build_array(coalesce(sum(d.items), 0), max(d.oldest)) FROM webhooks e CROSS JOIN LATERAL (
      SELECT count(*) AS items, extract(epoch FROM ${present} - min(at))::float8 AS oldest FROM (
        SELECT due_at AS at FROM webhook_deliveries WHERE tenant_id = $1 AND endpoint_id = e.id AND due_at <= ${present}
        ORDER BY due_at LIMIT ${COUNT_MAX}) AS w) AS d
      WHERE e.tenant_id = $1 AND e.status = 'enabled')`,
    reports: due('reports WHERE due_at IS NOT NULL', 'due_at'),
  };
  return `json_build_object(${Object.entries(lags)
    .map(([stage, sql]) => `'${stage}', ${sql}`)
    .join(', ')})`;
}

/** Scores that went through a mark and were not announced yet. What waits because its asset is not watched does not count. */
function crossingsSql({ policy, now }: Moment, parameters: Parameters): string {
  const unwatched = `ARRAY(SELECT platform || ' ' || connector_id FROM telemetry_gaps WHERE tenant_id = $1 AND ended_at IS NULL)`;
  const ofScores = (of: 'grant' | 'principal'): string => {
    const passed = passings(policy, of, now);
    const [classes, reached, before] = asColumns(passed).map((values) => parameters.add(values));
    const asset =
      of === 'grant'
        ? 'r.asset_id'
        : '(SELECT g.asset_id FROM grants g WHERE g.tenant_id = $1 AND g.id = r.grant_id LIMIT 1)';
    return `SELECT d.items, d.oldest FROM unnest(${classes}::smallint[], ${reached}::smallint[], ${before}::timestamptz[])
        AS m (half_life_class, reached, before)
      CROSS JOIN LATERAL (
        SELECT count(*) AS items, extract(epoch FROM m.before - min(r.lapses_at))::float8 AS oldest FROM (
          SELECT s.* FROM ${of}_scores s
          WHERE ${of === 'grant' ? 's.active AND' : ''} s.tenant_id = $1 AND s.half_life_class = m.half_life_class
            AND s.reached = m.reached
            AND s.lapses_at <= m.before
          ORDER BY s.lapses_at LIMIT ${COUNT_MAX}) AS r
        WHERE CASE WHEN u.places = '{}' THEN true ELSE
          (SELECT NOT ARRAY[a.platform || ' ', a.platform || ' ' || coalesce(a.connector_id, '')] && u.places
           FROM assets a WHERE a.tenant_id = $1 AND a.id = ${asset} LIMIT 1) END) AS d`;
  };
  return `(SELECT json_build_array(coalesce(sum(c.items), 0), max(c.oldest)) FROM (SELECT ${unwatched} AS places) AS u
    CROSS JOIN LATERAL (${ofScores('grant')} UNION ALL ${ofScores('principal')}) AS c)`;
}

/** Entries without a place in the log. */
function auditSql(present: string): string {
  const state = (column: string, otherwise: string): string =>
    `coalesce((SELECT ${column} FROM audit_sequencers WHERE tenant_id = $1), ${otherwise})`;
  return `(SELECT json_build_array(items, extract(epoch FROM ${present} - first)::float8)
    FROM (SELECT count(*) AS items, min(recorded_at) AS first FROM (
      SELECT e.recorded_at FROM audit_entries e
      WHERE e.tenant_id = $1 AND e.appended_xid >= ${state('pg_snapshot_xmax(sequenced)', "'0'::xid8")}
        AND e.appended_xid < (SELECT pg_snapshot_xmax(pg_current_snapshot()))
        AND (e.appended_xid, e.seq) > (${state('resume_xid', "'0'::xid8")}, ${state('resume_seq', '0')})
        AND NOT EXISTS (SELECT FROM audit_positions p WHERE p.tenant_id = $1 AND p.entry_id = e.id)
      ORDER BY e.appended_xid, e.seq LIMIT ${COUNT_MAX}) AS w) AS a)`;
}
