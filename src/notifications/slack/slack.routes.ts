import { Type } from 'typebox';
import { SLACK_PATH } from '../../gateway/link-pages.rules.ts';
import type { RouteContext, TypedApp } from '../../gateway/route-context.ts';
import { VERSION } from '../../platform/version.ts';
import { createDispatcher } from '../../webhooks/reach/reach.ts';
import type { WebhookSetup } from '../../webhooks/webhook-setup.ts';
import { answerInteraction } from './answer-interaction.ts';

/** A message of ten reviews, every character of it escaped, comes back with what was pressed in it. */
const BODY_BYTES_MAX = 524_288;
/** PostgreSQL's integers end there. */
const TENANT_MAX = 2_147_483_647;

/** What people press in Slack. What lets it in is its signature, over the body as it arrived. */
export function slackRoutes(app: TypedApp, { db }: RouteContext, { secrets_key, reach }: WebhookSetup): void {
  void app.register(async (inner) => {
    // Also what says that it is JSON is not parsed before its signature is checked.
    inner.removeAllContentTypeParsers();
    inner.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX },
      (_request, body, done) => done(null, body),
    );
    const dispatcher = createDispatcher(reach);
    inner.addHook('onClose', () => dispatcher.destroy());
    const means = { db, secrets_key, dispatcher, user_agent: `Lapse/${VERSION}`, now: Date.now };
    (inner as unknown as TypedApp).post(
      `${SLACK_PATH}:channel`,
      {
        schema: { hide: true, params: Type.Object({ channel: Type.String() }) },
        bodyLimit: BODY_BYTES_MAX,
      },
      ({ params, headers, body }) =>
        answerInteraction(means, channelOf(params.channel), {
          timestamp: headers['x-slack-request-timestamp'],
          signature: headers['x-slack-signature'],
          body: Buffer.isBuffer(body) ? body : NOTHING,
        }),
    );
  });
}

const NOTHING = new Uint8Array(0);

/** It says whose it is; null: it is none of ours. */
function channelOf(name: string): { tenant_id: number; id: string } | null {
  const [, tenant, id] = /^([1-9]\d{0,9})-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(name) ?? [];
  const tenant_id = Number(tenant);
  return id === undefined || tenant_id > TENANT_MAX ? null : { tenant_id, id };
}
