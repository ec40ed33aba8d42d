import { appendAuditEntries } from '../audit/entries.sql.ts';
import { openTelemetryGap } from '../core/scores/telemetry-gaps.sql.ts';
import type { Querier } from '../platform/database/database.ts';
import { LapseError } from '../platform/errors.ts';
import type { RemediationMode } from '../remediation/mode.rules.ts';
import type { ConnectorType } from './connector.ts';
import { openConnectorSecrets, sealConnectorSecrets } from './connector-secrets.ts';
import { type ConnectorSetup, requireAccess, requireSettings, requireType } from './connector-setup.ts';
import type { ConnectorAccess } from './connectors.sql.ts';
import { isNameTaken, updateConnector } from './writes.sql.ts';

export interface ConnectorPatch {
  name?: string | undefined;
  mode?: RemediationMode | undefined;
  enabled?: boolean | undefined;
  sync_every_seconds?: number | undefined;
  /** What is left out stays as it is. */
  settings?: Record<string, unknown> | undefined;
}

export async function changeConnector(
  tx: Querier,
  setup: ConnectorSetup,
  id: string,
  patch: ConnectorPatch,
  { actor, now, newId }: { actor: string; now: number; newId: () => string },
): Promise<void> {
  const access = await requireAccess(tx, id);
  const { name, mode, enabled, sync_every_seconds } = patch;
  if (name !== undefined && (await isNameTaken(tx, name, id))) {
    throw new LapseError('conflict', `There is already a connector with the name "${name}".`);
  }
  const type = requireType(setup, access.platform);
  await updateConnector(tx, id, {
    name,
    mode,
    enabled,
    sync_every_seconds,
    ...(patch.settings ? newSettings(tx.tenant_id, setup, type, access, patch.settings) : {}),
    // What was changed shows at the next sync, which comes at once.
    ...(patch.settings || enabled === true ? { next_sync_at: new Date(now).toISOString() } : {}),
  });
  // Nobody reads its use from now on; the next sync ends that.
  if (enabled === false) await openTelemetryGap(tx, access.platform, new Date(now).toISOString());
  const { settings, ...rest } = patch;
  await appendAuditEntries(tx, [
    {
      id: newId(),
      principal_id: null,
      event_type: 'connector.changed',
      description: `The connector ${name ?? access.name} was changed.`,
      actor,
      at: new Date(now).toISOString(),
      data: { connector_id: id, ...rest, changed_settings: Object.keys(settings ?? {}) },
    },
  ]);
}

function newSettings(
  tenantId: number,
  setup: ConnectorSetup,
  type: ConnectorType,
  access: ConnectorAccess,
  changed: Record<string, unknown>,
): { settings: Record<string, unknown>; sealed_secrets: string; secret_names: string[] } {
  const owner = { tenant_id: tenantId, connector_id: access.id };
  const before = openConnectorSecrets(setup.secrets_key, owner, access.sealed_secrets);
  const { settings, secrets } = requireSettings(setup, type, { ...access.settings, ...before, ...changed });
  return {
    settings,
    sealed_secrets: sealConnectorSecrets(setup.secrets_key, owner, secrets),
    secret_names: Object.keys(secrets).sort(),
  };
}
