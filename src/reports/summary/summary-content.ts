import { createHash } from 'node:crypto';
import type { Policy } from '../../core/policy/policy.rules.ts';
import type { Querier } from '../../platform/database/database.ts';
import type { CsvTarget } from '../content/content.ts';
import type { Completeness, ReportHead, SummaryReport } from '../content.rules.ts';
import { csvText } from '../csv-text.ts';
import { buildSummary } from './build-summary.ts';

export interface SummaryFacts {
  head: ReportHead;
  policy: Policy;
  audit_checkpoint: Completeness['audit_checkpoint'];
}

export async function summaryContent(
  snapshot: Querier,
  { head, policy, audit_checkpoint }: SummaryFacts,
  { writeCsv, onRows }: CsvTarget,
): Promise<SummaryReport> {
  const { summary, sources, columns, rows } = await buildSummary(snapshot, head, policy);
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
