import { createHash } from 'node:crypto';
import type { ComplianceSummary } from '../domain/compliance-summary.ts';
import { LapseError } from '../domain/errors.ts';
import type { Column, Completeness, ReportHead, SummaryReport } from '../domain/report-content.ts';
import type { Querier } from '../store/database.ts';
import type { ReportPolicies } from '../store/report-rows.ts';
import type { CsvTarget } from './content.ts';
import { csvText } from './csv-text.ts';

export interface SummaryFacts {
  head: ReportHead;
  policies: ReportPolicies;
  audit_checkpoint: Completeness['audit_checkpoint'];
}

/** The figures of the summary, and the same as rows for formats that carry rows. */
export interface BuiltSummary {
  summary: ComplianceSummary;
  sources: Completeness['sources'];
  columns: readonly Column[];
  rows: SummaryReport['rows'];
}

export async function summaryContent(
  snapshot: Querier,
  { head, policies, audit_checkpoint }: SummaryFacts,
  { writeCsv, onRows }: CsvTarget,
): Promise<SummaryReport> {
  const { summary, sources, columns, rows } = await build(snapshot, head, policies);
  const csv = Buffer.from(csvText(columns, rows));
  await writeCsv(csv);
  onRows(rows.length);
  return {
    kind: 'summary',
    head,
    summary,
    columns,
    rows,
    completeness: {
      sources,
      row_count: rows.length,
      rows_sha256: createHash('sha256').update(csv).digest('hex'),
      audit_checkpoint,
    },
  };
}

async function build(_q: Querier, _head: ReportHead, _policies: ReportPolicies): Promise<BuiltSummary> {
  throw new LapseError('unavailable', 'The compliance summary is not available yet.');
}
