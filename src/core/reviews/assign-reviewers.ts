import type { Querier } from '../../platform/database/database.ts';
import type { PairRow } from './evidence/pairs.sql.ts';
import { loadLoads } from './loads.sql.ts';
import type { AskedPair, OpenReviews } from './prepare-reviews.ts';
import { canReview, firstOf, inTurn, type People, routeOf } from './routing.rules.ts';
import { shareOut } from './share-out.rules.ts';

interface Wanted {
  row: PairRow;
  pair: AskedPair | undefined;
  /** It is not asked yet, but waits for a week that has room. */
  waits: boolean;
}

/** Whom each review of a batch asks, by the policy; null: an admin must find somebody. Nobody is counted unless the policy looks at it. */
export async function assignReviewers(
  tx: Querier,
  wanted: readonly Wanted[],
  { people, request }: { people: People; request: OpenReviews },
): Promise<(string | null)[]> {
  const { policy, now, origin, is_their_turn = false } = request;
  if (origin === 'rule') return wanted.map(() => null);
  const toShare = wanted.map(({ row, pair, waits }, index) => ({
    principal_id: row.principal_id,
    candidates: candidatesFor(row, pair, { index, people, request }),
    waited_for: pair?.waited_for ?? null,
    waits,
  }));
  if (policy.review.assign_to === 'first') {
    return toShare.map(({ candidates, principal_id }) => firstOf(candidates, principal_id, people));
  }
  const budget = is_their_turn || wanted.some(({ waits }) => waits) ? policy.review.weekly_budget : null;
  const ids = toShare.flatMap(({ candidates, waited_for }) => [...candidates, waited_for]);
  const loads = await loadLoads(
    tx,
    ids.filter((id) => id !== null),
    { now, budget },
  );
  const given = shareOut(toShare, { people, loads, budget: is_their_turn ? budget : null });
  return toShare.map((each) => given.get(each) ?? null);
}

/** Whoever is to be asked, else the reviewers of the campaign, else those of the policy's routing: the first in which somebody can be. */
function candidatesFor(
  row: PairRow,
  pair: AskedPair | undefined,
  { index, people, request }: { index: number; people: People; request: OpenReviews },
): readonly (string | null)[] {
  const { campaign, policy } = request;
  const chosen = [
    [pair?.ask_id ?? null],
    campaign?.reviewer_ids?.length ? inTurn(campaign.reviewer_ids, campaign.turn + index) : [],
  ];
  return (
    chosen.find((ids) => ids.some((id) => canReview(id, row.principal_id, people))) ??
    routeOf(row, policy.review.fallback_reviewer_id)
  );
}
