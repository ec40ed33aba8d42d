import { LINE_COLUMNS, LINE_LENGTH, lineOf, outsideSql } from '../../audit/columns.sql.ts';
import { auditLine, instantOf } from '../../audit/line.rules.ts';
import type { Querier } from '../../platform/database/database.ts';
import type { Cell, Column } from '../content.rules.ts';
import type { ReportRequest } from '../report.rules.ts';
import { filterSql } from './joins.sql.ts';
import { instantLiteral, type ReportQuery } from './query.sql.ts';

/** Which positions of the log a period covers, none of them left out. */
export interface LogRange {
  first: number;
  /** Smaller than `first` when there is none. */
  last: number;
}

/** What is read; what the report shows is made from it and compared with the log (exportedEntry). */
export interface AuditExport extends Pick<ReportQuery, 'sources'> {
  /** One after the other: every place of the range in the order of the log, then entries of the period that have no place. */
  texts: readonly string[];
}

/** With what it takes to tell whether it is what was signed. */
export interface ExportedEntry {
  line: string;
  position: number | null;
  is_outside: boolean;
  /** Of the period, and matching the filters. */
  is_wanted: boolean;
  /** By the keys of the columns, its integrity apart. */
  cells: Record<string, Cell>;
}

/** Entries of the first form have their asset under the hash only in their data. */
const ASSET = "CASE WHEN e.form = 1 THEN e.data ->> 'asset_id' ELSE e.asset_id END";

/**
 * From behind the last entry before the period to before the first one after it: who removes an entry takes the time it was
 * recorded with it, so a gap at the edge of the period belongs to it. No further inside than the entries of the period reach,
 * whatever time those around them were given.
 */
export async function loadLogRange(
  q: Querier,
  { period_start, period_end }: Pick<ReportRequest, 'period_start' | 'period_end'>,
): Promise<LogRange> {
  const placed = `FROM audit_entries e JOIN audit_positions n ON n.tenant_id = $1 AND n.entry_id = e.id
    WHERE e.tenant_id = $1 AND`;
  const [range] = await q.query<LogRange>(
    `SELECT least(inside.first, coalesce(before.position + 1, 0)) AS first,
       greatest(inside.last, coalesce(after.position, ends.size) - 1) AS last
     FROM (SELECT min(n.position) AS first, max(n.position) AS last
           ${placed} e.recorded_at >= $2 AND e.recorded_at < $3) inside
     CROSS JOIN (SELECT greatest(
             (SELECT max(tree_size) FROM audit_checkpoints WHERE tenant_id = $1),
             (SELECT max(position) + 1 FROM audit_positions WHERE tenant_id = $1), 0) AS size) ends
     LEFT JOIN LATERAL (SELECT n.position ${placed} e.recorded_at < $2
                        ORDER BY e.recorded_at DESC, e.id DESC LIMIT 1) before ON true
     LEFT JOIN LATERAL (SELECT n.position ${placed} e.recorded_at >= $3
                        ORDER BY e.recorded_at, e.id LIMIT 1) after ON true`,
    [q.tenant_id, period_start, period_end],
  );
  return range as LogRange;
}

/**
 * The entries of the period. A filter keeps entries whose principal or asset matches; those about none are counted apart, so
 * that nobody takes what is left for everything. Everything in the range is read all the same: whether an entry is of the period
 * and matches is known only of one that is what was signed.
 */
