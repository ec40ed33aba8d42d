import type { ClaimedDelivery, ClaimedEndpoint } from '../../webhooks/work.sql.ts';
import { digestContent } from '../digest/digest-content.ts';
import {
  DIGEST_MESSAGE,
  HOLDER_MESSAGE,
  TEST_MESSAGE,
  TEXT_MESSAGE,
  type TextMessage,
} from '../notification.rules.ts';
import { gatheredNotice, type Notice, testMessage, textNotice } from '../text.rules.ts';
import { addresseeOf, type Content, type NotificationMeans, skipped } from './content.ts';
import { currentOf, describeCurrent } from './current-notices.ts';
import { decidingIn } from './decision-links.ts';
import { isEmailAddress } from './email.rules.ts';
import { holdWhatMayBeTold } from './hold-notifications.ts';
import { holderContent } from './holder-mail.ts';
import { findPerson } from './work.sql.ts';

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
  if (delivery.type === DIGEST_MESSAGE) return digestContent(means, endpoint, delivery);
  const recipient = delivery.recipient ?? '';
  const q = means.db.tenant(endpoint.tenant_id);
  const held = await holdWhatMayBeTold(means, endpoint, { delivery_id: delivery.id, recipient });
  if ('skipped' in held) return held;
  const current = currentOf(held.notifications, recipient);
  if (current.reviews.length + current.removals.length === 0)
    return skipped('it was answered or passed on in the meantime.');
  const to = recipient === '' ? null : addresseeOf(recipient, await findPerson(q, recipient));
  if (to !== null && 'skipped' in to) return to;
  const decide = to === null ? null : decidingIn(means, endpoint, { reviewer_id: recipient, to });
  const notices = await describeCurrent(q, current, { now: means.now(), decide });
  if (notices.reviews.length + notices.removals.length === 0) return skipped('the access is gone.');
  const notice = gatheredNotice({
    to_person: to !== null,
    ...notices,
    total: { reviews: current.reviews.length, removals: current.removals.length },
    public_url: means.public_url,
  });
  return { notice, to };
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
