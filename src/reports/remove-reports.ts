import { appendReportEntry } from './content/entries.sql.ts';
import type { ReportContext } from './report-context.ts';
import { deleteRemoved, listRemoved, removeExpired } from './work.sql.ts';

/** Few at a time: files are long, and others wait for the worker. */
const REMOVALS_PER_TURN = 20;

/** What has expired, and the bytes of what was deleted. Answers how many were removed. */
export async function removeReports(context: ReportContext, tenantId: number): Promise<number> {
  const { db, storages, newId } = context;
  const now = context.now();
  await db.transaction(tenantId, async (tx) => {
    for (const report of await removeExpired(tx, now, REMOVALS_PER_TURN)) {
      await appendReportEntry(tx, report, {
        id: newId(),
        event_type: 'report.deleted',
        description: `The report ${report.type} has been kept long enough and was removed.`,
        actor: 'system',
        at: new Date(now).toISOString(),
        data: { status: report.status, sha256: report.sha256, reason: 'expired' },
      });
    }
  });
  const removed = await listRemoved(db.tenant(tenantId), now, REMOVALS_PER_TURN);
  for (const { id, storage } of removed) {
    await storages.of(storage).remove({ tenant_id: tenantId, report_id: id }, 'all');
    await deleteRemoved(db.alone(tenantId), id);
  }
  return removed.length;
}
