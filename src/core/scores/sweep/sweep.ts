import { type AuditEntry, appendAuditEntries } from '../../../audit/entries.sql.ts';
import type { Querier } from '../../../platform/database/database.ts';
import { advanceCampaigns } from '../../campaigns/advance-campaign.ts';
import { beginDueCampaign, passOverDueSchedule } from '../../campaigns/schedules/run-campaign-schedules.ts';
import { putTimerOffBy } from '../../campaigns/workflows.sql.ts';
import { refreshOvertaken } from '../../overview/stalest-grants.sql.ts';
import type { ScoreCrossing } from '../../pipeline/batch.ts';
import type { PipelineContext } from '../../pipeline/process-tenant.ts';
import { crossingEntries } from '../../pipeline/write-audit.ts';
import { loadPolicy } from '../../policy/policies.sql.ts';
import type { Policy } from '../../policy/policy.rules.ts';
import { ASKED_AT_ONCE, askWaiting, leaveFirstWaiting } from '../../reviews/budget/ask-waiting.ts';
import { foldReviewCounts } from '../../reviews/counts.sql.ts';
import {
  advanceGroupDecision,
  GROUP_BATCH,
  leaveFirstOut,
} from '../../reviews/groups/decisions/advance-group-decision.ts';
import { openReviews } from '../../reviews/open-reviews.ts';
import { DECIDED_AT_ONCE, decideByRule, passOverFirst } from '../../reviews/standing/decide-by-rule.ts';
import { HELD_AT_ONCE, leaveFirstHeld, lookAtHeld } from '../../reviews/standing/look-at-held.ts';
import { fireTimers, TIMERS_MAX } from '../../reviews/timers/fire-review-timers.ts';
import { applyUnansweredChanges } from '../../reviews/timers/unanswered-access.sql.ts';
import { crossesAt, riskLevel, scoreAt } from '../decay.rules.ts';
import { raisePrincipals, revokingOf, setMarks, setPrincipalMarks } from '../grant-marks.sql.ts';
import { halfLifeDays } from '../half-life.rules.ts';
import { type Mark, markReached, marksBetween, marksOf, passings, UNTOLD } from '../marks.rules.ts';
import { type DueCrossing, dueCrossings, lapseOf, unwatchedAssets } from './due-crossings.sql.ts';
import { inHalves, setCrossingAside } from './sweep-aside.ts';
import { findSweepWork, type SweepWork } from './sweep-work.sql.ts';

const SWEEP_ROWS_MAX = 2_000;
/** For how long a timer that cannot be fired is left alone. */
const TIMER_WAIT_S = 3_600;

/** What the passing of time has made due, and when it will make something due. */
export async function lookAtTime(context: PipelineContext, tenantId: number): Promise<SweepWork> {
  const now = context.now();
  const q = context.db.tenant(tenantId);
  const { policy } = await loadPolicy(q);
  const [grants, principals] = [passings(policy, 'grant', now), passings(policy, 'principal', now)];
  return findSweepWork(q, { now: new Date(now).toISOString(), grants, principals });
}

/**
 * What the passing of time brings about: scores that went above a mark are announced and asked about, timers of reviews
 * fire, campaigns and decisions of groups go on. Answers how much was done; 0: nothing is due.
 */
export async function sweepTenant(
  context: PipelineContext,
  tenantId: number,
  found?: SweepWork,
): Promise<number> {
  const { db } = context;
  const due = found ?? (await lookAtTime(context, tenantId));
  let done = 0;
  if (due.overtaken) {
    done += await db.transaction(tenantId, (tx) => refreshOvertaken(tx, context.now(), SWEEP_ROWS_MAX));
  }
  const passed = due.grants ? await sweepCrossings(context, tenantId, 'grant') : 0;
  done += passed;
  if (due.principals) done += await sweepCrossings(context, tenantId, 'principal');
  if (due.timers) {
    done += await inHalves(context, tenantId, {
      limit: TIMERS_MAX,
      work: (tx, limit) => fireTimers(tx, { now: context.now(), limit }),
      // The review is there as before; what time has made due for it is tried again later.
      setAside: (tx) =>
        putTimerOffBy(tx, { before: new Date(context.now()).toISOString(), wait_s: TIMER_WAIT_S }),
    });
  }
  if (due.campaign_schedules) {
    done += await inHalves(context, tenantId, {
      limit: 1,
      work: (tx) => beginDueCampaign(tx, context.now()),
      setAside: (tx, error) => passOverDueSchedule(tx, { error, now: context.now() }),
    });
  }
  if (due.campaigns) done += await advanceCampaigns(context, tenantId);
  if (due.group_decisions) {
    done += await inHalves(context, tenantId, {
      limit: GROUP_BATCH,
      work: (tx, limit) => advanceGroupDecision(tx, { now: context.now(), limit }),
      setAside: (tx) => leaveFirstOut(tx, context.now()),
    });
  }
  // Before anybody is asked: what a rule decides is no question.
  if (due.rules) {
    done += await inHalves(context, tenantId, {
      limit: DECIDED_AT_ONCE,
      work: (tx, limit) => decideByRule(tx, { now: context.now(), limit }),
      setAside: (tx) => passOverFirst(tx, context.now()),
    });
  }
  if (due.held) {
    done += await inHalves(context, tenantId, {
      limit: HELD_AT_ONCE,
      work: (tx, limit) => lookAtHeld(tx, { now: context.now(), limit }),
      setAside: (tx) => leaveFirstHeld(tx, context.now()),
    });
  }
  // The heaviest come first of all that has passed the mark by then.
  if (due.waiting && passed === 0) {
    done += await inHalves(context, tenantId, {
      limit: ASKED_AT_ONCE,
      work: (tx, limit) => askWaiting(tx, { now: context.now(), limit }),
      setAside: (tx, error) => leaveFirstWaiting(tx, { error, now: context.now() }),
    });
  }
  if (due.unanswered) done += await db.transaction(tenantId, applyUnansweredChanges);
  // What was done above changes counts too; those are added up next time.
  if (due.counts) await db.transaction(tenantId, foldReviewCounts);
  return done;
}

