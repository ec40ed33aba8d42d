import type { Querier } from '../../../platform/database/database.ts';
import { isoInstant } from '../../../platform/iso-instant.ts';
import type { Timer } from '../../campaigns/workflow.rules.ts';
import { loadPolicy } from '../../policy/policies.sql.ts';
import { claimDueTimers } from '../decisions/locks.sql.ts';
import { askReviewers } from '../holder/ask-reviewers.ts';
import { bySystem, type MoveMeans, ReviewInHand, saveMoves } from '../move-reviews.ts';
import { openReviews } from '../open-reviews.ts';
import type { NewReview } from '../reviews.sql.ts';
import { askAgain } from './ask-again.ts';
import { dueSinceConfirmed } from './confirmed-grants.sql.ts';
import { endUnanswered } from './end-unanswered.ts';

export const TIMERS_MAX = 500;
const HOUR_MS = 3_600_000;

/**
 * Does what time has made due: reminders, what no answer means, the end of a confirmation, the reviewer's turn after the holder. A timer and its effect end in
 * one transaction, so it fires once, however many workers there are and whenever they crash.
 */
export async function fireTimers(
  tx: Querier,
  { now, limit = TIMERS_MAX }: { now: number; limit?: number },
): Promise<number> {
  const due = await claimDueTimers(tx, { before: isoInstant(now), limit });
  if (due.length === 0) return 0;
  const { policy } = await loadPolicy(tx);
  const means = { policy, now };
  const inHand = due.map((review) => new ReviewInHand(review));
  const of = (kind: Timer['kind']) => inHand.filter((each) => each.review.timer === kind);
  const reminders = of('reminder');
  for (const each of reminders) remind(each, means);
  const ended = of('confirmation_end');
  await endConfirmations(tx, ended, means);
  const afterHolders = of('ask_reviewer');
  await askReviewers(tx, afterHolders, means);
  await saveMoves(tx, [...reminders, ...ended, ...afterHolders], means);
  const expired = await endUnanswered(tx, of('deadline'), means);
  await askAgain(tx, [...of('ask_again'), ...expired], means);
  return due.length;
}

function remind(inHand: ReviewInHand, means: MoveMeans): void {
  const by = bySystem(means);
  const { timer_percent, assigned_to_id, due_at } = inHand.review;
  const percent = timer_percent ?? 0;
  inHand.move({ kind: 'remind', percent }, by.now);
  const whom = assigned_to_id ?? 'nobody';
  inHand.note('reminded', `${percent} % of the time to answer have passed; ${whom} was reminded.`, by);
  inHand.tell('review.reminded', { assigned_to_id, due_at, percent }, by);
}

const CYCLE_ENDED = 'A confirmation of standby or break-glass access has ended.';

/**
 * A confirmation was a claim. Without use until its end the access is put under review again, with the reviewer's own words;
 * what has a purpose is, used or not.
 */
async function endConfirmations(
  tx: Querier,
  ended: readonly ReviewInHand[],
  means: MoveMeans,
): Promise<void> {
  const { policy, now } = means;
  const by = bySystem(means);
  const dueAgain = await dueSinceConfirmed(
    tx,
    ended.map((each) => each.review.id),
    now,
  );
  const opened: NewReview[] = [];
  for (const has_purpose of [false, true]) {
    const pairs = [...dueAgain]
      .filter(([, pair]) => pair.is_watched && pair.has_purpose === has_purpose)
      .map(([previous_review_id, { principal_id, asset_id }]) => ({
        principal_id,
        asset_id,
        previous_review_id,
      }));
    const reason = has_purpose ? CYCLE_ENDED : 'A confirmation ended without any use.';
    const asked = { origin: 'confirmation_ended' as const, requested_by: 'system', reason, policy, now };
    opened.push(...(await openReviews(tx, { pairs, ...asked })).opened);
  }
  const reopened = new Map(opened.map((review) => [review.previous_review_id, review.id]));
  for (const each of ended) {
    const pair = dueAgain.get(each.review.id);
    if (pair && !pair.is_watched) {
      // Silence of the sensor proves nothing: look again when it may be back.
      each.timer = { kind: 'confirmation_end', percent: null, at: now + HOUR_MS };
      continue;
    }
    each.timer = null;
    const next = reopened.get(each.review.id);
    if (next !== undefined)
      each.note(
        'reopened',
        `${pair?.has_purpose ? 'The confirmation has ended' : 'Unused since it was confirmed'}; asked again as ${next}.`,
        by,
      );
    else if (!pair)
      each.note('confirmation_held', 'The access was used since, was confirmed again, or is gone.', by);
    else
      each.note('confirmation_held', 'The confirmation has ended; another review of the access is open.', by);
  }
}
