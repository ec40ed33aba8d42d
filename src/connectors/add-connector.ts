import { appendAuditEntries } from '../audit/entries.sql.ts';
import type { Querier } from '../platform/database/database.ts';
import { LapseError } from '../platform/errors.ts';
import type { RemediationMode } from '../remediation/mode.rules.ts';
import { sealConnectorSecrets } from './connector-secrets.ts';
import { type ConnectorSetup, requireSettings, requireType } from './connector-setup.ts';
import { insertConnector } from './writes.sql.ts';

export interface NewConnector {
  platform: string;
  name: string;
  settings: Record<string, unknown>;
  mode?: RemediationMode | undefined;
  sync_every_seconds?: number | undefined;
}

const SYNC_EVERY_SECONDS = 300;

/** Connects a platform. It only says what it would remove until an admin turns that on. */
export async function addConnector(
  tx: Querier,
  setup: ConnectorSetup,
  given: NewConnector,
  { actor, now, newId }: { actor: string; now: number; newId: () => string },
): Promise<string> {
  const { platform, name, mode = 'dry_run', sync_every_seconds = SYNC_EVERY_SECONDS } = given;
  const { settings, secrets } = requireSettings(setup, requireType(setup, platform), given.settings);
  const id = newId();
  const isNew = await insertConnector(tx, {
    id,
    platform,
    name,
    settings,
    sealed_secrets: sealConnectorSecrets(
      setup.secrets_key,
      { tenant_id: tx.tenant_id, connector_id: id },
      secrets,
    ),
    secret_names: Object.keys(secrets).sort(),
    mode,
    sync_every_seconds,
    created_by: actor,
    now,
  });
  if (!isNew) throw new LapseError('conflict', `There is already a connector with the name "${name}".`);
  await appendAuditEntries(tx, [
    {
      id: newId(),
      principal_id: null,
      event_type: 'connector.created',
      description: `${name} (${platform}) was connected.`,
      actor,
      at: new Date(now).toISOString(),
      data: { connector_id: id, platform, name, mode, settings },
    },
  ]);
  return id;
}
