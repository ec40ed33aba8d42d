import { type Loop, runLoop } from '../background/run-loop.ts';
import { claimReport } from '../store/report-work.ts';
import { tenantsWith } from '../store/tenants-with.ts';
import { LEASE_MS, makeReport } from './make-report.ts';
import { removeReports } from './remove-reports.ts';
import type { ReportContext } from './report-context.ts';

const REST_MS = 500;
/** Of one tenant, everywhere: the others wait in order, so that one who asks for many leaves room for the rest. */
const AT_ONCE_PER_TENANT = 2;
/** Of one program. Making a report keeps one processor busy, and one of PostgreSQL's. */
const AT_ONCE = 2;

/** Makes the next report of a tenant, if any may be begun. */
export async function reportTenant(
  context: ReportContext,
  tenantId: number,
  signal: AbortSignal,
): Promise<boolean> {
  const claim = {
    now: context.now(),
    lease: context.newId(),
    lease_ms: LEASE_MS,
    at_once: AT_ONCE_PER_TENANT,
    storage: context.storages.writing.kind,
  };
  const work = await context.db.transaction(tenantId, (tx) => claimReport(tx, claim));
  if (work) await makeReport(context, tenantId, work, signal);
  const removed = await removeReports(context, tenantId);
  return work !== null || removed > 0;
}

/** Any number of these may run: each report is in one worker's hands at a time. */
export function runReports(context: ReportContext): Loop {
  const loops = Array.from({ length: AT_ONCE }, () =>
    runLoop({
      rest_ms: REST_MS,
      onError: (error) => context.onError(error, 0),
      turn: async (signal) => {
        let wasBusy = false;
        for (const tenantId of await tenantsWith(context, 'reports')) {
          if (!signal.aborted && (await reportTenant(context, tenantId, signal))) wasBusy = true;
        }
        return wasBusy;
      },
    }),
  );
  return {
    wake: () => {
      for (const loop of loops) loop.wake();
    },
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}
