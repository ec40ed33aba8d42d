import { noteQuestionsQueued } from '../core/reviews/holder/holder-mail.sql.ts';
import { textArray } from '../platform/database/array-literal.ts';
import type { Querier } from '../platform/database/database.ts';
import { enqueueDeliveries, type NewDelivery, queuedEvent } from '../webhooks/queue.sql.ts';
import { type Subscription, subscribesTo } from '../webhooks/types.rules.ts';
import {
  HOLDER_MESSAGE,
  type HolderMessage,
  isRemediationOccasion,
  type Occasion,
  occasionOf,
  REVIEWS_MESSAGE,
} from './notification.rules.ts';
import { planMessages } from './plan-messages.sql.ts';
import { principalsOfActors } from './remediation-notices.sql.ts';

/** A channel to people that subscribes to the type of an entry. */
export interface QueuedMessage {
  endpoint_id: string;
  /** Whoever is asked is written to by themselves; else a channel is. */
  is_personal: boolean;
  /** Of the audit entry; of one that tells several people, with their place. */
  id: string;
  occasion: Occasion;
  at: string;
  review_id: string;
  /** The remediation that it is about, if it is about one. */
  remediation_id: string | null;
  /** The comment that it is about, if it is about one. */
  comment_id: string | null;
  /** Who is told, where the entry itself says so. */
  recipient?: string | undefined;
  /** Left out when the entry does not name one: then it is the review's. */
  assigned_to_id?: string | null | undefined;
  /** Who is told before anybody else, as the audit trail shows them: who revoked what is blocked, who asked a holder that has answered. */
  told_first?: string | undefined;
}

interface Entry {
  id: string;
  event_type: string;
  at: string;
  review_id?: string | null;
  data: Record<string, unknown>;
}

/** Which entries are told by which channels. */
export function messagesOf(
  entries: readonly Entry[],
  subscriptions: readonly Subscription[],
): QueuedMessage[] {
  const channels = subscriptions.filter(({ kind }) => kind !== 'webhook');
  if (channels.length === 0) return [];
  return entries.flatMap(({ id, event_type, at, data, ...entry }) => {
    const occasion = occasionOf(event_type);
    const review_id = entry.review_id ?? (data.review_id as string | undefined);
    if (!review_id || occasion === null || occasion === 'alert') return [];
    // A rule decides it at once: nobody is asked.
    if (event_type === 'review.created' && data.rule_id !== undefined) return [];
    // It is left to whoever holds the access: nobody else is asked yet.
    if (data.with_holder_until !== undefined) return [];
    const mentions = occasion === 'mentioned' ? (data.mentions as string[]) : null;
    if (mentions?.length === 0) return [];
    const message = {
      id,
      occasion,
      at,
      review_id,
      remediation_id: isRemediationOccasion(occasion) ? (data.remediation_id as string) : null,
      comment_id: mentions === null ? null : (data.comment_id as string),
      assigned_to_id: data.assigned_to_id as string | null | undefined,
      told_first: toldFirst(occasion, data),
    };
    return channels
      .filter((channel) => subscribesTo(channel, event_type))
      .flatMap(({ endpoint_id, is_personal = false }): QueuedMessage[] =>
        mentions !== null && is_personal
          ? mentions.map((recipient, n) => ({
              ...message,
              id: `${id}-${n}`,
              endpoint_id,
              is_personal,
              recipient,
            }))
          : [{ ...message, endpoint_id, is_personal }],
      );
  });
}

/**
 * Notes what people are to be told, in the transaction of what happened, and puts one message per recipient on its way. It
 * is sent after the channel's time to gather, or when its recipient has chosen, and takes along what was noted by then.
 */
