import { appendAuditEntries } from '../../audit/entries.sql.ts';
import type { Querier } from '../../platform/database/database.ts';
import { isoInstant } from '../../platform/iso-instant.ts';
import { foreseeRefusals, refusedOf } from '../../remediation/guards/foresee-refusals.ts';
import { nextTimer } from '../campaigns/workflow.rules.ts';
import { insertWorkflows } from '../campaigns/workflows.sql.ts';
import { isUrgent } from './budget/budget.rules.ts';
import { insertWaiting, stopWaiting } from './budget/waiting.sql.ts';
import { type Pair, type PairRow, pairKey } from './evidence/pairs.sql.ts';
import { askHoldersFirst, chooseHolderFirst } from './holder/ask-holders-first.ts';
import { mayWait, type OpenReviews, prepareReviews } from './prepare-reviews.ts';
import { unlessRefused } from './review.rules.ts';
import { reviewEntry } from './review-entries.ts';
import { insertReviews, type NewReview } from './reviews.sql.ts';
import { isMember, type People, skippedMembers } from './routing.rules.ts';
import { stopHolding } from './standing/held-questions.sql.ts';
import { holdQuestionsForRules } from './standing/hold-questions.ts';
import { noteUnansweredChanges } from './timers/unanswered-access.sql.ts';

/**
 * Makes reviews for any number of pairs, in a few statements for all. Pairs without an active grant get none, pairs
 * with an open review no second one: those are `existing`. What has gone stale stands in line first where reviewers have a budget,
 * unless it is urgent: that is `waiting`. What a rule is going to decide is not asked: that is `held`. Of what is opened the holders may
 * be asked before the reviewers.
 */
export async function openReviews(
  tx: Querier,
  request: OpenReviews,
): Promise<{ opened: NewReview[]; existing: PairRow[]; waiting: Pair[]; held: Pair[] }> {
  const { reviews: all, askable, existing, people } = await prepareReviews(tx, request);
  const { policy, origin, now } = request;
  const left =
    origin === 'threshold' ? await holdQuestionsForRules(tx, all, { policy, now }) : new Set<NewReview>();
  const held = [...left];
  const prepared = all.filter((review) => !left.has(review));
  const waiting = mayWait(request) ? prepared.filter((review) => !isUrgent(review)) : [];
  await insertWaiting(tx, waiting, now);
  const inLine = new Set(waiting);
  const asked = prepared.filter((review) => !inLine.has(review));
  if (asked.length === 0) return { opened: [], existing, waiting, held };

  const guarded = await heedGuards(tx, asked, request);
  const reviews = await chooseHolderFirst(tx, guarded, { origin, policy, now });
  const stored = await insertReviews(tx, reviews);
  const opened = reviews.filter((review) => stored.has(review.id));
  await stopWaiting(tx, opened);
  await stopHolding(tx, opened);
  await noteUnansweredChanges(tx, formerlyUnanswered(askable, opened));
  const rowOf = new Map(askable.map((row) => [pairKey(row), row]));
  const saidOf = (review: NewReview) => askedSentence(review, rowOf.get(pairKey(review)), request, people);
  await beginWorkflows(tx, opened, { ...request, saidOf });
  await askHoldersFirst(tx, opened, { policy, now });
  return { opened, existing, waiting, held };
}

/** Access that has an open review again. */
function formerlyUnanswered(askable: readonly PairRow[], opened: readonly NewReview[]): string[] {
  const pairs = new Set(askable.filter((row) => row.last_expired !== null).map(pairKey));
  return opened.filter((review) => pairs.has(pairKey(review))).flatMap((review) => review.access_grant_ids);
}

/** Only what would be recommended for revocation needs to know the guards; of what has just gone stale that is little. */
async function heedGuards(
  tx: Querier,
  reviews: readonly NewReview[],
  { policy, now }: OpenReviews,
): Promise<NewReview[]> {
  const revocable = reviews.filter(({ recommendation }) => recommendation === 'REVOKE');
  const grantIds = revocable.flatMap(({ access_grant_ids }) => access_grant_ids);
  const refusals = await foreseeRefusals(tx, grantIds, { policy, now });
  return reviews.map((review) => ({
    ...review,
    recommendation: unlessRefused(
      review.recommendation,
      refusedOf(review.access_grant_ids, refusals).length > 0,
    ),
  }));
}

async function beginWorkflows(
  tx: Querier,
  opened: readonly NewReview[],
  { policy, now, requested_by, rule_id, saidOf }: OpenReviews & { saidOf: (review: NewReview) => string },
): Promise<void> {
  const { reminder_percents } = policy.sla;
  const at = isoInstant(now);
  await insertWorkflows(
    tx,
    opened.map((review) => ({
      id: review.workflow_id,
      review_id: review.id,
      step: {
        step: 'opened' as const,
        at,
        actor: requested_by,
        detail: saidOf(review),
      },
      reminder_percents,
      started_at: at,
      timer:
        review.with_holder_until === null
          ? nextTimer({ started_at: now, due_at: Date.parse(review.due_at), reminder_percents })
          : { kind: 'ask_reviewer' as const, percent: null, at: Date.parse(review.with_holder_until) },
    })),
  );
  await appendAuditEntries(
    tx,
    opened.map((review) => {
      const { decay_score, risk_level, recommendation, assigned_to_id, due_at } = review;
      const with_holder_until = review.with_holder_until ?? undefined;
      const told = {
        decay_score,
        risk_level,
        recommendation,
        assigned_to_id,
        due_at,
        rule_id,
        with_holder_until,
      };
      return reviewEntry(review, { actor: requested_by, now }, 'review.created', told);
    }),
  );
}

/** Who was asked, and who before them was not, because the access is theirs too. */
function askedSentence(
  { assigned_to_id: id, principal_id, with_holder_until }: NewReview,
  row: PairRow | undefined,
  { campaign, origin, requested_by, policy }: OpenReviews,
  people: People,
): string {
  if (origin === 'rule') return `Nobody was asked: ${requested_by} decides it.`;
  if (with_holder_until !== null) {
    return `${principal_id} was asked first, as the holder; ${id ?? 'the reviewer'} is asked then, on ${with_holder_until} at the latest.`;
  }
  if (id === null) return 'Nobody could be found to ask; an admin must assign it.';
  if (isMember(id, principal_id, people)) {
    return `${id} was asked, although in the group: nobody else could be found.`;
  }
  const order = [row?.owner_id, row?.manager_id, policy.review.fallback_reviewer_id];
  const before = campaign?.reviewer_ids ?? order.slice(0, Math.max(0, order.indexOf(id)));
  const skipped = skippedMembers(before, principal_id, people).map((each) => people.get(each)?.display_name);
  return skipped.length === 0
    ? `${id} was asked.`
    : `${id} was asked. Not asked, because they are in the group: ${skipped.join(', ')}.`;
}
