import { randomBytes } from 'node:crypto';
import { actOf, callerOf } from '../gateway/authentication.ts';
import { ListQuery, Named } from '../gateway/common.schema.ts';
import { runIdempotently } from '../gateway/idempotency/idempotency.ts';
import { answerList } from '../gateway/lists/list.ts';
import { BODY_IS_OPTIONAL, type RouteContext, routeOf, type TypedApp } from '../gateway/route-context.ts';
import type { Querier } from '../platform/database/database.ts';
import { required } from '../platform/errors.ts';
import { addWebhook, changeWebhook, removeWebhook, rotateWebhookSecret } from './manage-webhook.ts';
import { formatSecret, SECRET_BYTES } from './signature.rules.ts';
import {
  EndpointParams,
  OrderBody,
  Webhook,
  WebhookBody,
  WebhookPage,
  WebhookPatchBody,
  WebhookWithSecret,
} from './webhook.schema.ts';
import type { WebhookSetup } from './webhook-setup.ts';
import { getWebhook, listWebhooks } from './webhooks.sql.ts';

const route = routeOf('webhooks');
const params = EndpointParams('webhook');

export function webhookRoutes(app: TypedApp, { db, cursors }: RouteContext, webhooks: WebhookSetup): void {
  app.addSchema(Webhook);
  app.addSchema(WebhookWithSecret);
  const newSecret = () => formatSecret(randomBytes(SECRET_BYTES));
  // The answer holds a secret, which must not stand in a table of answers.
  const sealed = { sealed_with: webhooks.secrets_key };

  app.get(
    '/v1/webhooks',
    route({
      summary: 'List webhooks',
      querystring: ListQuery({}),
      response: { 200: WebhookPage },
    }),
    (request) =>
      answerList(request, cursors, 'webhooks', request.query, (_, page) =>
        listWebhooks(db.tenant(callerOf(request).tenant_id), page),
      ),
  );

  app.get(
    '/v1/webhooks/:id',
    route({
      summary: 'Get a webhook',
      description: 'With how it answers, and what waits for it. Never its secret.',
      params,
      response: { 200: Named(Webhook) },
    }),
    (request) => requireShown(db.tenant(callerOf(request).tenant_id), request.params.id),
  );

  app.post(
    '/v1/webhooks',
    route({
      summary: 'Register a webhook',
      description:
        'Events of the types are sent there from now on, at least once and in no certain order, signed with the secret that this answer shows once.',
      body: WebhookBody,
      response: { 201: Named(WebhookWithSecret) },
    }),
    (request, reply) => {
      const work = async (tx: Querier) => {
        const secret = newSecret();
        const id = await addWebhook(tx, webhooks, request.body, { ...actOf(request), secret });
        return { status: 201, body: { ...(await requireShown(tx, id)), secret } };
      };
      return runIdempotently(db, request, reply, work, sealed);
    },
  );

  app.patch(
    '/v1/webhooks/:id',
    route({
      summary: 'Change a webhook',
      description: 'What is left out stays as it is.',
      params,
      body: WebhookPatchBody,
      response: { 200: Named(Webhook) },
    }),
    (request) =>
      db.transaction(callerOf(request).tenant_id, async (tx) => {
        await changeWebhook(tx, webhooks, request.params.id, request.body, actOf(request));
        return requireShown(tx, request.params.id);
      }),
  );

  app.delete(
    '/v1/webhooks/:id',
    route({
      summary: 'Delete a webhook',
      description: 'Nothing more is sent to it, whatever waits. Answers with the webhook as it was.',
      params,
      response: { 200: Named(Webhook) },
    }),
    (request) =>
      db.transaction(callerOf(request).tenant_id, async (tx) => {
        const before = await requireShown(tx, request.params.id);
        await removeWebhook(tx, request.params.id, actOf(request));
        return before;
      }),
  );

  app.post(
    '/v1/webhooks/:id/rotate-secret',
    route(
      {
        summary: 'Make a new secret',
        description:
          'Shown this once. The present one signs too for 24 hours; one that was replaced before is forgotten.',
        params,
        body: OrderBody,
        response: { 200: Named(WebhookWithSecret) },
      },
      BODY_IS_OPTIONAL,
    ),
    (request, reply) => {
      const work = async (tx: Querier) => {
        const secret = newSecret();
        const { id } = request.params;
        await rotateWebhookSecret(tx, webhooks, id, { ...actOf(request), secret });
        return { status: 200, body: { ...(await requireShown(tx, id)), secret } };
      };
      return runIdempotently(db, request, reply, work, sealed);
    },
  );
}

export const requireShown = async (q: Querier, id: string) => required(await getWebhook(q, id), 'webhook');
