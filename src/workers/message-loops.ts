import { runDigests } from '../notifications/digest/run-digests.ts';
import { holderQuestionsAbandoned } from '../notifications/send/holder-mail.ts';
import { createSlackSender, createTeamsSender } from '../notifications/send/notification-post.ts';
import { createEmailSender } from '../notifications/send/send-email.ts';
import { VERSION } from '../platform/version.ts';
import { runDeliveries } from '../webhooks/delivery/run-deliveries.ts';
import { createWebhookSender } from '../webhooks/delivery/send-webhook.ts';
import { traceSenders } from '../webhooks/delivery/trace-senders.ts';
import { createDispatcher } from '../webhooks/reach/reach.ts';
import type { StartLoops } from './worker-settings.ts';

export const startLoops: StartLoops = ({ tracing, ...means }, settings) => {
  const { db, now } = means;
  const { public_url, webhook_reach: reach } = settings;
  const secrets_key = Buffer.from(settings.secrets_key);
  const dispatcher = createDispatcher(reach);
  const user_agent = `Lapse/${VERSION}`;
  const people = { db, secrets_key, public_url, now };
  const chat = { ...people, dispatcher, user_agent };
  const deliveries = runDeliveries({
    ...means,
    random: Math.random,
    senders: traceSenders(tracing ?? null, {
      webhook: createWebhookSender({ dispatcher, secrets_key, user_agent, now }),
      slack: createSlackSender(chat),
      teams: createTeamsSender(chat),
      email: createEmailSender({ ...people, reach }),
    }),
    schedule: settings.webhook_retry_schedule,
    timeout_ms: settings.webhook_timeout_ms,
    onAbandoned: holderQuestionsAbandoned,
  });
  const stop = async (): Promise<void> => {
    await deliveries.stop();
    await dispatcher.destroy();
  };
  return { deliveries: { ...deliveries, stop }, digests: runDigests(means) };
};
