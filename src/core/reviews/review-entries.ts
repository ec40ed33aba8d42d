import type { AuditEntry } from '../../audit/entries.sql.ts';
import type { AuditType } from '../../audit/types.rules.ts';
import { type Decision, SPOKEN } from './decisions/decision.rules.ts';
import type { NewReview } from './reviews.sql.ts';

/** What the audit trail and webhooks say about reviews; `data` is that of the contract. */

interface About {
  id: string;
  principal_id: string;
}

interface Said {
  actor: string;
  at: string;
}

function entry(
  review: About,
  { actor, at }: Said,
  event_type: AuditType,
  data: Record<string, unknown>,
): AuditEntry {
  const { principal_id } = review;
  return { principal_id, review_id: review.id, event_type, actor, at, data };
}

export function createdEntry(review: NewReview, said: Said): AuditEntry {
  const { id, principal_id, asset_id, decay_score, risk_level, recommendation, assigned_to_id, due_at } =
    review;
  return entry(review, said, 'review.created', {
    review_id: id,
    principal_id,
    asset_id,
    decay_score,
    risk_level,
    recommendation,
    assigned_to_id,
    due_at,
  });
}

/** Its `data` does not name the asset. */
export function decidedEntry(
  review: About & { asset_id: string },
  said: Said,
  { grant_id, decision, reason }: { grant_id: string; decision: Decision; reason: string },
): AuditEntry {
  const data = {
    review_id: review.id,
    grant_id,
    decision: SPOKEN[decision],
    reviewer: said.actor,
    reason,
  };
  return { ...entry(review, said, 'review.decided', data), asset_id: review.asset_id };
}

export function escalatedEntry(
  review: About & { asset_id: string; assigned_to_id: string | null },
  said: Said,
  { to, due_at, reason }: { to: string; due_at: string; reason: string },
): AuditEntry {
  const { id, principal_id, asset_id, assigned_to_id } = review;
  return entry(review, said, 'review.escalated', {
    review_id: id,
    principal_id,
    asset_id,
    assigned_to_id: to,
    previous_assigned_to_id: assigned_to_id,
    due_at,
    reason,
  });
}

export function expiredEntry(
  review: About & { asset_id: string; due_at: string },
  said: Said,
  { reason, ask_again_at }: { reason: string; ask_again_at: string | null },
): AuditEntry {
  const { id, principal_id, asset_id, due_at } = review;
  return entry(review, said, 'review.expired', {
    review_id: id,
    principal_id,
    asset_id,
    due_at,
    reason,
    ask_again_at,
  });
}

export function reassignedEntry(
  review: About & { asset_id: string; assigned_to_id: string | null },
  said: Said,
  to: string,
): AuditEntry {
  const { id, principal_id, asset_id, assigned_to_id } = review;
  return entry(review, said, 'review.reassigned', {
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
  return entry(review, said, 'review.reminded', {
    review_id: id,
    principal_id,
    asset_id,
    assigned_to_id,
    due_at,
    percent,
  });
}
