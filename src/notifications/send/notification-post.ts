import { type PostMeans, postJson } from '../../webhooks/delivery/post-json.ts';
import type { Send } from '../../webhooks/delivery/sender.ts';
import { openChannelSecrets } from '../secrets.sql.ts';
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

export const createSlackSender = chatSender('Slack', slackMessage);
export const createTeamsSender = chatSender('Teams', teamsMessage);
