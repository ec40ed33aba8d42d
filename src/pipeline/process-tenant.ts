import { LapseError } from '../domain/errors.ts';
import type { Database, Querier } from '../store/database.ts';
import { type AcceptedEvent, unpackEvents } from '../store/inbox.ts';
import { claimInbox, claimInboxRow, type InboxRow, lockPipeline } from '../store/inbox-claims.ts';
import { addJobProgress } from '../store/job-progress.ts';
import { loadPolicy } from '../store/policies.ts';
import { claimRecalculations, type Recalculation, type RecalculationCause } from '../store/recalculations.ts';
import { type Batch, createBatch } from './batch.ts';
import { setAside } from './set-aside.ts';
import { STAGES } from './stages.ts';

/** What the pipeline needs from outside; time and ids come in, so that a test can hold them. */
export interface PipelineContext {
  db: Database;
  now: () => number;
  newId: () => string;
  /** Told about every failure of a batch; the batch itself is taken care of. */
  onError: (error: Error, tenantId: number) => void;
}

/** A larger batch coalesces more uses of the same grant; a smaller one is readable sooner, in under a second. */
const BATCH_EVENTS_MAX = 2_500;
/** A request carries up to 5,000 grants; events should not wait for more than one. */
const RECALCULATIONS_MAX = 1;

/** Applies what waits for a tenant, one micro-batch of each kind. Answers whether there was anything. */
export async function processTenant(context: PipelineContext, tenantId: number): Promise<boolean> {
  const events = await processEvents(context, tenantId);
  const recalculations = await processRecalculations(context, tenantId);
  return events || recalculations;
}

async function processEvents(context: PipelineContext, tenantId: number): Promise<boolean> {
  const { db } = context;
  let claimed: InboxRow[] = [];
  try {
    return await db.transaction(tenantId, async (tx) => {
      if (!(await lockPipeline(tx))) return false;
      claimed = await claimInbox(tx, BATCH_EVENTS_MAX);
      if (claimed.length === 0) return false;
      await applyEvents(
        context,
        tx,
        claimed.flatMap((row) => unpackEvents(row.payload)),
      );
      return true;
    });
  } catch (error) {
    if (isUnavailable(error)) throw error;
    context.onError(error as Error, tenantId);
    await processOneByOne(context, tenantId, claimed);
    return true;
  }
}

/** One of them is bad, and the transaction does not tell which: each gets its own, and the bad one is set aside. */
async function processOneByOne(context: PipelineContext, tenantId: number, rows: InboxRow[]): Promise<void> {
  for (const { id } of rows) {
    try {
      await context.db.transaction(tenantId, async (tx) => {
        const row = (await lockPipeline(tx)) ? await claimInboxRow(tx, id) : null;
        if (row) await applyEvents(context, tx, unpackEvents(row.payload));
      });
    } catch (error) {
      if (isUnavailable(error)) throw error;
      await context.db.transaction(tenantId, (tx) => setAside(tx, id, error as Error, context.newId));
    }
  }
}

async function applyEvents(context: PipelineContext, tx: Querier, events: AcceptedEvent[]): Promise<void> {
  await runStages(await prepare(context, tx, 'use', { events }));
}

async function processRecalculations(
  { db, ...context }: PipelineContext,
  tenantId: number,
): Promise<boolean> {
  return db.transaction(tenantId, async (tx) => {
    if (!(await lockPipeline(tx))) return false;
    const claimed = await claimRecalculations(tx, RECALCULATIONS_MAX);
    if (claimed.length === 0) return false;
    for (const [cause, requests] of byCause(claimed)) {
      const grant_ids = requests.flatMap((request) => request.grant_ids);
      await runStages(await prepare({ db, ...context }, tx, cause, { grant_ids }));
    }
    await addJobProgress(tx, claimed);
    return true;
  });
}

function byCause(requests: Recalculation[]): Map<RecalculationCause, Recalculation[]> {
  const causes = new Map<RecalculationCause, Recalculation[]>();
  for (const request of requests) causes.set(request.cause, [...(causes.get(request.cause) ?? []), request]);
  return causes;
}

async function prepare(
  { now, newId }: PipelineContext,
  tx: Querier,
  cause: Batch['cause'],
  work: { events?: AcceptedEvent[]; grant_ids?: string[] },
): Promise<Batch> {
  const { policy } = await loadPolicy(tx);
  return createBatch({ tx, now: now(), policy, newId, cause }, work);
}

async function runStages(batch: Batch): Promise<void> {
  for (const stage of STAGES) await stage.run(batch);
}

function isUnavailable(error: unknown): boolean {
  return error instanceof LapseError && error.code === 'unavailable';
}
