import type { Querier } from '../../platform/database/database.ts';
import { LapseError } from '../../platform/errors.ts';
import { loadPolicy } from '../policy/policies.sql.ts';
import { loadPairs, type Pair } from './evidence/pairs.sql.ts';
import { openReviews } from './open-reviews.ts';
import type { NewReview } from './reviews.sql.ts';

export interface AskForReview extends Pair {
  reason: string | null;
  notes: string | null;
  actor: string;
  now: number;
}

/** Somebody asks about a pair, whatever its score. Throws `not_found` without active access, `conflict` when it is open. */
export async function createReview(tx: Querier, asked: AskForReview): Promise<NewReview> {
  const { principal_id, asset_id, reason, notes, actor, now } = asked;
  const [pair] = await loadPairs(tx, [{ principal_id, asset_id }]);
  if (!pair) throw new LapseError('not_found', 'There is no such principal or asset.');
  if (pair.open_review_id === null && pair.grant_ids.length === 0) {
    throw new LapseError('not_found', 'This principal has no active grant on this asset.');
  }
  const { policy } = await loadPolicy(tx);
  const { opened } = await openReviews(tx, {
    pairs: [{ principal_id, asset_id }],
    origin: 'manual',
    requested_by: actor,
    reason,
    notes,
    policy,
    now,
  });
  const [review] = opened;
  if (!review) {
    const which = pair.open_review_id === null ? '' : ` (${pair.open_review_id})`;
    throw new LapseError('conflict', `There is an open review${which} of this access already.`);
  }
  return review;
}
