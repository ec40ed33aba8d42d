import type { AuditEntry } from '../../audit/entries.sql.ts';
import { isoInstant } from '../../platform/iso-instant.ts';
import { type Decision, SPOKEN } from './decisions/decision.rules.ts';
import type { Through } from './decisions/decisions.sql.ts';
import type { RuleTold } from './standing/standing-rules.sql.ts';

/** What the audit trail and webhooks say about reviews; `data` is that of the contract. */

interface About {
  id: string;
  principal_id: string;
  asset_id: string;
}

/** Who does something, and when. */
export interface By {
  actor: string;
  now: number;
}

export type ReviewEventType = Extract<AuditEntry['event_type'], `review.${string}`>;

export function reviewEntry(
  { id, principal_id, asset_id }: About,
  { actor, now }: By,
  event_type: ReviewEventType,
  more: Record<string, unknown>,
): AuditEntry {
  const data = { review_id: id, principal_id, asset_id, ...more };
  return { principal_id, review_id: id, event_type, actor, at: isoInstant(now), data };
}

interface DecidedGrant {
  grant_id: string;
  decision: Decision;
  reason: string;
  group_decision_id?: string | undefined;
  holder_question_id?: string | undefined;
  through?: Through | undefined;
  rule?: RuleTold | undefined;
}

/** Its `data` does not name the asset. */
export function decidedEntry(
  { id: review_id, principal_id, asset_id }: About,
  { actor, now }: By,
  { grant_id, decision, reason, group_decision_id, holder_question_id, through, rule }: DecidedGrant,
): AuditEntry {
  // What is undefined is not written.
  const within = { group_decision_id, holder_question_id, rule, ...through };
  const data = { review_id, grant_id, decision: SPOKEN[decision], reviewer: actor, reason, ...within };
  const event_type = 'review.decided';
  return { principal_id, review_id, asset_id, event_type, actor, at: isoInstant(now), data };
}
