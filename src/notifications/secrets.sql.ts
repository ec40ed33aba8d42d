import { openSecret, sealSecret } from '../platform/database/sealed-secret.ts';

interface Owner {
  tenant_id: number;
  id: string;
}

export interface ChannelSecrets {
  password?: string;
  url?: string;
  bot_token?: string;
  signing_secret?: string;
}

const purpose = ({ tenant_id, id }: Owner): string => `tenant ${tenant_id} notification channel ${id}`;

export const sealChannelSecrets = (key: Buffer, owner: Owner, secrets: ChannelSecrets): string =>
  sealSecret(key, purpose(owner), JSON.stringify(secrets));

export const openChannelSecrets = (key: Buffer, owner: Owner, sealed: string | null): ChannelSecrets =>
  sealed === null ? {} : (JSON.parse(openSecret(key, purpose(owner), sealed)) as ChannelSecrets);
