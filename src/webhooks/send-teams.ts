import { teamsMessage } from '../domain/notification-teams.ts';
import { type ChatMeans, createChatSender } from './notification-post.ts';
import type { Send } from './sender.ts';

export const createTeamsSender = (means: ChatMeans): Send =>
  createChatSender(means, { service: 'Teams', render: teamsMessage });
