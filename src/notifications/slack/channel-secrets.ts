import type { Database } from '../../platform/database/database.ts';
import { getEndpoint } from '../../webhooks/endpoints.sql.ts';
import { openChannelSecrets } from '../secrets.sql.ts';
import type { SlackApp } from './slack-api.ts';

export interface SlackAppSecrets extends SlackApp {
  team_id: string;
  signing_secret: string;
}

/** The app of a channel; null: there is none that is enabled. */
export async function getChannelSecrets(
  { db, secrets_key }: { db: Database; secrets_key: Buffer },
  owner: { tenant_id: number; id: string },
): Promise<SlackAppSecrets | null> {
  const channel = await getEndpoint<{
    kind: string;
    status: string;
    settings: { team_id?: string; api_url?: string };
    sealed_settings: string | null;
  }>(db.tenant(owner.tenant_id), 'channels', 'kind, status, settings, sealed_settings', owner.id);
  if (channel?.kind !== 'slack' || channel.status !== 'enabled') return null;
  const { team_id, api_url } = channel.settings;
  const { bot_token, signing_secret } = openChannelSecrets(secrets_key, owner, channel.sealed_settings);
  if (!team_id || !api_url || !bot_token || !signing_secret) return null;
  return { team_id, api_url, bot_token, signing_secret };
}
