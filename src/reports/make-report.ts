import { createHash } from 'node:crypto';
import { loadPolicy } from '../core/policy/policies.sql.ts';
import { counted } from '../platform/counted.ts';
import type { Querier } from '../platform/database/database.ts';
import { LapseError } from '../platform/errors.ts';
import { DAY_MS, isoInstant } from '../platform/iso-instant.ts';
import { tenantTid } from '../platform/tenants/tenants.sql.ts';
import { appendReportEntry } from './content/entries.sql.ts';
import type { Completeness } from './content.rules.ts';
import { generateReport } from './generate-report.ts';
import type { ReportContext } from './report-context.ts';
import { estimatedEnd, estimatedMs } from './request.rules.ts';
import { type FileWriter, Overtaken } from './storage/storage.ts';
import { abandonReport, completeReport, type ReportWork, renewReport } from './work.sql.ts';

/** A worker that is gone for this long is taken for dead. */
export const LEASE_MS = 30_000;
const TELL_EVERY_MS = 1_000;
const ATTEMPTS_MAX = 3;
const TRY_AGAIN_MS = 5_000;

/** The program ends; another goes on. */
class Stopped extends Error {}

interface Progress {
  progress: number;
  rows: number;
}

interface Attempt extends ReportContext {
  tenant_id: number;
  work: ReportWork;
}

/** One attempt at a report that was claimed. */
export async function makeReport(attempt: Attempt, stopping: AbortSignal): Promise<void> {
  const { tenant_id, work, storages } = attempt;
  if (work.attempts > ATTEMPTS_MAX) {
    const error =
      work.error ?? `It was begun ${ATTEMPTS_MAX} times, and each time its worker came to an end.`;
    return abandon(attempt, error);
  }
  const aborting = new AbortController();
  const stop = (): void => aborting.abort(new Stopped());
  stopping.addEventListener('abort', stop, { once: true });
  if (stopping.aborted) stop();
  const reached: Progress = { progress: 0, rows: 0 };
  const lease = keepLease(attempt, reached, aborting);
  const storage = storages.writing;
  const file = { tenant_id, report_id: work.id, attempt: work.lease };
  const writer = storage.open(file);
  try {
    if (work.previous !== null) await storage.remove(file, work.previous);
    const written = await writeFile(attempt, { writer, reached, signal: aborting.signal });
    aborting.signal.throwIfAborted();
    await finish(attempt, written);
  } catch (error) {
    await writer.abandon();
    const reason = aborting.signal.aborted ? aborting.signal.reason : error;
    if (reason instanceof Overtaken) return;
    await storage.remove(file, work.lease).catch(() => {});
    if (reason instanceof Stopped) await release(attempt);
    else await retryOrAbandon(attempt, reason as Error);
  } finally {
    stopping.removeEventListener('abort', stop);
    await lease.end();
  }
}

/** Tells once a second how far it is, and hears whether the report is still wanted of this worker. */
function keepLease(
  { db, now, tenant_id, work }: Attempt,
  reached: Progress,
  aborting: AbortController,
): { end(): Promise<void> } {
  const started_at = now();
  const guessed = started_at + estimatedMs(work.format, work.rows_estimated);
  let until = started_at + LEASE_MS;
  let telling: Promise<void> = Promise.resolve();
  const tell = async (): Promise<void> => {
    const at = now();
    const estimated_completion = estimatedEnd({ started_at, now: at, progress: reached.progress }, guessed);
    try {
      const renewed = { ...reached, until: at + LEASE_MS, estimated_completion };
      if (!(await renewReport(db.alone(tenant_id), work, renewed))) aborting.abort(new Overtaken());
      until = at + LEASE_MS;
    } catch {
      // The database is away; without it the lease ends, and somebody else may begin.
      if (now() >= until) aborting.abort(new Overtaken());
    }
  };
  let isTelling = false;
  const timer = setInterval(() => {
    if (isTelling) return;
    isTelling = true;
    telling = tell().finally(() => {
      isTelling = false;
    });
  }, TELL_EVERY_MS);
  return {
    end: () => {
      clearInterval(timer);
      return telling;
    },
  };
}

