import { LapseError } from '../../platform/errors.ts';
import type { InteractionMeans } from './answer-interaction.ts';
import { findSlackMessage, keepSlackMessage, principalOfSlackUser } from './slack.sql.ts';
import { callSlack, type SlackApp } from './slack-api.ts';
import type { SlackMessage } from './slack-payload.rules.ts';

/** A request that an app has signed. */
export interface InteractionContext {
  means: InteractionMeans;
  channel: { tenant_id: number; id: string };
  app: SlackApp & { team_id: string };
  request: { channel_id: string; signature_hash: Buffer };
}

/** Slack waits for three seconds. */
const VIEW_MS_MAX = 2_300;
const UPDATE_MS_MAX = 1_500;

/** Whoever of the directory it is; only somebody to whom this channel has written before. */
export async function personOf(
  { means, channel, app }: InteractionContext,
  { team_id, user_id }: { team_id: string; user_id: string },
): Promise<string | null> {
  if (team_id !== app.team_id) return null;
  return principalOfSlackUser(means.db.tenant(channel.tenant_id), {
    channel_id: channel.id,
    team_id,
    user_id,
  });
}

/** What the form brings back, to find the message whose button was pressed. */
export const requestName = ({ request }: InteractionContext): string =>
  request.signature_hash.toString('hex');

export async function openForm(
  { means, app, request, channel }: InteractionContext,
  pressed: { trigger_id: string; message: SlackMessage | null },
  form: object,
): Promise<void> {
  const { trigger_id, message } = pressed;
  if (message !== null) await keepSlackMessage(means.db.alone(channel.tenant_id), { ...request, message });
  const fields = { trigger_id, view: JSON.stringify(form) };
  const { result } = await callSlack(means, app, 'views.open', fields, AbortSignal.timeout(VIEW_MS_MAX));
  if (result.outcome !== 'success')
    throw new LapseError('unavailable', 'Slack could not be asked to open the form; try again.');
}

/** What was answered stands, whatever becomes of this: a button that is still there says so when it is pressed. */
export async function changeMessage(
  { means, app, channel }: InteractionContext,
  request: string | null,
  blocksOf: (blocks: readonly unknown[]) => unknown[],
): Promise<void> {
  if (request === null || !/^[0-9a-f]{64}$/.test(request)) return;
  const message = await findSlackMessage(means.db.tenant(channel.tenant_id), {
    channel_id: channel.id,
    signature_hash: Buffer.from(request, 'hex'),
  });
  if (message === null) return;
  const fields = {
    channel: message.channel,
    ts: message.ts,
    text: 'Access reviews',
    blocks: JSON.stringify(blocksOf(message.blocks)),
  };
  await callSlack(means, app, 'chat.update', fields, AbortSignal.timeout(UPDATE_MS_MAX));
}
