import type { Querier } from '../../../platform/database/database.ts';
import { loadPolicy } from '../../policy/policies.sql.ts';
import { setReviewAsked } from '../../scores/grant-marks.sql.ts';
import { pairKey } from '../evidence/pairs.sql.ts';
import { openReviews } from '../open-reviews.ts';
import { claimHeld, stopHolding } from './held-questions.sql.ts';

export const HELD_AT_ONCE = 500;

/** Asks what no rule is going to decide any more: once a day, and as soon as a rule is off, paused or changed. */
export async function lookAtHeld(
  tx: Querier,
  { now, limit = HELD_AT_ONCE }: { now: number; limit?: number },
): Promise<number> {
  const due = await claimHeld(tx, now, limit);
  if (due.length === 0) return 0;
  const { policy } = await loadPolicy(tx);
  const past = due.filter(({ grant_ids }) => grant_ids.length > 0);
  const { opened, existing, waiting, held } = await openReviews(tx, {
    pairs: past.map(({ principal_id, asset_id }) => ({ principal_id, asset_id })),
    origin: 'threshold',
    requested_by: 'system',
    policy,
    now,
  });
  const still = new Set(held.map(pairKey));
  const known = new Set([...opened, ...existing, ...waiting, ...held].map(pairKey));
  await stopHolding(
    tx,
    due.filter((each) => !still.has(pairKey(each))),
  );
  // Those of a platform that is not watched are found again when it is.
  const unasked = past.filter((each) => !known.has(pairKey(each)));
  await setReviewAsked(
    tx,
    unasked.flatMap(({ grant_ids }) => grant_ids),
    false,
  );
  return due.length;
}

/** One that cannot be asked holds nobody up: it is found again when its lapse date is recomputed. */
export async function leaveFirstHeld(tx: Querier, now: number): Promise<void> {
  const first = await claimHeld(tx, now, 1);
  await stopHolding(tx, first);
  await setReviewAsked(
    tx,
    first.flatMap(({ grant_ids }) => grant_ids),
    false,
  );
}
