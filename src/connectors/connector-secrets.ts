import { openSecret, sealSecret } from '../platform/database/sealed-secret.ts';
import type { SettingField } from './connector.ts';

export interface SplitSettings {
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

const purpose = (tenantId: number, connectorId: string): string =>
  `tenant ${tenantId} connector ${connectorId}`;

export function sealConnectorSecrets(
  key: Buffer,
  { tenant_id, connector_id }: { tenant_id: number; connector_id: string },
  secrets: Record<string, unknown>,
): string {
  return sealSecret(key, purpose(tenant_id, connector_id), JSON.stringify(secrets));
}

export function openConnectorSecrets(
  key: Buffer,
  { tenant_id, connector_id }: { tenant_id: number; connector_id: string },
  sealed: string,
): Record<string, unknown> {
  return JSON.parse(openSecret(key, purpose(tenant_id, connector_id), sealed)) as Record<string, unknown>;
}
