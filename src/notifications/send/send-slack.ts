import type { Send } from '../../webhooks/delivery/sender.ts';
import { type ChatMeans, createChatSender } from './notification-post.ts';
import { slackMessage } from './slack.rules.ts';

export const createSlackSender = (means: ChatMeans): Send =>
  createChatSender(means, { service: 'Slack', render: slackMessage });
