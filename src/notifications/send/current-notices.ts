import type { Querier } from '../../platform/database/database.ts';
import { type GatheredMessage, NOTICES_PER_MESSAGE } from '../notification.rules.ts';
import type { Decide } from './decision-links.ts';
import { type AskedReview, describeRemediations, describeReviews } from './describe-notices.ts';
import type { WaitingRemediation, WaitingReview } from './work.sql.ts';

/** What is still true of what waited to be told. */
interface Current {
  reviews: AskedReview[];
  removals: WaitingRemediation[];
}

interface Told {
  reviews: readonly AskedReview[];
  removals: readonly WaitingRemediation[];
}

/** Remediations first: what they are about was decided already. */
export async function describeCurrent(
  q: Querier,
  { reviews, removals }: Told,
  { now, decide }: { now: number; decide: Decide | null },
): Promise<Pick<GatheredMessage, 'reviews' | 'removals'>> {
  const told = await describeRemediations(q, removals.slice(0, NOTICES_PER_MESSAGE));
  const shown = reviews.slice(0, NOTICES_PER_MESSAGE - told.length);
  if (shown.length === 0) return { removals: told, reviews: [] };
  const decidable = await decide?.(shown.map(({ review_id }) => review_id));
  return {
    removals: told,
    reviews: await describeReviews(q, shown, { now, decidable: decidable ?? new Map() }),
  };
}

export function currentOf(
  waiting: readonly (WaitingReview | WaitingRemediation)[],
  recipient: string,
): Current {
  const reviews: WaitingReview[] = [];
  const removals: WaitingRemediation[] = [];
  for (const each of waiting) {
    if (each.remediation_id === null) {
      if (isCurrent(each, recipient)) reviews.push(each);
    } else if (isPresent(each, recipient)) removals.push(each);
  }
  return {
    reviews: mostUrgent(reviews),
    removals: [...new Map(removals.map((each) => [each.remediation_id, each])).values()],
  };
}

/** Whether it is still true. What is answered needs no message, and what is another's is told to that one. */
function isCurrent({ occasion, status, assigned_to_id }: WaitingReview, recipient: string): boolean {
  if (occasion === 'overdue') return status === 'EXPIRED';
  // Whoever asked is told, also of a review that is somebody else's, or was decided by the answer.
  if (occasion === 'holder_answered') return status !== 'EXPIRED';
  if (occasion === 'mentioned') return true;
  const isOpen = status === 'PENDING' || status === 'ESCALATED';
  return isOpen && (recipient === '' || assigned_to_id === recipient);
}

/** The same of a remediation. That it is blocked is told to whoever decided. */
function isPresent({ occasion, status, assigned_to_id }: WaitingRemediation, recipient: string): boolean {
  if (occasion === 'removal_blocked') return status === 'blocked';
  return status === 'requested' && (recipient === '' || assigned_to_id === recipient);
}

/**
 * Each review once, for the last thing that happened to it, with all comments that are to be told; the stalest first. That somebody
 * is mentioned comes behind everything else: the comments say it.
 */
function mostUrgent(waiting: readonly WaitingReview[]): AskedReview[] {
  const isMention = ({ occasion }: WaitingReview): boolean => occasion === 'mentioned';
  const [mentions, others] = [waiting.filter(isMention), waiting.filter((each) => !isMention(each))];
  const latest = new Map([...mentions, ...others].map((each) => [each.review_id, each]));
  return [...latest.values()]
    .sort((a, b) => b.decay_score - a.decay_score || a.due_at.localeCompare(b.due_at))
    .map(({ review_id, occasion }) => ({
      review_id,
      occasion,
      comment_ids: mentions.flatMap((each) =>
        each.review_id === review_id && each.comment_id !== null ? [each.comment_id] : [],
      ),
    }));
}
