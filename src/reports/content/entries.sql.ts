import { type AuditEntry, appendAuditEntries } from '../../audit/entries.sql.ts';
import type { Querier } from '../../platform/database/database.ts';
import type { ReportRow } from '../reports.sql.ts';

/** Without an id: written from a terminal, and kept nowhere. */
type AboutReport = Pick<ReportRow, 'type' | 'format' | 'period_start' | 'period_end'> & { id: string | null };

/** What happens to reports is in the audit trail, in the transaction in which it happens. */
export async function appendReportEntry(tx: Querier, report: AboutReport, entry: AuditEntry): Promise<void> {
  const { id, type, format, period_start, period_end } = report;
  const data = { report_id: id, type, format, period_start, period_end, ...entry.data };
  await appendAuditEntries(tx, [{ ...entry, data }]);
}
