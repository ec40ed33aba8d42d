import { type PostMeans, postJson } from '../../webhooks/delivery/post-json.ts';
import type { Send } from '../../webhooks/delivery/sender.ts';
import { openChannelSecrets } from '../secrets.sql.ts';
import { createSlackPersonSender } from '../slack/send-to-person.ts';
import type { Notice } from '../text.rules.ts';
import type { NotificationMeans } from './content.ts';
import { contentOf } from './notification-content.ts';
import { slackMessage } from './slack.rules.ts';
import { teamsMessage } from './teams.rules.ts';

/** Messages to a channel by its incoming webhook, whose address is the secret. */
const chatSender =
  (service: string, render: (notice: Notice) => object) =>
  (means: NotificationMeans & PostMeans): Send =>
  async (endpoint, delivery, signal) => {
    const content = await contentOf(means, endpoint, delivery);
    if ('skipped' in content) return content.skipped;
    const { url } = openChannelSecrets(means.secrets_key, endpoint, endpoint.sealed_settings);
    const body = JSON.stringify(render(content.notice));
    return postJson(means, service, { url: url as string, body, signal });
  };

const createWebhookSender = chatSender('Slack', slackMessage);

/** To a channel by its incoming webhook, or to people by an app. */
export function createSlackSender(means: NotificationMeans & PostMeans): Send {
  const toChannel = createWebhookSender(means);
  const toPerson = createSlackPersonSender(means);
  return (endpoint, delivery, signal) =>
    (endpoint.settings.team_id === undefined ? toChannel : toPerson)(endpoint, delivery, signal);
}

export const createTeamsSender = chatSender('Teams', teamsMessage);
