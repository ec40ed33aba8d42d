import type { PostMeans } from '../../webhooks/delivery/post-json.ts';
import { type AttemptResult, type Send, withoutAnswer } from '../../webhooks/delivery/sender.ts';
import type { ClaimedDelivery, ClaimedEndpoint } from '../../webhooks/work.sql.ts';
import type { SlackAppSettings } from '../channel.rules.ts';
import { HOLDER_MESSAGE } from '../notification.rules.ts';
import { openChannelSecrets } from '../secrets.sql.ts';
import { type Addressee, type NotificationMeans, skipped } from '../send/content.ts';
import { noteHolderSlack } from '../send/holder-mail.ts';
import { contentOf } from '../send/notification-content.ts';
import { slackPersonMessage } from '../send/slack.rules.ts';
import type { Notice } from '../text.rules.ts';
import { findSlackUser, forgetSlackUser, noteSlackUser } from './slack.sql.ts';
import { callSlack, type SlackApp } from './slack-api.ts';

type Means = NotificationMeans & PostMeans;

/** Messages to people by an app of Slack, which knows them by their address. */
export const createSlackPersonSender =
  (means: Means): Send =>
  async (endpoint, delivery, signal) => {
    const content = await contentOf(means, endpoint, delivery);
    if ('skipped' in content) return content.skipped;
    const result = await write(means, endpoint, delivery, { ...content, signal });
    if (delivery.type === HOLDER_MESSAGE) await noteHolderSlack(means, endpoint, delivery, result);
    return result;
  };

async function write(
  means: Means,
  endpoint: ClaimedEndpoint,
  delivery: ClaimedDelivery,
  { to, notice, signal }: { to: Addressee | null; notice: Notice; signal: AbortSignal },
): Promise<AttemptResult> {
  if (to === null) return skipped('an app of Slack writes to people, and this is for nobody.').skipped;
  const { api_url } = endpoint.settings as unknown as SlackAppSettings;
  const { bot_token } = openChannelSecrets(means.secrets_key, endpoint, endpoint.sealed_settings);
  const app = { api_url, bot_token: bot_token as string };
  // A test is for an address, and not for a person of the directory.
  const principal_id = to.name === '' ? null : delivery.recipient;
  const found = await slackUserOf(means, app, endpoint, { to, principal_id, signal });
  if ('failed' in found) return found.failed;
  const { text, blocks } = slackPersonMessage(notice);
  const fields = {
    channel: found.user_id,
    text,
    blocks: JSON.stringify(blocks),
    unfurl_links: 'false',
    unfurl_media: 'false',
  };
  return (await callSlack(means, app, 'chat.postMessage', fields, signal)).result;
}

interface Wanted {
  to: Addressee;
  principal_id: string | null;
  signal: AbortSignal;
}

/** As whom Slack knows an address, as it says itself: nobody else's word counts. */
async function slackUserOf(
  means: Means,
  app: SlackApp,
  { tenant_id, id: channel_id, settings }: ClaimedEndpoint,
  { to, principal_id, signal }: Wanted,
): Promise<{ user_id: string } | { failed: AttemptResult }> {
  const { team_id } = settings as unknown as SlackAppSettings;
  const { db } = means;
  const email = to.address;
  if (principal_id !== null) {
    const known = await findSlackUser(db.tenant(tenant_id), { channel_id, team_id, principal_id, email });
    if (known !== null) return { user_id: known };
  }
  const { result, body, error } = await callSlack(means, app, 'users.lookupByEmail', { email }, signal);
  const user_id = body === null ? null : userIn(body, { team_id, email });
  if (user_id !== null) {
    if (principal_id !== null)
      await db.transaction(tenant_id, (tx) =>
        noteSlackUser(tx, { channel_id, team_id, principal_id, email, user_id }),
      );
    return { user_id };
  }
  if (body === null && error !== 'users_not_found') return { failed: result };
  if (principal_id !== null) await forgetSlackUser(db.alone(tenant_id), { channel_id, principal_id });
  const nobody = withoutAnswer('skipped', 'Skipped: the workspace knows nobody with this e-mail address.', 0);
  return { failed: { ...nobody, latency_ms: result.latency_ms } };
}

/** Of this workspace, at work there, a person, and with the address that was asked for. */
function userIn(
  { user }: Record<string, unknown>,
  { team_id, email }: { team_id: string; email: string },
): string | null {
  const found = (user ?? {}) as Record<string, unknown>;
  const profile = (found.profile ?? {}) as Record<string, unknown>;
  const hasAddress = typeof profile.email === 'string' && profile.email.toLowerCase() === email.toLowerCase();
  const isUsable = found.team_id === team_id && found.deleted !== true && found.is_bot !== true && hasAddress;
  return isUsable && typeof found.id === 'string' && /^[UW][A-Z0-9]{2,30}$/.test(found.id) ? found.id : null;
}
