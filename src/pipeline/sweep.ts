import { fireTimers } from '../commands/fire-review-timers.ts';
import { openReviews } from '../commands/open-reviews.ts';
import { crossesAt, lapseDateOf, scoreAt } from '../domain/decay.ts';
import { type Mark, markReached, marksBetween, marksOf } from '../domain/marks.ts';
import type { Policy } from '../domain/policy.ts';
import { appendAuditEntries } from '../store/audit-entries.ts';
import type { Querier } from '../store/database.ts';
import { type DueCrossing, dueCrossings, unwatchedAssets } from '../store/due-crossings.ts';
import { setMarks } from '../store/grant-marks.ts';
import { setReached } from '../store/grant-scores.ts';
import { loadPolicy } from '../store/policies.ts';
import { principalNames } from '../store/principals.ts';
import { foldReviewCounts } from '../store/review-counts.ts';
import { findSweepWork, type Passing } from '../store/sweep-work.ts';
import { advanceCampaigns } from './advance-campaigns.ts';
import type { ScoreCrossing } from './batch.ts';
import type { PipelineContext } from './process-tenant.ts';
import { crossingEntry } from './write-audit.ts';

const SWEEP_ROWS_MAX = 2_000;

/**
 * What the passing of time brings about: scores that went above a mark are announced and asked about, timers of packets
 * fire, campaigns go on. Answers how much was done; 0: nothing is due.
 */
export async function sweepTenant(context: PipelineContext, tenantId: number): Promise<number> {
  const { db, newId } = context;
  const now = context.now();
  const q = db.tenant(tenantId);
  const { policy } = await loadPolicy(q);
  const [grants, principals] = [passings(policy, 'grant', now), passings(policy, 'principal', now)];
  const due = await findSweepWork(q, { now: new Date(now).toISOString(), grants, principals });
  let done = 0;
  if (due.grants) done += await db.transaction(tenantId, (tx) => sweep(context, tx, 'grant'));
  if (due.principals) done += await db.transaction(tenantId, (tx) => sweep(context, tx, 'principal'));
  if (due.timers)
    done += await db.transaction(tenantId, (tx) => fireTimers(tx, { now: context.now(), newId }));
  if (due.campaigns) done += await advanceCampaigns(context, tenantId);
  // What was done above changes counts too; those are added up next time.
  if (due.counts) await db.transaction(tenantId, foldReviewCounts);
  return done;
}

/** For each mark, which scores have passed it and are still at the one before. */
function passings(policy: Policy, of: 'grant' | 'principal', now: number): Passing[] {
  const marks = marksOf(policy, of);
  return marks.map((mark, index) => ({
    reached: marks[index - 1]?.code ?? 0,
    lapsed_before: new Date(Math.floor(lapseDateOf(mark.score, now, policy.half_life_days))).toISOString(),
  }));
}

/**
 * The mark on the row, the announcement and the packet commit together, so each crossing has its effect once, whoever
 * sweeps and whenever it crashes.
 */
async function sweep(context: PipelineContext, tx: Querier, of: 'grant' | 'principal'): Promise<number> {
  const now = context.now();
  const { policy } = await loadPolicy(tx);
  const marks = marksOf(policy, of);
  const unwatched = await unwatchedAssets(tx);
  const due: DueCrossing[] = [];
  for (const passing of passings(policy, of, now)) {
    due.push(...(await dueCrossings(tx, of, { ...passing, unwatched, limit: SWEEP_ROWS_MAX })));
  }
  if (due.length === 0) return 0;
  const passed = due.map((row) => passedMarks(row, marks, policy, now));
  if (of === 'grant') await ask(context, tx, policy, passed);
  else
    await setReached(
      tx,
      'principal_scores',
      passed.map(({ row, reached }) => ({ id: row.id, reached })),
    );
  await announce(
    context,
    tx,
    passed.flatMap((each) => risen(each, of, policy, now)),
  );
  return due.length;
}

interface Passed {
  row: DueCrossing;
  reached: number;
  marks: Mark[];
}

function passedMarks(row: DueCrossing, marks: readonly Mark[], policy: Policy, now: number): Passed {
  const reached = markReached(Date.parse(row.lapses_at), now, marks, policy.half_life_days);
  return { row, reached, marks: marksBetween(marks, row.reached, reached) };
}

/** A packet for every pair of which a grant went past the review mark for the first time since it was fresh. */
async function ask(
  { now, newId }: PipelineContext,
  tx: Querier,
  policy: Policy,
  passed: readonly Passed[],
): Promise<void> {
  const asks = new Set(
    passed.filter(({ row, marks }) => !row.review_asked && marks.some((mark) => mark.is_review)),
  );
  await setMarks(
    tx,
    passed.map((each) => ({
      id: each.row.id,
      reached: each.reached,
      review_asked: each.row.review_asked || asks.has(each),
    })),
  );
  await openReviews(tx, {
    pairs: [...asks].map(({ row }) => ({
      principal_id: row.principal_id,
      asset_id: row.asset_id as string,
    })),
    origin: 'threshold',
    requested_by: 'system',
    policy,
    now: now(),
    newId,
  });
}

async function announce(
  { newId }: PipelineContext,
  tx: Querier,
  crossings: readonly ScoreCrossing[],
): Promise<void> {
  const names = await principalNames(tx, [...new Set(crossings.map((crossing) => crossing.principal_id))]);
  await appendAuditEntries(
    tx,
    crossings.map((crossing) =>
      crossingEntry(newId(), crossing, names.get(crossing.principal_id) ?? crossing.principal_id),
    ),
  );
}

/** One crossing per threshold, each at the exact instant at which the score went through it. */
function risen(
  { row, marks }: Passed,
  of: 'grant' | 'principal',
  policy: Policy,
  now: number,
): ScoreCrossing[] {
  const lapsesAt = Date.parse(row.lapses_at);
  const { principal_id, grant_id, asset_id } = row;
  return marks
    .filter((mark) => mark.is_threshold)
    .map((mark) => ({
      of,
      grant_id,
      principal_id,
      asset_id,
      threshold: mark.score,
      direction: 'above' as const,
      score: scoreAt(lapsesAt, now, policy.half_life_days),
      previous_score: row.reached / 100,
      at: crossesAt(lapsesAt, mark.score, policy.half_life_days),
    }));
}
