import type { FastifyRequest } from 'fastify';
import { callerOf } from '../gateway/authentication.ts';
import { Named } from '../gateway/common.schema.ts';
import { runIdempotently } from '../gateway/idempotency/idempotency.ts';
import { queryInstant, refuse } from '../gateway/lists/instants.ts';
import { answerList } from '../gateway/lists/list.ts';
import { BODY_IS_OPTIONAL, type RouteContext, routeOf, type TypedApp } from '../gateway/route-context.ts';
import type { Querier } from '../platform/database/database.ts';
import { type Fault, required } from '../platform/errors.ts';
import { getDelivery, listDeliveries } from './deliveries.sql.ts';
import { redeliverOne, redeliverSince, testWebhook } from './redeliver-webhook.ts';
import {
  DeliveryParams,
  EndpointParams,
  OrderBody,
  RedeliverBody,
  Redelivered,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookDeliveryPage,
  WebhookDeliveryQuery,
} from './webhook.schema.ts';
import { requireShown } from './webhooks.routes.ts';

const route = routeOf('webhooks');
const params = EndpointParams('webhook');
const deliveryParams = DeliveryParams('webhook', 'delivery');

export function deliveryRoutes(app: TypedApp, { db, cursors }: RouteContext): void {
  for (const schema of [WebhookDelivery, WebhookDeliveryDetail, Redelivered]) app.addSchema(schema);
  const tenantOf = (request: FastifyRequest) => db.tenant(callerOf(request).tenant_id);

  app.get(
    '/v1/webhooks/:id/deliveries',
    route({
      summary: 'List deliveries of a webhook',
      description: 'Newest first, each with its attempts. Kept for 30 days.',
      params,
      querystring: WebhookDeliveryQuery,
      response: { 200: WebhookDeliveryPage },
    }),
    async (request) => {
      const { id } = request.params;
      const { since, ...query } = request.query;
      const instant = since === undefined ? undefined : instantOf('query', since);
      await requireShown(tenantOf(request), id);
      return answerList(request, cursors, `deliveries ${id}`, { ...query, since: instant }, (filters, page) =>
        listDeliveries(tenantOf(request), id, filters, page),
      );
    },
  );

  app.get(
    '/v1/webhooks/:id/deliveries/:delivery_id',
    route({
      summary: 'Get a delivery',
      description: 'With the body that is sent.',
      params: deliveryParams,
      response: { 200: Named(WebhookDeliveryDetail) },
    }),
    (request) => requireDelivery(tenantOf(request), request.params),
  );

  app.post(
    '/v1/webhooks/:id/test',
    route(
      {
        summary: 'Send a test',
        description:
          'An event of the type webhook.test goes the way of all others. Answers with its delivery, which tells a moment later what became of it.',
        params,
        body: OrderBody,
        response: { 201: Named(WebhookDeliveryDetail) },
      },
      BODY_IS_OPTIONAL,
    ),
    (request, reply) =>
      runIdempotently(db, request, reply, async (tx) => {
        const { id } = request.params;
        const delivery_id = await testWebhook(tx, id, Date.now());
        return { status: 201, body: await requireDelivery(tx, { id, delivery_id }) };
      }),
  );

  app.post(
    '/v1/webhooks/:id/deliveries/:delivery_id/redeliver',
    route(
      {
        summary: 'Send a delivery again',
        description: 'The same bytes under the same id, whatever became of it before.',
        params: deliveryParams,
        body: OrderBody,
        response: { 200: Named(WebhookDeliveryDetail) },
      },
      BODY_IS_OPTIONAL,
    ),
    (request, reply) =>
      runIdempotently(db, request, reply, async (tx) => {
        await redeliverOne(tx, request.params.id, request.params.delivery_id, Date.now());
        return { status: 200, body: await requireDelivery(tx, request.params) };
      }),
  );

  app.post(
    '/v1/webhooks/:id/redeliver',
    route({
      summary: 'Send failed deliveries again',
      description: 'All that are dead, and all that have failed and wait for their next attempt.',
      params,
      body: RedeliverBody,
      response: { 200: Named(Redelivered) },
    }),
    async (request, reply) => {
      const since = instantOf('body', request.body.since);
      return runIdempotently(db, request, reply, async (tx) => ({
        status: 200,
        body: { redelivered: await redeliverSince(tx, request.params.id, since, Date.now()) },
      }));
    },
  );
}

function instantOf(where: 'query' | 'body', text: string): number {
  const faults: Fault[] = [];
  const instant = queryInstant('since', text, faults);
  refuse(faults.map((fault) => ({ ...fault, loc: [where, 'since'] })));
  return instant;
}

async function requireDelivery(q: Querier, { id, delivery_id }: { id: string; delivery_id: string }) {
  await requireShown(q, id);
  return required(await getDelivery(q, id, delivery_id), 'delivery');
}