export async function enqueueNotifications(tx: Querier, messages: readonly QueuedMessage[]): Promise<void> {
  if (messages.length === 0) return;
  const recipients = await recipientsOf(
    tx,
    messages.filter(({ is_personal, recipient }) => is_personal && recipient === undefined),
  );
  const told = await planMessages(
    tx,
    messages.flatMap((message) => {
      if (!message.is_personal) return [{ ...message, recipient: '' }];
      const recipient = message.recipient ?? recipients(message);
      // A mail goes to a person; a channel also hears of what is nobody's.
      return recipient === null ? [] : [{ ...message, recipient }];
    }),
  );
  if (told.length === 0) return;
  await tx.query(
    `INSERT INTO notifications (tenant_id, id, endpoint_id, recipient, occasion, review_id, remediation_id, comment_id)
     SELECT $1, * FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
     ON CONFLICT (tenant_id, id, endpoint_id) DO NOTHING`,
    [
      tx.tenant_id,
      textArray(told.map(({ id }) => id)),
      textArray(told.map(({ endpoint_id }) => endpoint_id)),
      textArray(told.map(({ recipient }) => recipient)),
      textArray(told.map(({ occasion }) => occasion)),
      textArray(told.map(({ review_id }) => review_id)),
      textArray(told.map(({ remediation_id }) => remediation_id)),
      textArray(told.map(({ comment_id }) => comment_id)),
    ],
  );
  const firsts = new Map<string, (typeof told)[number]>();
  for (const message of told) {
    const key = `${message.endpoint_id} ${message.recipient} ${message.wait_seconds}`;
    if (!firsts.has(key)) firsts.set(key, message);
  }
  await enqueueDeliveries(
    tx,
    [...firsts.values()].map(({ endpoint_id, id, recipient, at, wait_seconds, waits_for }) => ({
      endpoint_id,
      id,
      recipient: recipient === '' ? null : recipient,
      event: queuedEvent({
        // Channels share what is sent only by chance, so each message is an event of its own.
        id: `${id}-${endpoint_id}`,
        type: REVIEWS_MESSAGE,
        created_at: new Date(at).toISOString(),
        data: { recipient },
      }),
      wait_seconds,
      waits_for,
    })),
  );
}

/**
 * Puts questions to holders on their way, in the transaction in which they are asked: by the e-mail channel and by the app of Slack that
 * were made first, whatever they are to tell besides. Without any, the question says so (no channel), and whoever asks is refused.
 */
export async function enqueueHolderQuestions(
  tx: Querier,
  entries: readonly Entry[],
  subscriptions: readonly Subscription[],
): Promise<void> {
  const asked = entries.filter(({ event_type }) => event_type === 'review.holder_asked');
  if (asked.length === 0) return;
  const firstOf = (kind: Subscription['kind']): string | null =>
    subscriptions
      .flatMap(({ endpoint_id, is_personal, ...each }) =>
        each.kind === kind && is_personal === true ? [endpoint_id] : [],
      )
      .sort()[0] ?? null;
  const channels = { mail: firstOf('email'), slack: firstOf('slack') };
  const deliveries = [channels.mail, channels.slack].flatMap((channel) =>
    channel === null ? [] : asked.map((entry) => holderDelivery(entry, channel)),
  );
  if (deliveries.length === 0) return;
  await enqueueDeliveries(tx, deliveries);
  await noteQuestionsQueued(
    tx,
    asked.map(({ data }) => messageOf(data).holder_question_id),
    channels,
  );
}

const holderDelivery = ({ id, at, data }: Entry, endpoint_id: string): NewDelivery => ({
  endpoint_id,
  id,
  recipient: data.principal_id as string,
  event: queuedEvent({
    id: `${id}-${endpoint_id}`,
    type: HOLDER_MESSAGE,
    created_at: new Date(at).toISOString(),
    data: messageOf(data),
  }),
});

const messageOf = ({ holder_question_id, review_id }: Entry['data']): HolderMessage => ({
  holder_question_id: holder_question_id as string,
  review_id: review_id as string,
});

function toldFirst(occasion: Occasion, data: Entry['data']): string | undefined {
  if (occasion === 'removal_blocked') return data.requested_by as string;
  return occasion === 'holder_answered' ? (data.asked_by as string | undefined) : undefined;
}

/** Whoever decided hears that it is blocked, whoever asked that it was answered; of everything else, the one whose turn it is. Null: nobody is known. */
async function recipientsOf(
  tx: Querier,
  messages: readonly QueuedMessage[],
): Promise<(message: QueuedMessage) => string | null> {
  const firsts = await principalsOfActors(
    tx,
    messages.flatMap(({ told_first }) => told_first ?? []),
  );
  const assignees = await assigneesOf(tx, messages);
  return ({ told_first, assigned_to_id, review_id }) =>
    (told_first === undefined ? null : firsts.get(told_first)) ??
    assigned_to_id ??
    assignees.get(review_id) ??
    null;
}

async function assigneesOf(
  tx: Querier,
  messages: readonly QueuedMessage[],
): Promise<Map<string, string | null>> {
  const unnamed = messages.filter(({ assigned_to_id }) => assigned_to_id === undefined);
  if (unnamed.length === 0) return new Map();
  const rows = await tx.query<{ id: string; assigned_to_id: string | null }>(
    `SELECT r.id, r.assigned_to_id FROM unnest($2::text[]) AS w (id)
     JOIN reviews r ON r.tenant_id = $1 AND r.id = w.id`,
    [tx.tenant_id, [...new Set(unnamed.map(({ review_id }) => review_id))]],
  );
  return new Map(rows.map((row) => [row.id, row.assigned_to_id]));
}
