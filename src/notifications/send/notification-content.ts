import type { Querier } from '../../platform/database/database.ts';
import type { ClaimedDelivery, ClaimedEndpoint } from '../../webhooks/work.sql.ts';
import {
  type GatheredMessage,
  HOLDER_MESSAGE,
  NOTICES_PER_MESSAGE,
  TEST_MESSAGE,
  TEXT_MESSAGE,
  type TextMessage,
} from '../notification.rules.ts';
import { gatheredNotice, type Notice, testMessage, textNotice } from '../text.rules.ts';
import { type Addressee, addresseeOf, type Content, type NotificationMeans, skipped } from './content.ts';
import { decidableReviews, makeDecisionLinks } from './decision-links.ts';
import {
  type AskedReview,
  type Decidable,
  describeRemediations,
  describeReviews,
} from './describe-notices.ts';
import { isEmailAddress } from './email.rules.ts';
import { holderContent } from './holder-mail.ts';
import { findPerson, gatherNotifications, type WaitingRemediation, type WaitingReview } from './work.sql.ts';

/** What a delivery tells whom, as of now. */
export async function contentOf(
  means: NotificationMeans,
  endpoint: ClaimedEndpoint,
  delivery: ClaimedDelivery,
): Promise<Content> {
  if (delivery.type === TEST_MESSAGE) return addressed(textNotice(testMessage), delivery.recipient);
  if (delivery.type === TEXT_MESSAGE) {
    const { data } = JSON.parse(delivery.payload) as { data: TextMessage };
    return addressed(textNotice(withWholeLink(data, means.public_url)), delivery.recipient);
  }
  if (delivery.type === HOLDER_MESSAGE) return holderContent(means, endpoint, delivery);
  const recipient = delivery.recipient ?? '';
  const q = means.db.tenant(endpoint.tenant_id);
  const waiting = await gatherNotifications(means.db.alone(endpoint.tenant_id), {
    endpoint_id: endpoint.id,
    delivery_id: delivery.id,
    recipient,
  });
  if (waiting.length === 0) return skipped('it was told in another message.');
  const current = currentOf(waiting, recipient);
  if (current.reviews.length + current.removals.length === 0)
    return skipped('it was answered or passed on in the meantime.');
  const to = recipient === '' ? null : addresseeOf(recipient, await findPerson(q, recipient));
  if (to !== null && 'skipped' in to) return to;
  const decide = to === null ? null : decidingIn(means, endpoint, { reviewer_id: recipient, to });
  const notices = await describe(q, current, { now: means.now(), decide });
  if (notices.reviews.length + notices.removals.length === 0) return skipped('the access is gone.');
  const notice = gatheredNotice({
    to_person: to !== null,
    ...notices,
    total: { reviews: current.reviews.length, removals: current.removals.length },
    public_url: means.public_url,
  });
  return { notice, to };
}

type Decide = (reviewIds: readonly string[]) => Promise<Decidable>;

/** How whoever is told may decide by this message; null: not by it. */
function decidingIn(
  means: NotificationMeans,
  { tenant_id, settings }: ClaimedEndpoint,
  { reviewer_id, to }: { reviewer_id: string; to: Addressee },
): Decide | null {
  if (settings.decide_links === true)
    return (review_ids) => makeDecisionLinks(means, tenant_id, { reviewer_id, to, review_ids });
  if (settings.team_id === undefined) return null;
  return async (review_ids) =>
    new Map((await decidableReviews(means, tenant_id, { reviewer_id, review_ids })).map((id) => [id, null]));
}

/** What is written where the public address is not known has only a path. */
function withWholeLink(message: TextMessage, publicUrl: string): TextMessage {
  const { link } = message;
  return link?.url.startsWith('/') ? { ...message, link: { ...link, url: publicUrl + link.url } } : message;
}

function addressed(notice: Notice, address: string | null): Content {
  if (address === null) return { notice, to: null };
  if (!isEmailAddress(address)) return skipped('the e-mail address is not usable.');
  return { notice, to: { address, name: '' } };
}

interface Current {
  reviews: AskedReview[];
  removals: WaitingRemediation[];
}

/** Remediations first: what they are about was decided already. */
async function describe(
  q: Querier,
  { reviews, removals }: Current,
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

function currentOf(waiting: readonly (WaitingReview | WaitingRemediation)[], recipient: string): Current {
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
