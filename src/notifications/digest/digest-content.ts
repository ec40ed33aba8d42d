import { DAY_MS } from '../../platform/iso-instant.ts';
import type { ClaimedDelivery, ClaimedEndpoint } from '../../webhooks/work.sql.ts';
import { NOTICES_PER_MESSAGE } from '../notification.rules.ts';
import { addresseeOf, type Content, type NotificationMeans, skipped, waiting } from '../send/content.ts';
import { currentOf, describeCurrent } from '../send/current-notices.ts';
import { decidingIn } from '../send/decision-links.ts';
import { findPerson, gatherNotifications } from '../send/work.sql.ts';
import { findSettings, personOf } from '../settings/settings.sql.ts';
import { openFrom } from '../settings/waiting.rules.ts';
import { releaseNotifications } from '../settings/waiting.sql.ts';
import { DUE_SOON_DAYS, digestNotice, toldAs } from './digest.rules.ts';
import { hasLaterDigest, loadDigest } from './digest.sql.ts';

/** The digest of a person and a day, of how things are now. What was left to it is told by no other message. */
export async function digestContent(
  means: NotificationMeans,
  endpoint: ClaimedEndpoint,
  { id: delivery_id, recipient: to_id }: ClaimedDelivery,
): Promise<Content> {
  const recipient = to_id ?? '';
  const { db, public_url } = means;
  const now = means.now();
  const q = db.tenant(endpoint.tenant_id);
  const own = await findSettings(q, recipient);
  const isLate = await hasLaterDigest(q, delivery_id);
  if (own?.delivery !== 'daily' || isLate) {
    await releaseNotifications(db.alone(endpoint.tenant_id), { delivery_id });
    return skipped(
      isLate ? 'the digest of a later day has taken its place.' : 'a daily digest is not wanted any more.',
    );
  }
  const open = openFrom(personOf(own), now);
  if (open.waits_for !== null) return waiting(open);
  const message = { endpoint_id: null, delivery_id, recipient, takes: 'not_urgent' as const };
  const noted = currentOf(await gatherNotifications(db.alone(endpoint.tenant_id), message), recipient);
  const { counts, most_important } = await loadDigest(q, {
    recipient,
    noted: noted.reviews,
    now,
    soon: now + DUE_SOON_DAYS * DAY_MS,
    limit: NOTICES_PER_MESSAGE,
  });
  if (counts.told + noted.removals.length === 0) return skipped('there is nothing to say on this day.');
  const to = addresseeOf(recipient, await findPerson(q, recipient));
  if ('skipped' in to) return to;
  const comments = new Map(noted.reviews.map(({ review_id, comment_ids }) => [review_id, comment_ids]));
  const { reviews, removals } = await describeCurrent(
    q,
    {
      reviews: most_important.map((review) => ({
        review_id: review.review_id,
        occasion: toldAs(review),
        comment_ids: comments.get(review.review_id) ?? [],
      })),
      removals: noted.removals,
    },
    { now, decide: decidingIn(means, endpoint, { reviewer_id: recipient, to }) },
  );
  const times = new Map(most_important.map((review) => [review.review_id, review]));
  const notice = digestNotice({
    counts,
    reviews: reviews.map((review) => {
      const { is_overdue = false, is_due_soon = false } = times.get(review.review_id) ?? {};
      return { ...review, is_overdue, is_due_soon };
    }),
    removals,
    removals_total: noted.removals.length,
    public_url,
  });
  return { notice, to };
}
