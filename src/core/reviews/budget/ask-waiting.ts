import type { Querier } from '../../../platform/database/database.ts';
import { isoInstant } from '../../../platform/iso-instant.ts';
import { saveDeadLetter } from '../../events/dead-letters.sql.ts';
import { ATTEMPTS_MAX } from '../../pipeline/set-aside.ts';
import { loadPolicy } from '../../policy/policies.sql.ts';
import type { Policy } from '../../policy/policy.rules.ts';
import { setReviewAsked } from '../../scores/grant-marks.sql.ts';
import { pairKey } from '../evidence/pairs.sql.ts';
import { openReviews } from '../open-reviews.ts';
import type { AskedPair } from '../prepare-reviews.ts';
import { nextWeek, weekStart } from './budget.rules.ts';
import { claimTurn, endTurn, firstInLine, stopWaiting, type Waiting } from './waiting.sql.ts';

export const ASKED_AT_ONCE = 500;

/** Asks those whose turn it is, some at a time; when there are no more, the next turn is that of the next week. */
export async function askWaiting(
  tx: Querier,
  { now, limit = ASKED_AT_ONCE }: { now: number; limit?: number },
): Promise<number> {
  if (!(await claimTurn(tx, now))) return 0;
  const { policy } = await loadPolicy(tx);
  const due = await nextInLine(tx, policy, { now, limit });
  if (due.length === 0) await endTurn(tx, nextWeek(now));
  else await askNow(tx, due, { policy, now });
  return due.length;
}

/** One that cannot be asked holds nobody up. A dead letter says so; replayed, its lapse date is recomputed, which puts it in line again. */
export async function leaveFirstWaiting(
  tx: Querier,
  { error, now }: { error: Error; now: number },
): Promise<void> {
  if (!(await claimTurn(tx, now))) return;
  const { policy } = await loadPolicy(tx);
  const first = await nextInLine(tx, policy, { now, limit: 1 });
  await forget(tx, first);
  for (const grant_id of first.flatMap(({ grant_ids }) => grant_ids)) {
    await saveDeadLetter(tx, {
      event: {},
      recalculation: { grant_id, cause: 'time' },
      reason: `Nobody could be asked about grant ${grant_id}: ${error.message}`,
      attempts: ATTEMPTS_MAX,
      received_at: isoInstant(now),
    });
  }
}

/** Deadlines begin now. What nobody needs to be asked about any more is dropped. */
export async function askNow(
  tx: Querier,
  due: readonly Waiting[],
  { policy, now }: { policy: Policy; now: number },
): Promise<void> {
  const past = due.filter(({ grant_ids }) => grant_ids.length > 0);
  const { opened, existing, held } = await openReviews(tx, {
    pairs: past.map(pairOf),
    origin: 'threshold',
    requested_by: 'system',
    policy,
    now,
    is_their_turn: true,
  });
  const asked = new Set([...opened, ...existing, ...held].map(pairKey));
  // Those of a platform that is not watched are found again when it is.
  await forget(
    tx,
    due.filter((each) => !asked.has(pairKey(each))),
  );
  await stopWaiting(tx, existing);
}

/** As it is asked about. */
export const pairOf = ({ principal_id, asset_id, reviewer_id: waited_for }: Waiting): AskedPair => ({
  principal_id,
  asset_id,
  waited_for,
});

async function forget(tx: Querier, waiting: readonly Waiting[]): Promise<void> {
  await stopWaiting(tx, waiting);
  await setReviewAsked(
    tx,
    waiting.flatMap(({ grant_ids }) => grant_ids),
    false,
  );
}

const nextInLine = (tx: Querier, policy: Policy, { now, limit }: { now: number; limit: number }) =>
  firstInLine(tx, { budget: policy.review.weekly_budget, since: weekStart(now), limit });
