import { v7 as uuidv7 } from 'uuid';
import { appendAuditEntries } from '../audit/entries.sql.ts';
import { syncWithoutMembers } from '../core/accounts/accounts.sql.ts';
import {
  beginWatching,
  closeTelemetryGap,
  openTelemetryGap,
  requestForWatched,
} from '../core/scores/telemetry-gaps.sql.ts';
import type { Querier } from '../platform/database/database.ts';
import { LapseError, required } from '../platform/errors.ts';
import type { RemediationMode } from '../remediation/mode.rules.ts';
import type { ConnectorType } from './connector.ts';
import { openConnectorSecrets, sealConnectorSecrets, splitSecrets } from './connector-secrets.ts';
import { type ConnectorSetup, requireAccess, requireSettings, requireType } from './connector-setup.ts';
import { type ConnectorAccess, getConnector } from './connectors.sql.ts';
import { formerSelf } from './former-self.ts';
import { keepRemoved, takeUpRemoved } from './removed-connectors.sql.ts';
import {
  deleteConnector,
  hasOpenRemediations,
  insertConnector,
  isNameTaken,
  updateConnector,
} from './writes.sql.ts';

export interface NewConnector {
  platform: string;
  name: string;
  settings: Record<string, unknown>;
  mode?: RemediationMode | undefined;
  sync_every_seconds?: number | undefined;
}

const SYNC_EVERY_SECONDS = 300;

/**
 * Connects a platform. It only says what it would remove until an admin turns that on. A system that was connected before is
 * the connector that it was, with what was found by it.
 */
export async function addConnector(
  tx: Querier,
  setup: ConnectorSetup,
  given: NewConnector,
  { actor, now }: { actor: string; now: number },
): Promise<string> {
  const { platform, name, mode = 'dry_run', sync_every_seconds = SYNC_EVERY_SECONDS } = given;
  const type = requireType(setup, platform);
  const former = await formerSelf(
    tx,
    type,
    requireSettings(setup, type, given.settings) as Record<string, unknown>,
  );
  const id = former?.id ?? uuidv7();
  const stored = storedSettings(tx, setup, { id, type }, given.settings);
  const isNew = await insertConnector(tx, {
    id,
    platform,
    name,
    ...stored,
    mode,
    sync_every_seconds,
    created_by: actor,
    now,
  });
  if (!isNew) throw new LapseError('conflict', `There is already a connector with the name "${name}".`);
  const at = new Date(now).toISOString();
  const watched = { connector_id: id, platform };
  if (former) {
    await takeUpRemoved(tx, id);
    // Nobody has read its use since; the next sync ends that.
    await openTelemetryGap(tx, watched, former.removed_at);
  } else {
    await beginWatching(tx, watched, at);
  }
  await appendAuditEntries(tx, [
    {
      event_type: 'connector.created',
      description: `${name} (${platform}) was connected${former ? ` again; as ${former.name} it was disconnected at ${former.removed_at}` : ''}.`,
      actor,
      at,
      data: {
        ...{ connector_id: id, platform, name, mode, settings: stored.settings },
        ...(former ? { disconnected_at: former.removed_at } : {}),
      },
    },
  ]);
  return id;
}

/** What is left out stays as it is, also within settings. */
export interface ConnectorPatch extends Partial<Omit<NewConnector, 'platform'>> {
  enabled?: boolean | undefined;
}

export async function changeConnector(
  tx: Querier,
  setup: ConnectorSetup,
  id: string,
  patch: ConnectorPatch,
  { actor, now }: { actor: string; now: number },
): Promise<void> {
  const access = await requireAccess(tx, id);
  const { settings, ...rest } = patch;
  const { name, mode, enabled, sync_every_seconds } = rest;
  if (name !== undefined && (await isNameTaken(tx, name, id))) {
    throw new LapseError('conflict', `There is already a connector with the name "${name}".`);
  }
  const type = requireType(setup, access.platform);
  await updateConnector(tx, id, {
    name,
    mode,
    enabled,
    sync_every_seconds,
    ...(settings ? changedSettings(tx, setup, { ...access, type }, settings) : {}),
    // What was changed shows at the next sync, which comes at once.
    ...(settings || enabled === true ? { next_sync_at: new Date(now).toISOString() } : {}),
  });
  // Nobody reads its use from now on; the next sync ends that.
  if (enabled === false) {
    const watched = { connector_id: id, platform: access.platform };
    await openTelemetryGap(tx, watched, new Date(now).toISOString());
  }
  await appendAuditEntries(tx, [
    {
      event_type: 'connector.changed',
      description: `The connector ${name ?? access.name} was changed.`,
      actor,
      at: new Date(now).toISOString(),
      data: { connector_id: id, ...rest, changed_settings: Object.keys(settings ?? {}) },
    },
  ]);
}

/** As they are kept: without the secrets, which are sealed for this connector. */
function storedSettings(
  { tenant_id }: Querier,
  setup: ConnectorSetup,
  { id, type }: { id: string; type: ConnectorType },
  given: Record<string, unknown>,
) {
  const { settings, secrets } = splitSecrets(type.settings, requireSettings(setup, type, given));
  const sealed_secrets = sealConnectorSecrets(setup.secrets_key, { tenant_id, id }, secrets);
  return { settings, sealed_secrets, secret_names: Object.keys(secrets).sort() };
}

function changedSettings(
  tx: Querier,
  setup: ConnectorSetup,
  { id, type, settings, sealed_secrets }: ConnectorAccess & { type: ConnectorType },
  changed: Record<string, unknown>,
) {
  const secrets = openConnectorSecrets(setup.secrets_key, { tenant_id: tx.tenant_id, id }, sealed_secrets);
  return storedSettings(tx, setup, { id, type }, { ...settings, ...secrets, ...changed });
}

/** Makes a connector due now. One that is being read goes on undisturbed. */
export async function requestSync(
  tx: Querier,
  id: string,
  { now, accept_removals }: { now: number; accept_removals: boolean },
): Promise<void> {
  const connector = required(await getConnector(tx, id), 'connector');
  if (!connector.enabled) throw new LapseError('conflict', 'The connector is not enabled.');
  await updateConnector(tx, id, {
    ...(accept_removals ? { accept_removals } : {}),
    ...(connector.is_syncing ? {} : { next_sync_at: new Date(now).toISOString() }),
  });
}

/** What it found stays in the directory. What it has removed can be put back when the same system is connected again. */
export async function removeConnector(
  tx: Querier,
  id: string,
  { actor, now }: { actor: string; now: number },
): Promise<void> {
  const { name, platform } = await requireAccess(tx, id);
  if (await hasOpenRemediations(tx, id)) {
    throw new LapseError(
      'conflict',
      'The connector has remediations under way; wait for them or cancel them.',
    );
  }
  const at = new Date(now).toISOString();
  // What no connector reads is fed by whoever calls the API, and counts as watched.
  const watched = { connector_id: id, platform };
  if (await closeTelemetryGap(tx, watched, at)) await requestForWatched(tx, watched);
  await keepRemoved(tx, id, now);
  await deleteConnector(tx, id);
  if (platform === 'azure_ad') await syncWithoutMembers(tx, null, now);
  await appendAuditEntries(tx, [
    {
      event_type: 'connector.deleted',
      description: `${name} (${platform}) was disconnected.`,
      actor,
      at,
      data: { connector_id: id, platform, name },
    },
  ]);
}
