import { counted } from '../../../platform/counted.ts';
import { DAY_MS, isoInstant } from '../../../platform/iso-instant.ts';
import type { Policy } from '../../policy/policy.rules.ts';
import { isUrgent } from '../budget/budget.rules.ts';
import type { PriorityFacts } from '../priority/priority.rules.ts';
import { type ReviewOrigin, type ReviewRisk, slaMs } from '../review.rules.ts';

/**
 * A review may be left to whoever holds the access before its reviewer is asked: until they have answered, or the days of the policy
 * are over. Instants are milliseconds since 1970.
 */

/** A person has so many of them at a time; with more mails they would answer none. What is beyond is asked of reviewers at once. */
export const HOLDER_QUESTIONS_MAX = 10;

/** As who asks, in the mail. */
export const ASKED_BY_NAME = 'Lapse';

interface NewQuestion {
  principal_id: string;
  risk_level: ReviewRisk;
  due_at: string;
  priority: number;
  priority_facts: PriorityFacts | null;
}

/** Only what a score has caused, and what does not wait for anything is not left to anybody. */
export const mayGoToHolder = (
  origin: ReviewOrigin,
  review: NewQuestion,
  { review: { holder_first_days } }: Policy,
): boolean => origin === 'threshold' && holder_first_days > 0 && !isUrgent(review);

/**
 * Of reviews about to be opened those that are left to their holders, with the dates that follow. `questions`: how many a person who
 * can be asked has already.
 */
export function leaveToHolders<Review extends NewQuestion>(
  reviews: readonly Review[],
  questions: ReadonlyMap<string, number>,
  { policy, now }: { policy: Policy; now: number },
): Map<Review, { with_holder_until: string; due_at: string }> {
  const until = now + policy.review.holder_first_days * DAY_MS;
  const asked = new Map(questions);
  const left = new Map<Review, { with_holder_until: string; due_at: string }>();
  for (const review of [...reviews].sort((a, b) => b.priority - a.priority)) {
    const has = asked.get(review.principal_id) ?? HOLDER_QUESTIONS_MAX;
    if (has >= HOLDER_QUESTIONS_MAX) continue;
    asked.set(review.principal_id, has + 1);
    const due_at = isoInstant(until + slaMs(review.risk_level, policy));
    left.set(review, { with_holder_until: isoInstant(until), due_at });
  }
  return left;
}

/** A review whose holder was asked first, when its reviewer is. */
export interface WaitedFor {
  asked_at: string;
  with_holder_until: string;
  sent_at: string | null;
  mail_error: string | null;
  holder_disabled: boolean;
  in_campaign: boolean;
  /** The access, or some of it, is of somebody else than was asked. */
  has_changed_hands: boolean;
}

export const HOLDER_KEEPS = 'The holder says that they still need it.';

/** In a sentence. Whoever has answered is not waited for. */
export function whyReviewerIsAsked(waited: WaitedFor, policy: Policy, now: number): string {
  const { asked_at, with_holder_until, sent_at, mail_error } = waited;
  const until = Date.parse(with_holder_until);
  if (sent_at === null && mail_error !== null)
    return `The holder could not be asked: ${mail_error.replace(/^Skipped: /, '').replace(/\.?$/, '.')}`;
  if (now >= until) {
    if (sent_at === null) return 'The holder could not be asked: the question was not sent in time.';
    const days = Math.round((until - Date.parse(asked_at)) / DAY_MS);
    return `The holder did not answer in ${counted(days, 'day')}.`;
  }
  if (waited.has_changed_hands) return 'The access is of another principal now.';
  if (waited.holder_disabled) return 'The account of the holder is disabled.';
  if (policy.review.holder_first_days === 0) return 'The policy no longer has holders asked first.';
  if (waited.in_campaign) return 'A campaign asks about it too.';
  return sent_at === null ? 'The holder could not be asked.' : 'It has become urgent.';
}
