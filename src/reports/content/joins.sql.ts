import type { ReportFilters } from '../report.rules.ts';
import { literal, type SourceColumn } from './query.sql.ts';

/** Whom and what a row of a report is about, as `p` and `a`. */
export const PEOPLE_AND_ASSETS = `
  JOIN LATERAL (SELECT display_name, type, department FROM principals
                WHERE tenant_id = r.tenant_id AND id = r.principal_id LIMIT 1) p ON true
  JOIN LATERAL (SELECT name, platform, classification, contains_pii FROM assets
                WHERE tenant_id = r.tenant_id AND id = r.asset_id LIMIT 1) a ON true`;

export const PAIR_COLUMNS: readonly SourceColumn[] = [
  { key: 'principal_id', label: 'Principal id', kind: 'text', width: 14, sql: 'r.principal_id' },
  { key: 'principal_name', label: 'Principal', kind: 'text', width: 20, sql: 'p.display_name' },
  { key: 'principal_type', label: 'Type', kind: 'text', width: 9, sql: 'p.type' },
  { key: 'department', label: 'Department', kind: 'text', width: 14, sql: 'p.department' },
  { key: 'asset_id', label: 'Asset id', kind: 'text', width: 14, sql: 'r.asset_id' },
  { key: 'asset_name', label: 'Asset', kind: 'text', width: 22, sql: 'a.name' },
  { key: 'platform', label: 'Platform', kind: 'text', width: 10, sql: 'a.platform' },
  { key: 'classification', label: 'Classification', kind: 'text', width: 11, sql: 'a.classification' },
  { key: 'contains_pii', label: 'Holds PII', kind: 'boolean', width: 8, sql: 'a.contains_pii' },
];

/** Conditions on `p` and `a`; each begins with AND. What is not known matches no filter. */
export function filterSql({ department, platform, classification }: ReportFilters): string {
  return [
    ...(department === null ? [] : [`AND p.department = ${literal(department)}`]),
    ...(platform === null ? [] : [`AND a.platform = ${literal(platform)}`]),
    ...(classification === null ? [] : [`AND a.classification = ${literal(classification)}`]),
  ].join(' ');
}

/** Of these columns, documents show those that are named. */
export const inDocuments = (columns: readonly SourceColumn[], shown: readonly string[]): SourceColumn[] =>
  columns.map((column) => (shown.includes(column.key) ? column : { ...column, not_in_documents: true }));
