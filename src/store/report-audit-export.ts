import type { ReportRequest } from '../domain/report.ts';
import { filterSql } from './report-joins.ts';
import { instantLiteral, type ReportQuery, type SourceColumn } from './report-query.ts';

/**
 * The entries of the period in the order of the log. A filter keeps entries whose principal or asset matches; those
 * about none are counted apart, so that nobody takes what is left for everything.
 */
export function auditExportQuery(
  tenantId: number,
  { period_start, period_end, filters }: ReportRequest,
): ReportQuery {
  const entries = `FROM audit_entries e
  JOIN LATERAL (SELECT position FROM audit_positions WHERE tenant_id = e.tenant_id AND entry_id = e.id LIMIT 1) n ON true`;
  const inPeriod = `e.tenant_id = ${tenantId} AND e.recorded_at >= ${instantLiteral(period_start)}
    AND e.recorded_at < ${instantLiteral(period_end)}`;
  const { department, platform, classification } = filters;
  const about = `
  LEFT JOIN LATERAL (SELECT display_name, department FROM principals
                     WHERE tenant_id = e.tenant_id AND id = e.principal_id LIMIT 1) p ON true
  LEFT JOIN LATERAL (SELECT name, platform, classification FROM assets
                     WHERE tenant_id = e.tenant_id AND id = e.data ->> 'asset_id' LIMIT 1) a ON true`;
  const isByAsset = platform !== null || classification !== null;
  const unrelated = [
    ...(department === null ? [] : ['e.principal_id IS NULL']),
    ...(isByAsset ? ["e.data ->> 'asset_id' IS NULL"] : []),
  ];
  return {
    columns: COLUMNS,
    from: `${entries} ${about} WHERE ${inPeriod} ${filterSql(filters)}`,
    order: 'n.position',
    sources: [
      {
        name: 'audit entries of the period',
        count: `SELECT count(*) AS rows FROM audit_entries e WHERE ${inPeriod}`,
      },
      ...(unrelated.length === 0
        ? []
        : [
            {
              name: 'of these, left out by the filters because they name no principal or asset to filter by',
              count: `SELECT count(*) AS rows FROM audit_entries e WHERE ${inPeriod} AND (${unrelated.join(' OR ')})`,
            },
          ]),
    ],
  };
}

const COLUMNS: readonly SourceColumn[] = [
  { key: 'position', label: 'Position', kind: 'integer', width: 8, sql: 'n.position' },
  { key: 'id', label: 'Entry id', kind: 'text', width: 16, sql: 'e.id' },
  { key: 'timestamp', label: 'Recorded', kind: 'instant', width: 12, sql: 'e.recorded_at' },
  { key: 'occurred_at', label: 'Happened', kind: 'instant', width: 12, not_in_documents: true, sql: 'e.at' },
  { key: 'event_type', label: 'Event', kind: 'text', width: 16, sql: 'e.event_type' },
  { key: 'actor', label: 'Actor', kind: 'text', width: 16, sql: 'e.actor' },
  {
    key: 'principal_id',
    label: 'Principal id',
    kind: 'text',
    width: 14,
    not_in_documents: true,
    sql: 'e.principal_id',
  },
  { key: 'principal_name', label: 'Principal', kind: 'text', width: 18, sql: 'p.display_name' },
  {
    key: 'asset_id',
    label: 'Asset id',
    kind: 'text',
    width: 14,
    not_in_documents: true,
    sql: "(e.data ->> 'asset_id')",
  },
  { key: 'asset_name', label: 'Asset', kind: 'text', width: 18, sql: 'a.name' },
  {
    key: 'review_id',
    label: 'Review id',
    kind: 'text',
    width: 14,
    not_in_documents: true,
    sql: 'e.review_id',
  },
  { key: 'description', label: 'Description', kind: 'text', width: 36, sql: 'e.description' },
  { key: 'data', label: 'Data', kind: 'text', width: 36, not_in_documents: true, sql: 'e.data::text' },
];
