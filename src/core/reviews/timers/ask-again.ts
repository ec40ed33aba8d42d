import type { Querier } from '../../../platform/database/database.ts';
import { bySystem, contactsOf, type MoveMeans, type ReviewInHand, saveMoves } from '../move-reviews.ts';
import { openReviews } from '../open-reviews.ts';
import { routeEscalation } from '../routing.rules.ts';
import { undecided } from './end-unanswered.ts';
import { whyNotAskedAgain } from './no-answer.rules.ts';
import { loadSilentGrants } from './silent-grants.sql.ts';

const HOUR_MS = 3_600_000;

/**
 * Asks again about access whose review has expired: somebody else if the escalation leads to one. Whether it is still to
 * be asked about is judged now, because days may lie between. The new review and the end of the timer are one change.
 */
export async function askAgain(
  tx: Querier,
  expired: readonly ReviewInHand[],
  means: MoveMeans,
): Promise<void> {
  if (expired.length === 0) return;
  const { policy, now } = means;
  const by = bySystem(means);
  const silent = await loadSilentGrants(tx, expired.flatMap(undecided));
  const people = await contactsOf(tx, expired, [policy.review.escalation_contact_id]);
  const asked: ReviewInHand[] = [];
  for (const each of expired) {
    const { review } = each;
    const grants = undecided(each).flatMap((id) => silent.get(id) ?? []);
    const created_at = Date.parse(review.created_at);
    const why =
      policy.review.when_overdue === 'ask_again'
        ? whyNotAskedAgain({ grants, created_at, decay_score: review.decay_score }, policy, now)
        : 'It is not asked again: the policy has changed.';
    each.timer = null;
    if (why !== null) each.note('not_asked_again', why, by);
    else if (grants.some((grant) => grant.is_watched)) asked.push(each);
    // Silence of the sensor proves nothing: look again when it may be back.
    else each.timer = { kind: 'ask_again', percent: null, at: now + HOUR_MS };
  }
  const { opened } = await openReviews(tx, {
    pairs: asked.map((each) => ({
      principal_id: each.review.principal_id,
      asset_id: each.review.asset_id,
      previous_review_id: each.review.id,
      ask_id: routeEscalation(each.review, policy.review.escalation_contact_id, people),
      grant_ids: undecided(each),
    })),
    origin: 'asked_again',
    requested_by: 'system',
    reason: 'It was asked before, and nobody answered.',
    policy,
    now,
  });
  const again = new Map(opened.map((review) => [review.previous_review_id, review.id]));
  for (const each of asked) {
    const next = again.get(each.review.id);
    if (next !== undefined) each.note('asked_again', `Asked again as ${next}.`, by);
    else each.note('not_asked_again', 'Another review of the access has been opened since.', by);
  }
  await saveMoves(tx, expired, means);
}
