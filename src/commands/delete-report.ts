import { LapseError } from '../domain/errors.ts';
import type { Querier } from '../store/database.ts';
import { appendReportEntry } from '../store/report-entries.ts';
import { markRemoved, type ReportRow } from '../store/reports.ts';

/** Gone for everybody at once; a worker removes the bytes, and one that is making it stops. */
export async function deleteReport(
  tx: Querier,
  { id, actor, now, newId }: { id: string; actor: string; now: number; newId: () => string },
): Promise<ReportRow> {
  const at = new Date(now).toISOString();
  const report = await markRemoved(tx, id, at);
  if (!report) throw new LapseError('not_found', 'There is no report with this id.');
  await appendReportEntry(tx, report, {
    id: newId(),
    event_type: 'report.deleted',
    description: `The report ${report.type} was deleted.`,
    actor,
    at,
    data: { status: report.status, sha256: report.sha256 },
  });
  return report;
}
