import { v7 as uuidv7 } from 'uuid';
import type { Loop } from '../platform/background/run-loop.ts';
import { runTenants } from '../platform/background/run-tenants.ts';
import { dueWork } from '../platform/background/tenants-with.sql.ts';
import { appendReportEntry } from './content/entries.sql.ts';
import { LEASE_MS, makeReport } from './make-report.ts';
import type { ReportContext } from './report-context.ts';
import { claimReport, deleteRemoved, listRemoved, removeExpired } from './work.sql.ts';

/** Of one tenant, everywhere: the others wait in order, so that one who asks for many leaves room for the rest. */
const AT_ONCE_PER_TENANT = 2;
/**
 * Of one program. Making a report keeps one processor busy, and one of PostgreSQL's. Twice what one tenant may have: however long
 * its reports take, those of another begin beside them.
 */
const AT_ONCE = 2 * AT_ONCE_PER_TENANT;

/** Makes the next report of a tenant, if any may be begun. */
export async function reportTenant(
  context: ReportContext,
  tenantId: number,
  signal: AbortSignal,
): Promise<boolean> {
  const claim = {
    now: context.now(),
    lease: uuidv7(),
    lease_ms: LEASE_MS,
    at_once: AT_ONCE_PER_TENANT,
    storage: context.storages.writing.kind,
  };
  const work = await context.db.transaction(tenantId, (tx) => claimReport(tx, claim));
  if (work) await makeReport({ ...context, tenant_id: tenantId, work }, signal);
  return work !== null;
}

/** Any number of these may run: each report is in one worker's hands at a time. */
export function runReports(context: ReportContext): Loop {
  return runTenants({
    context,
    at_once: AT_ONCE,
    at_once_per_tenant: AT_ONCE_PER_TENANT,
    due: () => dueWork(context, 'reports'),
    turn: async (tenantId, { signal, take }) => {
      const removed = await take('report_removal', () => removeReports(context, tenantId));
      const made = await take('reports', () => reportTenant(context, tenantId, signal));
      return (made ?? false) || (removed ?? 0) > 0;
    },
  });
}

/** Few at a time: files are long, and others wait for the worker. */
const REMOVALS_PER_TURN = 20;

/** What has expired, and the bytes of what was deleted. Answers how many were removed. */
export async function removeReports(context: ReportContext, tenantId: number): Promise<number> {
  const { db, storages } = context;
  const now = context.now();
  await db.transaction(tenantId, async (tx) => {
    for (const report of await removeExpired(tx, now, REMOVALS_PER_TURN)) {
      await appendReportEntry(tx, report, {
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
