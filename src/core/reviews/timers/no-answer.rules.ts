import { counted } from '../../../platform/counted.ts';
import { DAY_MS, isoInstant } from '../../../platform/iso-instant.ts';
import type { Policy } from '../../policy/policy.rules.ts';
import { scoreAt } from '../../scores/decay.rules.ts';
import { halfLifeDays } from '../../scores/half-life.rules.ts';
import { reviewScore } from '../../scores/marks.rules.ts';

/** What no answer means by the deadline of a review. Instants are milliseconds since 1970. */

/** A review that nobody has answered in time. */
export interface Unanswered {
  /** How often it was escalated. */
  escalations: number;
  /** When it was asked. */
  decay_score: number;
  created_at: number;
  due_at: number;
  /** How often the access was asked about just before, also without an answer. */
  unanswered_before: number;
  /** Whether whom it is assigned to is there and enabled: a review that reached nobody has no answer to wait for. */
  reached_somebody: boolean;
  /** Whoever holds the access was asked, and says that they need it. */
  holder_keeps: boolean;
  /** To whom it could be passed on. */
  escalate_to: string | null;
  /** Those without a decision that are still active. */
  grants: readonly SilentGrant[];
}

export interface SilentGrant {
  grant_id: string;
  /** Null: not scored yet. */
  lapses_at: number | null;
  half_life_class: number | null;
  last_used_at: number | null;
  /** Standby or break-glass: use does not settle what was asked, and silence takes nothing away. */
  has_purpose: boolean;
}

export type NoAnswer =
  | { kind: 'escalate'; to: string }
  /** `ask_again_at` null: the review ends there. */
  | { kind: 'expire'; reason: string; ask_again_at: number | null }
  /** `kept`: why the other grants are not revoked; null: there are no others. */
  | { kind: 'revoke'; grant_ids: string[]; reason: string; kept: string | null };

export function meaningOfNoAnswer(review: Unanswered, policy: Policy, now: number): NoAnswer {
  switch (policy.review.when_overdue) {
    case 'escalate':
      return review.escalations < policy.review.escalation_steps && review.escalate_to !== null
        ? { kind: 'escalate', to: review.escalate_to }
        : expire('It was not answered in time, and nobody is left to ask.');
    case 'expire':
      return expire('It was not answered in time; the policy says that the review ends there.');
    case 'ask_again':
      return askAgain(review, policy, now);
    case 'revoke':
      return revoke(review, policy, now);
  }
}

const expire = (reason: string, ask_again_at: number | null = null): NoAnswer => ({
  kind: 'expire',
  reason,
  ask_again_at,
});

function askAgain(review: Unanswered, policy: Policy, now: number): NoAnswer {
  const { ask_again_times, ask_again_after_days } = policy.review;
  const over = whyNotAskedAgain(review, policy, now);
  if (over !== null) return expire(`It was not answered in time. ${over}`);
  if (review.unanswered_before >= ask_again_times) {
    const times = counted(review.unanswered_before + 1, 'time');
    return expire(
      `It was not answered in time. It was asked ${times}, as often as the policy allows: it is not asked again.`,
    );
  }
  const at = Math.max(now, review.created_at + ask_again_after_days * DAY_MS);
  const when = at === now ? 'at once' : `on ${isoInstant(at)}`;
  return expire(`It was not answered in time; it is asked again ${when}.`, at);
}

/** Null: the review stands. What was stale when it was asked about must still be; a person may have asked about what was not. */
export function whyNotAskedAgain(
  { grants, created_at, decay_score }: Pick<Unanswered, 'grants' | 'created_at' | 'decay_score'>,
  policy: Policy,
  now: number,
): string | null {
  if (grants.length === 0) return 'It is not asked again: the access is gone.';
  const used = usedSince(grants, created_at);
  if (used !== null) return `It is not asked again: ${used}`;
  const { threshold } = policy.review;
  const scores = scoresOf(grants, policy, now);
  if (decay_score < threshold || scores.some((score) => score >= threshold)) return null;
  return `It is not asked again: ${hasFallen(Math.max(...scores), threshold)}`;
}

/**
 * Only what is as stale as what is asked about, and was not used since the review was opened: silence of people never
 * outweighs a use. What the guards of a remediation refuse is not judged here.
 */
function revoke(review: Unanswered, policy: Policy, now: number): NoAnswer {
  const { created_at, due_at } = review;
  const grants = review.grants.filter(({ has_purpose }) => !has_purpose);
  const kept = (why: string) => expire(`It was not answered in time. It was not revoked: ${why}`);
  if (!review.reached_somebody) return kept('the review was assigned to nobody who could answer it.');
  if (review.grants.length === 0) return kept('the access is gone.');
  if (review.holder_keeps) return kept('its holder says that they need it, and nobody has judged that.');
  if (grants.length === 0) return kept(`only a person revokes ${PURPOSED}.`);
  const used = usedSince(grants, created_at);
  if (used !== null) return kept(used);
  const least = reviewScore(policy);
  const scores = scoresOf(grants, policy, now);
  const stale = grants.filter((_, index) => (scores[index] as number) >= least);
  if (stale.length === 0) return kept(hasFallen(Math.max(...scores), least));
  const idsOf = (some: readonly SilentGrant[]): string => some.map((grant) => grant.grant_id).join(', ');
  const fresh = grants.filter((grant) => !stale.includes(grant));
  const purposed = review.grants.filter(({ has_purpose }) => has_purpose);
  const others = [
    ...(fresh.length > 0 ? [`because the score is below ${least}: ${idsOf(fresh)}`] : []),
    ...(purposed.length > 0 ? [`because only a person revokes ${PURPOSED}: ${idsOf(purposed)}`] : []),
  ];
  return {
    kind: 'revoke',
    grant_ids: stale.map((grant) => grant.grant_id),
    reason: `Nobody answered by ${isoInstant(due_at)}; the policy says that no answer means revocation.`,
    kept: others.length === 0 ? null : `It was not answered in time. Not revoked, ${others.join('; ')}.`,
  };
}

const PURPOSED = 'standby and break-glass access';

function usedSince(grants: readonly SilentGrant[], asked: number): string | null {
  const latest = Math.max(
    ...grants.map(({ has_purpose, last_used_at }) =>
      has_purpose ? Number.NEGATIVE_INFINITY : (last_used_at ?? Number.NEGATIVE_INFINITY),
    ),
  );
  return latest > asked ? `it was used on ${isoInstant(latest)}, after the review was opened.` : null;
}

/** What is not scored yet counts as fresh. */
const scoresOf = (grants: readonly SilentGrant[], policy: Policy, now: number): number[] =>
  grants.map(({ lapses_at, half_life_class }) =>
    lapses_at === null ? 0 : scoreAt(lapses_at, now, halfLifeDays(half_life_class ?? 0, policy)),
  );

const hasFallen = (score: number, least: number): string =>
  `its score is ${Math.round(score * 10) / 10} by now, below ${least}.`;
