import { openSecret, sealSecret } from '../platform/database/sealed-secret.ts';
import type { SettingField } from './connector.ts';

interface SplitSettings {
  settings: Record<string, unknown>;
  secrets: Record<string, unknown>;
}

/** Secrets never stand among the settings that are shown. */
export function splitSecrets(fields: readonly SettingField[], given: object): SplitSettings {
  const secret = new Set(fields.filter((field) => field.secret).map((field) => field.name));
  const entries = Object.entries(given);
  return {
    settings: Object.fromEntries(entries.filter(([name]) => !secret.has(name))),
    secrets: Object.fromEntries(entries.filter(([name, value]) => secret.has(name) && value !== null)),
  };
}

interface Owner {
  tenant_id: number;
  id: string;
}

const purpose = ({ tenant_id, id }: Owner): string => `tenant ${tenant_id} connector ${id}`;

export const sealConnectorSecrets = (key: Buffer, owner: Owner, secrets: Record<string, unknown>): string =>
  sealSecret(key, purpose(owner), JSON.stringify(secrets));

export const openConnectorSecrets = (key: Buffer, owner: Owner, sealed: string): Record<string, unknown> =>
  JSON.parse(openSecret(key, purpose(owner), sealed));