function sweepCrossings(
  context: PipelineContext,
  tenantId: number,
  of: 'grant' | 'principal',
): Promise<number> {
  return inHalves(context, tenantId, {
    limit: SWEEP_ROWS_MAX,
    work: (tx, limit) => sweep(context, tx, of, limit),
    setAside: async (tx, error) => {
      const { policy } = await loadPolicy(tx);
      const [first] = await firstDue(context, tx, of, { policy, limit: 1 });
      if (first) await setCrossingAside(tx, of, first, { error, policy, ...context });
    },
  });
}

/**
 * The mark on the row, the announcement and the review commit together, so each crossing has its effect once, whoever
 * sweeps and whenever it crashes.
 */
async function sweep(
  context: PipelineContext,
  tx: Querier,
  of: 'grant' | 'principal',
  limit: number,
): Promise<number> {
  const now = context.now();
  const { policy } = await loadPolicy(tx);
  const due = await firstDue(context, tx, of, { policy, limit });
  if (due.length === 0) return 0;
  const passed = due.map((row) => passedMarks(row, of, policy, now));
  const first = passed.filter(({ row }) => row.reached === UNTOLD);
  if (of === 'grant') {
    await ask(context, tx, policy, passed);
    await raisePrincipals(
      tx,
      first.map(({ row }) => ({
        principal_id: row.principal_id,
        grant_id: row.grant_id,
        reached: markReached(policy, 'principal', { ...lapseOf(row), now }),
      })),
    );
  } else
    await setPrincipalMarks(
      tx,
      passed.map(({ row, reached }) => ({ id: row.id, reached })),
    );
  const crossings = passed.flatMap((each) => risen(each, of, policy, now));
  const standing = first.filter(({ marks }) => marks.some((mark) => mark.is_threshold));
  await appendAuditEntries(tx, [
    ...(await crossingEntries(tx, crossings)),
    ...standing.map((each) => standingEntry(each, { policy, now })),
  ]);
  return due.length;
}

/** In an order that stays the same, so that what fails is found by taking fewer. */
async function firstDue(
  context: PipelineContext,
  tx: Querier,
  of: 'grant' | 'principal',
  { policy, limit }: { policy: Policy; limit: number },
): Promise<DueCrossing[]> {
  const unwatched = await unwatchedAssets(tx);
  return dueCrossings(tx, of, { passings: passings(policy, of, context.now()), unwatched, limit });
}

interface Passed {
  row: DueCrossing;
  reached: number;
  marks: Mark[];
}

function passedMarks(row: DueCrossing, of: 'grant' | 'principal', policy: Policy, now: number): Passed {
  const reached = markReached(policy, of, { ...lapseOf(row), now });
  return { row, reached, marks: marksBetween(marksOf(policy, of), row.reached, reached) };
}

/**
 * A review for every pair of which a grant went past the review mark for the first time since it was fresh. About what is
 * being removed nobody is asked; if that comes to nothing, its next recalculation asks.
 */
async function ask(
  { now }: PipelineContext,
  tx: Querier,
  policy: Policy,
  passed: readonly Passed[],
): Promise<void> {
  const past = passed.filter(({ row, marks }) => !row.review_asked && marks.some((mark) => mark.is_review));
  const revoking = await revokingOf(
    tx,
    past.map(({ row }) => row.grant_id),
  );
  const asks = new Set(past.filter(({ row }) => !revoking.has(row.grant_id)));
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
  });
}

/** Where a score stands that was above a threshold when it was first seen: one entry, whatever it is above. */
function standingEntry({ row, marks }: Passed, { policy, now }: { policy: Policy; now: number }): AuditEntry {
  const { principal_id, grant_id, asset_id } = row;
  const { lapses_at, half_life_class } = lapseOf(row);
  const score = scoreAt(lapses_at, now, halfLifeDays(half_life_class, policy));
  const threshold = marks.filter((mark) => mark.is_threshold).at(-1)?.score;
  return {
    principal_id,
    event_type: 'score.first_observed',
    actor: 'system',
    at: new Date(now).toISOString(),
    data: { grant_id, principal_id, asset_id, score, risk_level: riskLevel(score), threshold },
  };
}

/** One crossing per threshold, each at the exact instant at which the score went through it. */
function risen(
  { row, marks }: Passed,
  of: 'grant' | 'principal',
  policy: Policy,
  now: number,
): ScoreCrossing[] {
  if (row.reached === UNTOLD) return [];
  const { lapses_at, half_life_class } = lapseOf(row);
  const halfLife = halfLifeDays(half_life_class, policy);
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
      score: scoreAt(lapses_at, now, halfLife),
      previous_score: row.reached / 100,
      at: crossesAt(lapses_at, mark.score, halfLife),
    }));
}
