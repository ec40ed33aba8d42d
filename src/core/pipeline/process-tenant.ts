import type { Database, Querier } from '../../platform/database/database.ts';
import { isUnavailable } from '../../platform/database/unavailable.ts';
import type { Tracing } from '../../platform/tracing/tracing.ts';
import { type AcceptedEvent, unpackEvents } from '../events/inbox.sql.ts';
import { claimInbox, claimInboxRow, type InboxRow, lockPipeline } from '../events/inbox-claims.sql.ts';
import { addJobProgress } from '../jobs/job-progress.sql.ts';
import { isGreatChange, noteGreatChange } from '../overview/overviews.sql.ts';
import { loadPolicy } from '../policy/policies.sql.ts';
import { applyConfirmations } from '../reviews/decisions/decisions.sql.ts';
import { claimPeerMoves, grantsOfPeerGroups } from '../scores/apply/peer-groups.sql.ts';
import {
  claimRecalculation,
  type Recalculation,
  type RecalculationCause,
  requestRecalculation,
  withSiblings,
} from '../scores/apply/recalculations.sql.ts';
import { alignMarks } from '../scores/grant-marks.sql.ts';
import { type Batch, createBatch } from './batch.ts';
import { traceBatch, traceStage } from './batch-traces.ts';
import { setAside, setRecalculationAside } from './set-aside.ts';
import { SCORE_COMPUTATION, type StageTimes } from './stage-times.rules.ts';
import { STAGES } from './stages.ts';

/** What the pipeline needs from outside; time and ids come in, so that a test can hold them. */
export interface PipelineContext {
  db: Database;
  now: () => number;
  /** Told about every failure of a batch; the batch itself is taken care of. */
  onError: (error: Error, tenantId: number) => void;
  /** Told how long each stage took. */
  times?: StageTimes;
  tracing?: Tracing | undefined;
}

/** A larger batch coalesces more uses of the same grant; a smaller one is readable sooner, in under a second. */
const BATCH_EVENTS_MAX = 2_500;
/** While the scores of one batch are written the next is stored and its grants are looked up. */
const LANES = 2;
/** Of each lane, before other tenants and other work have their turn. */
const BACKLOG_BATCHES_MAX = 4;

/** Groups of peers that are followed at once; most have a few dozen members. */
const PEER_MOVES_MAX = 200;
/** After these somebody else may stand for a principal among the holders of an asset. */
const CHANGES_HOLDERS: ReadonlySet<RecalculationCause> = new Set(['imported', 'directory', 'remediation']);

/**
 * Applies what waits for a tenant: a micro-batch of events, several when more than one waits, and one request for
 * recalculations: it carries up to 5,000 grants, and events should not wait for more. Answers whether there was anything.
 */
export async function processTenant(context: PipelineContext, tenantId: number): Promise<boolean> {
  const events = await processEvents(context, tenantId);
  if (events >= BATCH_EVENTS_MAX) {
    await Promise.all(Array.from({ length: LANES }, () => processBacklog(context, tenantId)));
  }
  const recalculated = await processRecalculations(context, tenantId);
  return recalculated || events > 0;
}

async function processBacklog(context: PipelineContext, tenantId: number): Promise<void> {
  for (let batches = 0; batches < BACKLOG_BATCHES_MAX; batches += 1) {
    if ((await processEvents(context, tenantId)) < BATCH_EVENTS_MAX) return;
  }
}

/** Answers how many events were taken. */
async function processEvents(context: PipelineContext, tenantId: number): Promise<number> {
  const { db } = context;
  let claimed: InboxRow[] = [];
  try {
    return await db.transaction(tenantId, async (tx) => {
      claimed = await claimInbox(tx, BATCH_EVENTS_MAX);
      if (claimed.length > 0) await applyEvents(context, tx, claimed);
      return countEvents(claimed);
    });
  } catch (error) {
    // Without a batch in hand none is to blame.
    if (isUnavailable(error) || claimed.length === 0) throw error;
    context.onError(error as Error, tenantId);
    await processOneByOne(context, tenantId, claimed);
    return countEvents(claimed);
  }
}

const countEvents = (rows: InboxRow[]): number => rows.reduce((sum, row) => sum + row.events, 0);

