import { type Decision, SPOKEN } from '../domain/review-decision.ts';
import type { AuditEntry } from '../store/audit-entries.ts';
import type { NewReview } from '../store/reviews.ts';

/** What the audit trail and webhooks say about packets; `data` is that of the contract. */

interface About {
  id: string;
  principal_id: string;
}

interface Said {
  entry_id: string;
  actor: string;
  at: string;
}

function entry(
  review: About,
  { entry_id, actor, at }: Said,
  event_type: string,
  description: string,
  data: Record<string, unknown>,
): AuditEntry {
  const { principal_id } = review;
  return { id: entry_id, principal_id, review_id: review.id, event_type, description, actor, at, data };
}

export function createdEntry(review: NewReview, said: Said): AuditEntry {
  const { id, principal_id, asset_id, decay_score, risk_level, recommendation, assigned_to_id, due_at } =
    review;
  const asked = assigned_to_id === null ? 'nobody could be asked' : `${assigned_to_id} was asked`;
  return entry(
    review,
    said,
    'review.created',
    `The access of ${principal_id} to ${asset_id} is in question; ${asked}.`,
    {
      review_id: id,
      principal_id,
      asset_id,
      decay_score,
      risk_level,
      recommendation,
      assigned_to_id,
      due_at,
    },
  );
}

/** Its `data` does not name the asset. */
export function decidedEntry(
  review: About & { asset_id: string },
  said: Said,
  { grant_id, decision, reason }: { grant_id: string; decision: Decision; reason: string },
): AuditEntry {
  const word = decision === 'REVOKE' ? 'revoked' : 'confirmed';
  const data = {
    review_id: review.id,
    grant_id,
    decision: SPOKEN[decision],
    reviewer: said.actor,
    reason,
  };
  const words = `${said.actor} ${word} the grant ${grant_id}.`;
  return { ...entry(review, said, 'review.decided', words, data), asset_id: review.asset_id };
}

export function escalatedEntry(
  review: About & { asset_id: string; assigned_to_id: string | null },
  said: Said,
  { to, due_at, reason }: { to: string; due_at: string; reason: string },
): AuditEntry {
  const { id, principal_id, asset_id, assigned_to_id } = review;
  return entry(review, said, 'review.escalated', `The review was passed on to ${to}.`, {
    review_id: id,
    principal_id,
    asset_id,
    assigned_to_id: to,
    previous_assigned_to_id: assigned_to_id,
    due_at,
    reason,
  });
}

export function expiredEntry(review: About & { asset_id: string; due_at: string }, said: Said): AuditEntry {
  const { id, principal_id, asset_id, due_at } = review;
  return entry(review, said, 'review.expired', 'The review was not answered in time.', {
    review_id: id,
    principal_id,
    asset_id,
    due_at,
  });
}

export function reassignedEntry(
  review: About & { asset_id: string; assigned_to_id: string | null },
  said: Said,
  to: string,
): AuditEntry {
  const { id, principal_id, asset_id, assigned_to_id } = review;
  return entry(review, said, 'review.reassigned', `The review was given to ${to}.`, {
    review_id: id,
    principal_id,
    asset_id,
    assigned_to_id: to,
    previous_assigned_to_id: assigned_to_id,
  });
}

export function remindedEntry(
  review: About & { asset_id: string; assigned_to_id: string | null; due_at: string },
  said: Said,
  percent: number,
): AuditEntry {
  const { id, principal_id, asset_id, assigned_to_id, due_at } = review;
  return entry(review, said, 'review.reminded', `${percent} % of the time to answer have passed.`, {
    review_id: id,
    principal_id,
    asset_id,
    assigned_to_id,
    due_at,
    percent,
  });
}
