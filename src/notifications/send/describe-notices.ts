import { loadPolicy } from '../../core/policy/policies.sql.ts';
import { getComments } from '../../core/reviews/comments/comments.sql.ts';
import type { Evidence } from '../../core/reviews/evidence/evidence.rules.ts';
import { gatherEvidence } from '../../core/reviews/evidence/review-evidence.ts';
import { answersOfHolders } from '../../core/reviews/holder/holder.sql.ts';
import { getReviews } from '../../core/reviews/reviews.sql.ts';
import { isOpen } from '../../core/reviews/states.rules.ts';
import type { Querier } from '../../platform/database/database.ts';
import type { RemediationNotice, ReviewNotice } from '../notification.rules.ts';
import { noticedRemediations } from '../remediation-notices.sql.ts';

/** Reviews that whoever is told may decide: by the link, or by buttons where there is none. */
export type Decidable = ReadonlyMap<string, string | null>;

export interface AskedReview extends Pick<ReviewNotice, 'review_id' | 'occasion'> {
  /** Those that are told of. */
  comment_ids: readonly string[];
}

/** What messages say about reviews, in the order in which they are asked for; what is not there any more is left out. */
export async function describeReviews(
  q: Querier,
  asked: readonly AskedReview[],
  { now, decidable }: { now: number; decidable: Decidable },
): Promise<ReviewNotice[]> {
  const reviews = await getReviews(
    q,
    asked.map(({ review_id }) => review_id),
  );
  const { policy } = await loadPolicy(q);
  const open = reviews.filter((review) => review.evidence_json === null);
  const live = await gatherEvidence(q, open, { policy, now });
  const said = await answersOfHolders(
    q,
    asked.flatMap(({ review_id, occasion }) => (occasion === 'holder_answered' ? [review_id] : [])),
  );
  const written = await getComments(
    q,
    asked.flatMap(({ comment_ids }) => comment_ids),
  );
  const byId = new Map(reviews.map((review) => [review.id, review]));
  return asked.flatMap(({ review_id, occasion, comment_ids }) => {
    const review = byId.get(review_id);
    const found = live.get(review_id);
    const evidence = review?.evidence_json ?? found?.evidence;
    if (!review || !evidence) return [];
    return [
      {
        review_id,
        occasion,
        principal_name: evidence.principal.display_name,
        asset_name: evidence.asset.name,
        access: accessOf(evidence),
        summary: evidence.summary,
        risk_level: review.risk_level,
        score: evidence.score?.current ?? review.decay_score,
        recommendation: found?.recommendation ?? review.recommendation,
        assigned_to_name: review.assigned_to_name ?? review.assigned_to_id,
        due_at: review.due_at,
        decide_url: decidable.get(review_id) ?? null,
        has_buttons: decidable.get(review_id) === null,
        holder: said.get(review_id) ?? null,
        comments: written
          .filter(({ id }) => comment_ids.includes(id))
          .map(({ author_name, mentions, text }) => ({
            author_name,
            mentioned_names: mentions.map(({ principal_name }) => principal_name),
            text,
          })),
        is_open: isOpen(review.status),
        revoked_if_unanswered: policy.review.when_overdue === 'revoke',
      },
    ];
  });
}

/** The same of remediations. */
export async function describeRemediations(
  q: Querier,
  asked: readonly Pick<RemediationNotice, 'remediation_id' | 'occasion'>[],
): Promise<RemediationNotice[]> {
  if (asked.length === 0) return [];
  const found = await noticedRemediations(
    q,
    asked.map(({ remediation_id }) => remediation_id),
  );
  const byId = new Map(found.map((removal) => [removal.remediation_id, removal]));
  return asked.flatMap(({ remediation_id, occasion }) => {
    const removal = byId.get(remediation_id);
    if (!removal) return [];
    const { guards, ...told } = removal;
    return [{ ...told, occasion, blocked_by: (guards ?? []).filter(({ passed }) => !passed) }];
  });
}

function accessOf({ grants }: Evidence): string {
  const types = [...new Set(grants.map((grant) => grant.grant_type))];
  return types.length < 2 ? (types[0] ?? 'its') : `${types.slice(0, -1).join(', ')} and ${types.at(-1)}`;
}