interface Written {
  completeness: Completeness;
  size_bytes: number;
  sha256: string;
}

async function writeFile(
  { db, integrity, tenant_id, work }: Attempt,
  { writer, reached, signal }: { writer: FileWriter; reached: Progress; signal: AbortSignal },
): Promise<Written> {
  const hash = createHash('sha256');
  let size_bytes = 0;
  const { type, format, period_start, period_end, filters, requested_by, rows_estimated } = work;
  const tenant_name = await tenantTid(db.tenant(tenant_id));
  const request = { type, format, period_start, period_end, filters };
  const completeness = await generateReport(
    db,
    tenant_id,
    { request, tenant_name, requested_by },
    {
      rows_estimated,
      signal,
      integrity,
      onProgress: (progress, rows) => Object.assign(reached, { progress, rows }),
      write: async (bytes) => {
        signal.throwIfAborted();
        hash.update(bytes);
        size_bytes += bytes.length;
        await writer.write(bytes);
      },
    },
  );
  await writer.close();
  return { completeness, size_bytes, sha256: hash.digest('hex') };
}

async function finish(
  { db, now, tenant_id, work }: Attempt,
  { completeness, size_bytes, sha256 }: Written,
): Promise<void> {
  const { row_count, rows_sha256, integrity } = completeness;
  await db.transaction(tenant_id, async (tx) => {
    const at = now();
    const completed_at = isoInstant(at);
    const expires_at = await expiry(tx, at);
    const done = { completed_at, expires_at, size_bytes, sha256, row_count, rows_sha256 };
    if (!(await completeReport(tx, work, done))) throw new Overtaken();
    await appendReportEntry(tx, work, {
      event_type: 'report.completed',
      description: `The report ${work.type} is complete: ${counted(row_count, 'row')}, ${counted(size_bytes, 'byte')}.${unsoundText(integrity)}`,
      actor: 'system',
      at: completed_at,
      data: {
        status: 'completed',
        row_count,
        rows_sha256,
        sha256,
        download_url: `/v1/reports/${work.id}/download`,
        requested_by: work.requested_by,
        ...(integrity && { integrity }),
      },
    });
  });
}

async function expiry(tx: Querier, now: number): Promise<string> {
  return isoInstant(now + (await loadPolicy(tx)).policy.retention.reports_days * DAY_MS);
}

async function release({ db, now, tenant_id, work }: Attempt): Promise<void> {
  const end = { error: work.error, due_at: isoInstant(now()), expires_at: null, counts: false };
  await abandonReport(db.alone(tenant_id), work, end);
}

async function retryOrAbandon(attempt: Attempt, failure: Error): Promise<void> {
  const { db, now, onError, tenant_id, work } = attempt;
  const error = failure.message || failure.name;
  if (!(failure instanceof LapseError)) onError(failure, tenant_id);
  if (work.attempts >= ATTEMPTS_MAX) return abandon(attempt, error);
  const due_at = isoInstant(now() + TRY_AGAIN_MS * work.attempts);
  await abandonReport(db.alone(tenant_id), work, { error, due_at, expires_at: null, counts: true });
}

async function abandon({ db, now, tenant_id, work }: Attempt, error: string): Promise<void> {
  await db.transaction(tenant_id, async (tx) => {
    const at = now();
    const end = { error, due_at: null, expires_at: await expiry(tx, at), counts: true };
    if (!(await abandonReport(tx, work, end))) return;
    await appendReportEntry(tx, work, {
      event_type: 'report.failed',
      description: `The report ${work.type} could not be made: ${error}`,
      actor: 'system',
      at: isoInstant(at),
      data: { status: 'failed', error, requested_by: work.requested_by },
    });
  });
}

function unsoundText(integrity: Completeness['integrity']): string {
  const { altered = 0, missing = 0 } = integrity ?? {};
  return altered + missing === 0 ? '' : ` Audit entries altered: ${altered}, missing: ${missing}.`;
}