/** One of them is bad, and the transaction does not tell which: each gets its own, and the bad one is set aside. */
async function processOneByOne(context: PipelineContext, tenantId: number, rows: InboxRow[]): Promise<void> {
  for (const { id } of rows) {
    try {
      await context.db.transaction(tenantId, async (tx) => {
        const row = await claimInboxRow(tx, id);
        if (row) await applyEvents(context, tx, [row]);
      });
    } catch (error) {
      if (isUnavailable(error)) throw error;
      await context.db.transaction(tenantId, (tx) => setAside(tx, id, error as Error));
    }
  }
}

async function applyEvents(context: PipelineContext, tx: Querier, rows: InboxRow[]): Promise<void> {
  const events = rows.flatMap((row) => unpackEvents(row.payload));
  const { tenant_id } = tx;
  await traceBatch(context.tracing, { tenant_id, rows, now: context.now() }, async (parent) =>
    runStages(context, await prepare(context, tx, 'use', { events }), parent),
  );
}

async function processRecalculations(context: PipelineContext, tenantId: number): Promise<boolean> {
  const { db } = context;
  let inHand: Recalculation | 'peers' | null = null;
  try {
    return await db.transaction(tenantId, async (tx) => {
      await lockPipeline(tx);
      const claimed = await claimRecalculation(tx);
      inHand = claimed ?? 'peers';
      if (claimed === null) return followPeers(context, tx);
      await recalculate(context, tx, claimed);
      return true;
    });
  } catch (error) {
    const failed = inHand as Recalculation | 'peers' | null;
    if (isUnavailable(error) || failed === null) throw error;
    context.onError(error as Error, tenantId);
    await db.transaction(tenantId, (tx) =>
      failed === 'peers' ? askForPeers(tx) : setRecalculationAside(tx, failed.id, error as Error),
    );
    return true;
  }
}

async function recalculate(context: PipelineContext, tx: Querier, request: Recalculation): Promise<void> {
  const { cause, attempts } = request;
  // What failed is tried alone: it may be that another grant of the pair is to blame.
  const grant_ids =
    CHANGES_HOLDERS.has(cause) && attempts === 0
      ? await withSiblings(tx, request.grant_ids)
      : request.grant_ids;
  const batch = await prepare(context, tx, cause, { grant_ids });
  if (cause === 'policy') await alignMarks(tx, grant_ids, batch.policy);
  if (cause === 'confirmation') await applyConfirmations(tx, grant_ids);
  await runStages(context, batch);
  if (isGreatChange(cause)) await noteGreatChange(tx);
  await addJobProgress(tx, request);
}

/** Last of all: whatever else waits may move the same groups once more. */
async function followPeers(context: PipelineContext, tx: Querier): Promise<boolean> {
  const moved = await claimPeerMoves(tx, PEER_MOVES_MAX);
  if (moved.length === 0) return false;
  const grant_ids = await grantsOfPeerGroups(tx, moved);
  await runStages(context, await prepare(context, tx, 'peers', { grant_ids }));
  return true;
}

/** Groups that could not be followed become recalculations, which can be halved. */
async function askForPeers(tx: Querier): Promise<void> {
  const moved = await claimPeerMoves(tx, PEER_MOVES_MAX);
  await requestRecalculation(tx, 'peers', await grantsOfPeerGroups(tx, moved));
}

async function prepare(
  { now }: PipelineContext,
  tx: Querier,
  cause: Batch['cause'],
  work: { events?: AcceptedEvent[]; grant_ids?: string[] },
): Promise<Batch> {
  const { policy } = await loadPolicy(tx);
  return createBatch({ tx, now: now(), policy, cause }, work);
}

/** Up to the first stage that needs it, a batch goes on while the scores of another are written. */
async function runStages(
  { times, tracing }: Pick<PipelineContext, 'times' | 'tracing'>,
  batch: Batch,
  parent: string | null = null,
): Promise<void> {
  let isLocked = false;
  let computed_ms = 0;
  for (const stage of STAGES) {
    const { name, run, changes_scores } = stage;
    if (changes_scores && !isLocked) {
      await lockPipeline(batch.tx);
      isLocked = true;
    }
    const began = performance.now();
    await (tracing ? traceStage(tracing, stage, { batch, parent }) : run(batch));
    const ms = performance.now() - began;
    computed_ms += ms;
    times?.observe(batch.tx.tenant_id, name, ms / 1000);
  }
  times?.observe(batch.tx.tenant_id, SCORE_COMPUTATION, computed_ms / 1000);
  batch.tx.wakes?.('sweep');
}