export function auditExport(
  tenantId: number,
  { period_start, period_end, filters }: ReportRequest,
  { first, last }: LogRange,
): AuditExport {
  const ofTenant = `e.tenant_id = ${tenantId}`;
  const inPeriod = `e.recorded_at >= ${instantLiteral(period_start)} AND e.recorded_at < ${instantLiteral(period_end)}`;
  const { department, platform, classification } = filters;
  const isByAsset = platform !== null || classification !== null;
  const unrelated = [
    ...(department === null ? [] : ['e.principal_id IS NULL']),
    ...(isByAsset ? [`${ASSET} IS NULL`] : []),
  ];
  const columns = `${LINE_COLUMNS}, n.position, e.id IS NOT NULL AND ${outsideSql(String(tenantId), 'n.position')} AS is_outside,
    coalesce(${inPeriod} ${filterSql(filters)}, false) AS is_wanted, p.display_name AS principal_name, a.name AS asset_name`;
  const about = `LEFT JOIN principals p ON p.tenant_id = ${tenantId} AND p.id = e.principal_id
  LEFT JOIN assets a ON a.tenant_id = ${tenantId} AND a.id = ${ASSET}`;
  return {
    texts: [
      `SELECT ${columns} FROM generate_series(${first}, ${last}) AS n(position)
  LEFT JOIN audit_positions o ON o.tenant_id = ${tenantId} AND o.position = n.position
  LEFT JOIN audit_entries e ON ${ofTenant} AND e.id = o.entry_id
  ${about} ORDER BY n.position`,
      `SELECT ${columns} FROM audit_entries e CROSS JOIN (SELECT NULL::bigint AS position) n
  ${about} WHERE ${ofTenant} AND ${inPeriod}
    AND NOT EXISTS (SELECT FROM audit_positions o WHERE o.tenant_id = ${tenantId} AND o.entry_id = e.id)
  ORDER BY e.recorded_at, e.id`,
    ],
    sources: [
      {
        name: 'audit entries of the period',
        count: `SELECT count(*) AS rows FROM audit_entries e WHERE ${ofTenant} AND ${inPeriod}`,
      },
      ...(unrelated.length === 0
        ? []
        : [
            {
              name: 'of these, left out by the filters because they name no principal or asset to filter by',
              count: `SELECT count(*) AS rows FROM audit_entries e WHERE ${ofTenant} AND ${inPeriod} AND (${unrelated.join(' OR ')})`,
            },
          ]),
    ],
  };
}

/** What is read behind the columns of a line, in the order in which it is selected. */
type ReadBeside = [
  position: number | null,
  is_outside: boolean,
  is_wanted: boolean,
  principal_name: string | null,
  asset_name: string | null,
];

/**
 * From the values whose bytes are hashed, and no others; the names of principal and asset are the directory's. A number is a
 * place of the log where there is no entry. Values by their order: by name this took as long as hashing them.
 */
export function exportedEntry(values: readonly Cell[]): ExportedEntry | number {
  const line = lineOf(values);
  const beside = values.slice(LINE_LENGTH) as ReadBeside;
  const [position, is_outside, is_wanted, principal_name, asset_name] = beside;
  if (line.id === null) return position as number;
  const { form, recorded_at, at, asset_id, ...shown } = line;
  return {
    line: auditLine(line),
    position,
    is_outside,
    is_wanted,
    cells: {
      ...shown,
      position,
      timestamp: instantOf(recorded_at),
      occurred_at: instantOf(at),
      principal_name,
      asset_id: form === 1 ? (JSON.parse(line.data).asset_id ?? null) : asset_id,
      asset_name,
    },
  };
}

export const AUDIT_EXPORT_COLUMNS: readonly Column[] = [
  { key: 'position', label: 'Position', kind: 'integer', width: 8 },
  { key: 'integrity', label: 'Integrity', kind: 'text', width: 9 },
  { key: 'id', label: 'Entry id', kind: 'text', width: 16 },
  { key: 'timestamp', label: 'Recorded', kind: 'instant', width: 12 },
  { key: 'occurred_at', label: 'Happened', kind: 'instant', width: 12, not_in_documents: true },
  { key: 'event_type', label: 'Event', kind: 'text', width: 16 },
  { key: 'actor', label: 'Actor', kind: 'text', width: 16 },
  { key: 'principal_id', label: 'Principal id', kind: 'text', width: 14, not_in_documents: true },
  { key: 'principal_name', label: 'Principal', kind: 'text', width: 18 },
  { key: 'asset_id', label: 'Asset id', kind: 'text', width: 14, not_in_documents: true },
  { key: 'asset_name', label: 'Asset', kind: 'text', width: 18 },
  { key: 'review_id', label: 'Review id', kind: 'text', width: 14, not_in_documents: true },
  { key: 'description', label: 'Description', kind: 'text', width: 36 },
  { key: 'data', label: 'Data', kind: 'text', width: 36, not_in_documents: true },
];
