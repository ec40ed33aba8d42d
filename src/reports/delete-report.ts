import type { Querier } from '../platform/database/database.ts';
import { LapseError } from '../platform/errors.ts';
import { appendReportEntry } from './content/entries.sql.ts';
import { markRemoved, type ReportRow } from './reports.sql.ts';

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
