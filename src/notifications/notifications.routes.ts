import type { FastifyRequest } from 'fastify';
import { actOf, callerOf } from '../gateway/authentication.ts';
import { ListQuery, Named } from '../gateway/common.schema.ts';
import { runIdempotently } from '../gateway/idempotency/idempotency.ts';
import { answerList } from '../gateway/lists/list.ts';
import { BODY_IS_OPTIONAL, type RouteContext, routeOf, type TypedApp } from '../gateway/route-context.ts';
import type { Querier } from '../platform/database/database.ts';
import { required } from '../platform/errors.ts';
import { type DeliveryRow, getDelivery, listDeliveries } from '../webhooks/deliveries.sql.ts';
import { DeliveryParams, EndpointParams, OrderBody } from '../webhooks/webhook.schema.ts';
import type { WebhookSetup } from '../webhooks/webhook-setup.ts';
import { getChannel, listChannels } from './channels.sql.ts';
import {
  addNotificationChannel,
  changeNotificationChannel,
  removeNotificationChannel,
} from './manage-channel.ts';
import {
  ChannelBody,
  ChannelPage,
  ChannelPatchBody,
  ChannelTestBody,
  NotificationChannel,
  NotificationDelivery,
  NotificationDeliveryPage,
  NotificationDeliveryQuery,
} from './notification.schema.ts';
import { redeliverNotification, testNotificationChannel } from './redeliver-notification.ts';

const route = routeOf('notifications');
const params = EndpointParams('channel');

export function notificationRoutes(
  app: TypedApp,
  { db, cursors }: RouteContext,
  webhooks: WebhookSetup,
): void {
  for (const schema of [NotificationChannel, NotificationDelivery]) app.addSchema(schema);
  const tenantOf = (request: FastifyRequest) => db.tenant(callerOf(request).tenant_id);

  app.get(
    '/v1/notifications/channels',
    route({
      summary: 'List notification channels',
      querystring: ListQuery({}),
      response: { 200: ChannelPage },
    }),
    (request) =>
      answerList(request, cursors, 'notification channels', request.query, (_, page) =>
        listChannels(tenantOf(request), page),
      ),
  );

  app.get(
    '/v1/notifications/channels/:id',
    route({
      summary: 'Get a notification channel',
      params,
      response: { 200: Named(NotificationChannel) },
    }),
    (request) => requireShown(tenantOf(request), request.params.id),
  );

  app.post(
    '/v1/notifications/channels',
    route({
      summary: 'Set up a notification channel',
      description:
        'Reviewers are told by e-mail, or a channel of Slack or Teams is, when reviews are assigned, due, escalated or overdue. What happens within a minute is one message.',
      body: ChannelBody,
      response: { 201: Named(NotificationChannel) },
    }),
    (request, reply) =>
      runIdempotently(db, request, reply, async (tx) => {
        const id = await addNotificationChannel(tx, webhooks, request.body, actOf(request));
        return { status: 201, body: await requireShown(tx, id) };
      }),
  );

  app.patch(
    '/v1/notifications/channels/:id',
    route({
      summary: 'Change a notification channel',
      description:
        'What is left out stays as it is, also within settings; the password is needed again when the server changes.',
      params,
      body: ChannelPatchBody,
      response: { 200: Named(NotificationChannel) },
    }),
    (request) =>
      db.transaction(callerOf(request).tenant_id, async (tx) => {
        await changeNotificationChannel(tx, webhooks, request.params.id, request.body, actOf(request));
        return requireShown(tx, request.params.id);
      }),
  );

  app.delete(
    '/v1/notifications/channels/:id',
    route({
      summary: 'Delete a notification channel',
      description: 'Nothing more is sent by it, whatever waits. Answers with the channel as it was.',
      params,
      response: { 200: Named(NotificationChannel) },
    }),
    (request) =>
      db.transaction(callerOf(request).tenant_id, async (tx) => {
        const before = await requireShown(tx, request.params.id);
        await removeNotificationChannel(tx, request.params.id, actOf(request));
        return before;
      }),
  );

  app.post(
    '/v1/notifications/channels/:id/test',
    route(
      {
        summary: 'Send a test message',
        description: 'Answers with its delivery, which tells a moment later what became of it.',
        params,
        body: ChannelTestBody,
        response: { 201: Named(NotificationDelivery) },
      },
      BODY_IS_OPTIONAL,
    ),
    (request, reply) =>
      runIdempotently(db, request, reply, async (tx) => {
        const { id } = request.params;
        const recipient = request.body?.recipient;
        const delivery_id = await testNotificationChannel(tx, id, { recipient, now: Date.now() });
        return { status: 201, body: await requireDelivery(tx, { id, delivery_id }) };
      }),
  );

  app.get(
    '/v1/notifications/channels/:id/deliveries',
    route({
      summary: 'List messages of a channel',
      description: 'Newest first, each with its attempts. Kept for 30 days.',
      params,
      querystring: NotificationDeliveryQuery,
      response: { 200: NotificationDeliveryPage },
    }),
    async (request) => {
      const { id } = request.params;
      await requireShown(tenantOf(request), id);
      return answerList(request, cursors, `messages ${id}`, request.query, async (filters, page) => {
        const found = await listDeliveries(tenantOf(request), id, filters, page);
        return { ...found, items: found.items.map(shown) };
      });
    },
  );

  app.post(
    '/v1/notifications/channels/:id/deliveries/:delivery_id/redeliver',
    route(
      {
        summary: 'Send a message again',
        description: 'Whatever became of it before; what was answered meanwhile is left out.',
        params: DeliveryParams('channel', 'message'),
        body: OrderBody,
        response: { 200: Named(NotificationDelivery) },
      },
      BODY_IS_OPTIONAL,
    ),
    (request, reply) =>
      runIdempotently(db, request, reply, async (tx) => {
        await redeliverNotification(tx, request.params.id, request.params.delivery_id, Date.now());
        return { status: 200, body: await requireDelivery(tx, request.params) };
      }),
  );
}

const requireShown = async (q: Querier, id: string) =>
  required(await getChannel(q, id), 'notification channel');

async function requireDelivery(q: Querier, { id, delivery_id }: { id: string; delivery_id: string }) {
  await requireShown(q, id);
  const delivery = required(await getDelivery(q, id, delivery_id), 'delivery');
  return shown(delivery);
}

const shown = ({ webhook_id, ...delivery }: DeliveryRow) => ({ ...delivery, channel_id: webhook_id });
