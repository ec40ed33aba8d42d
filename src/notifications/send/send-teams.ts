import type { Send } from '../../webhooks/delivery/sender.ts';
import { type ChatMeans, createChatSender } from './notification-post.ts';
import { teamsMessage } from './teams.rules.ts';

export const createTeamsSender = (means: ChatMeans): Send =>
  createChatSender(means, { service: 'Teams', render: teamsMessage });
