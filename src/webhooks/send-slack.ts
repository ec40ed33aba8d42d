import { slackMessage } from '../domain/notification-slack.ts';
import { type ChatMeans, createChatSender } from './notification-post.ts';
import type { Send } from './sender.ts';

export const createSlackSender = (means: ChatMeans): Send =>
  createChatSender(means, { service: 'Slack', render: slackMessage });
