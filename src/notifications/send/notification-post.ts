import { performance } from 'node:perf_hooks';
import { type Dispatcher, request } from 'undici';
import { describeNetworkError, isRefusedAddress } from '../../webhooks/delivery/network-errors.ts';
import { readStart } from '../../webhooks/delivery/read-start.ts';
import type { AttemptResult, Send } from '../../webhooks/delivery/sender.ts';
import { retryAfterMs } from '../../webhooks/schedule.rules.ts';
import { openChannelSecrets } from '../secrets.sql.ts';
import type { Notice } from '../text.rules.ts';
import { contentOf, type NotificationMeans, skippedResult } from './notification-content.ts';
import { slackMessage } from './slack.rules.ts';
import { teamsMessage } from './teams.rules.ts';

export interface ChatMeans extends NotificationMeans {
  dispatcher: Dispatcher;
  user_agent: string;
  now: () => number;
}

/** Messages to a channel by its incoming webhook, whose address is the secret. */
export function createChatSender(means: ChatMeans, { service, render }: ChatService): Send {
  return async (endpoint, delivery, signal) => {
    const content = await contentOf(means, endpoint, delivery);
    if ('skipped' in content) return skippedResult(content.skipped);
    const { url } = openChannelSecrets(means.secrets_key, endpoint, endpoint.sealed_settings);
    const body = JSON.stringify(render(content.notice));
    return post(means, { service, url: url as string, body, signal });
  };
}

export interface ChatService {
  service: string;
  render: (notice: Notice) => object;
}

async function post(
  { dispatcher, user_agent, now }: ChatMeans,
  { service, url, body, signal }: { service: string; url: string; body: string; signal: AbortSignal },
): Promise<AttemptResult> {
  const begun = performance.now();
  const latency = (): number => performance.now() - begun;
  try {
    const {
      statusCode,
      headers,
      body: answer,
    } = await request(url, {
      dispatcher,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': user_agent },
      body,
      signal,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const response = await readStart(answer);
    const seen = { status_code: statusCode, latency_ms: latency(), response };
    if (statusCode >= 200 && statusCode < 300) return { outcome: 'success', error: null, ...seen };
    const failure: AttemptResult = {
      outcome: 'failure',
      error: `${service} answered ${statusCode}.`,
      ...seen,
    };
    if (statusCode === 410)
      return { ...failure, is_final: true, disable_reason: `${service} answered 410 (gone).` };
    const asked = headers['retry-after'];
    return { ...failure, retry_after_ms: retryAfterMs(typeof asked === 'string' ? asked : null, now()) };
  } catch (error) {
    return {
      outcome: 'failure',
      status_code: null,
      latency_ms: latency(),
      error: describeNetworkError(error as Error),
      response: null,
      is_final: isRefusedAddress(error),
    };
  }
}

export const createSlackSender = (means: ChatMeans): Send =>
  createChatSender(means, { service: 'Slack', render: slackMessage });

export const createTeamsSender = (means: ChatMeans): Send =>
  createChatSender(means, { service: 'Teams', render: teamsMessage });
