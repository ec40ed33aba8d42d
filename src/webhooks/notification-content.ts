import {
  type Occasion,
  PACKETS_PER_MESSAGE,
  type PacketNotice,
  TEST_MESSAGE,
  TEXT_MESSAGE,
  type TextMessage,
} from '../domain/notification.ts';
import { isEmailAddress } from '../domain/notification-email.ts';
import { type Notice, plain, reviewsNotice, testMessage, textNotice } from '../domain/notification-text.ts';
import type { Database, Querier } from '../store/database.ts';
import { findPerson, gatherNotifications, type Waiting } from '../store/notification-work.ts';
import type { ClaimedDelivery, ClaimedEndpoint } from '../store/webhook-work.ts';
import type { AttemptResult } from './sender.ts';

export interface NotificationMeans {
  db: Database;
  secrets_key: Buffer;
  /** What links begin with. */
  public_url: string;
  /** Packets as messages tell them, in the given order. */
  describePackets(
    q: Querier,
    packets: readonly { review_id: string; occasion: Occasion }[],
  ): Promise<PacketNotice[]>;
}

export interface Addressee {
  address: string;
  name: string;
}

export type Content = { notice: Notice; to: Addressee | null } | { skipped: string };

/** What a delivery tells whom, as of now. */
export async function contentOf(
  means: NotificationMeans,
  endpoint: ClaimedEndpoint,
  delivery: ClaimedDelivery,
): Promise<Content> {
  if (delivery.type === TEST_MESSAGE) return addressed(textNotice(testMessage), delivery.recipient);
  if (delivery.type === TEXT_MESSAGE) {
    const { data } = JSON.parse(delivery.payload) as { data: TextMessage };
    return addressed(textNotice(data), delivery.recipient);
  }
  const recipient = delivery.recipient ?? '';
  const q = means.db.tenant(endpoint.tenant_id);
  const waiting = await gatherNotifications(means.db.alone(endpoint.tenant_id), {
    endpoint_id: endpoint.id,
    delivery_id: delivery.id,
    recipient,
  });
  if (waiting.length === 0) return { skipped: 'Skipped: it was told in another message.' };
  const current = mostUrgent(waiting.filter((each) => isCurrent(each, recipient)));
  if (current.length === 0) return { skipped: 'Skipped: it was answered or passed on in the meantime.' };
  const person = recipient === '' ? null : await findPerson(q, recipient);
  const shown = person === null ? recipient : plain(person.display_name, 120);
  if (recipient !== '') {
    if (person === null || person.email === null)
      return { skipped: `Skipped: ${shown} has no e-mail address.` };
    if (person.disabled) return { skipped: `Skipped: the account of ${shown} is disabled.` };
    if (!isEmailAddress(person.email))
      return { skipped: `Skipped: the e-mail address of ${shown} is not usable.` };
  }
  const packets = await means.describePackets(q, current.slice(0, PACKETS_PER_MESSAGE));
  if (packets.length === 0) return { skipped: 'Skipped: the access is gone.' };
  const { public_url } = means;
  const notice = reviewsNotice({ to_person: person !== null, packets, total: current.length, public_url });
  return { notice, to: person === null ? null : { address: person.email as string, name: shown } };
}

function addressed(notice: Notice, address: string | null): Content {
  if (address === null) return { notice, to: null };
  if (!isEmailAddress(address)) return { skipped: 'Skipped: the e-mail address is not usable.' };
  return { notice, to: { address, name: '' } };
}

/** Whether it is still true. What is answered needs no message, and what is another's is told to that one. */
function isCurrent({ occasion, status, assigned_to_id }: Waiting, recipient: string): boolean {
  if (occasion === 'overdue') return status === 'EXPIRED';
  const isOpen = status === 'PENDING' || status === 'ESCALATED';
  return isOpen && (recipient === '' || assigned_to_id === recipient);
}

/** Each packet once, for the last thing that happened to it; the stalest first. */
function mostUrgent(waiting: readonly Waiting[]): Waiting[] {
  const latest = new Map(waiting.map((each) => [each.review_id, each]));
  return [...latest.values()].sort(
    (a, b) => b.decay_score - a.decay_score || a.due_at.localeCompare(b.due_at),
  );
}

export const skippedResult = (reason: string): AttemptResult => ({
  outcome: 'skipped',
  status_code: null,
  latency_ms: 0,
  error: reason,
  response: null,
});
