import type { Querier } from '../../../platform/database/database.ts';
import { foreseeRefusals, refusedOf } from '../../../remediation/guards/foresee-refusals.ts';
import { loadLikelihoods } from '../../outcomes/likelihoods.sql.ts';
import { loadModelChanges } from '../../policy/policies.sql.ts';
import type { Policy } from '../../policy/policy.rules.ts';
import { loadGrantFacts, type StoredFacts } from '../../scores/apply/grant-facts.sql.ts';
import type { OthersHabit } from '../../scores/others.rules.ts';
import { habitsOfOthers } from '../../scores/others.sql.ts';
import { countConfirmationsSinceUse } from '../decisions/decisions.sql.ts';
import type { Recommendation } from '../review.rules.ts';
import type { StoredReview } from '../reviews.sql.ts';
import { buildEvidence, type Evidence, type GrantSource } from './evidence.rules.ts';
import {
  type GrantContext,
  loadConfirmations,
  loadGrantContexts,
  loadGroupPaths,
  loadPairContexts,
} from './evidence.sql.ts';
import { pairKey } from './pairs.sql.ts';
import { factsAsOfNow } from './review-brief.ts';

const pathKey = (principalId: string, groupId: string): string => `${principalId}\u0000${groupId}`;

/** The evidence of any number of reviews as of now, by the id of the review: a few statements for all of them. */
export async function gatherEvidence(
  q: Querier,
  reviews: readonly StoredReview[],
  { policy, now }: { policy: Policy; now: number },
): Promise<Map<string, { evidence: Evidence; recommendation: Recommendation }>> {
  if (reviews.length === 0) return new Map();
  const grantIds = [...new Set(reviews.flatMap((review) => review.access_grant_ids))];
  const earlierIds = reviews.map(testedConfirmation).filter((id) => id !== null);
  const pairs = await loadPairContexts(q, reviews);
  const facts = await loadGrantFacts(q, grantIds);
  const contexts = await loadGrantContexts(q, grantIds);
  const others = await habitsOfOthers(q, facts, { policy, now });
  const confirmations = await loadConfirmations(q, earlierIds);
  const times = policy.model_version === 1 ? null : await countConfirmationsSinceUse(q, grantIds);
  const refusals = await foreseeRefusals(q, grantIds, { policy, now });
  const paths = await pathsOf(q, contexts);
  const models = await loadModelChanges(q);
  const likelihoods = await loadLikelihoods(q);
  const pairOf = new Map(pairs.map((pair) => [pairKey(pair), pair]));
  const factsOf = new Map(facts.map((known) => [known.grant_id, known]));
  const contextOf = new Map(contexts.map((context) => [context.grant_id, context]));
  const confirmationOf = new Map(confirmations.map((confirmation) => [confirmation.review_id, confirmation]));

  const gathered = new Map<string, { evidence: Evidence; recommendation: Recommendation }>();
  for (const review of reviews) {
    const pair = pairOf.get(pairKey(review));
    if (!pair) continue;
    const { asset_name, platform, owner_id, contains_pii, signals, gaps } = pair;
    const grants = review.access_grant_ids.flatMap((id) => {
      const [known, context] = [factsOf.get(id), contextOf.get(id)];
      return known && context ? [grantSource(known, { context, paths, others: others.get(id) }, policy)] : [];
    });
    const previous = testedConfirmation(review);
    gathered.set(
      review.id,
      buildEvidence(
        {
          principal: {
            id: pair.principal_id,
            display_name: pair.display_name,
            type: pair.type,
            department: pair.department,
            disabled: pair.disabled,
            protected: pair.protected,
            inventory_since: pair.inventory_since,
          },
          asset: {
            id: pair.asset_id,
            name: asset_name,
            platform,
            owner_id,
            contains_pii,
            connected: pair.connected,
          },
          grants,
          models,
          signals,
          gaps,
          likelihoods,
          refused_by: refusedOf(review.access_grant_ids, refusals),
          previous_confirmation: previous === null ? null : (confirmationOf.get(previous) ?? null),
          confirmed_times: times && Math.min(...review.access_grant_ids.map((id) => times.get(id) ?? 0)),
          review,
        },
        policy,
        now,
      ),
    );
  }
  return gathered;
}

const testedConfirmation = ({ origin, previous_review_id }: StoredReview): string | null =>
  origin === 'asked_again' ? null : previous_review_id;

async function pathsOf(
  q: Querier,
  contexts: readonly GrantContext[],
): Promise<Map<string, GrantSource['path']>> {
  const wanted = new Map<string, { principal_id: string; group_id: string }>();
  for (const { principal_id, via_group_id } of contexts) {
    if (via_group_id === null) continue;
    wanted.set(pathKey(principal_id, via_group_id), { principal_id, group_id: via_group_id });
  }
  const found = await loadGroupPaths(q, [...wanted.values()]);
  return new Map(found.map((each) => [pathKey(each.principal_id, each.group_id), each.path ?? []]));
}

function grantSource(
  known: StoredFacts,
  {
    context,
    paths,
    others,
  }: {
    context: GrantContext;
    paths: ReadonlyMap<string, GrantSource['path']>;
    others: OthersHabit | undefined;
  },
  policy: Policy,
): GrantSource {
  const { via_group_id, principal_id } = context;
  return {
    ...context,
    path: via_group_id === null ? [] : (paths.get(pathKey(principal_id, via_group_id)) ?? []),
    ...factsAsOfNow(known, policy),
    model_version: known.stored?.model_version ?? policy.model_version,
    others,
  };
}
