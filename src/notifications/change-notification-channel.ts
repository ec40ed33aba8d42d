import { appendAuditEntries } from '../audit/entries.sql.ts';
import type { Querier } from '../platform/database/database.ts';
import type { By, WebhookSetup } from '../webhooks/webhook-setup.ts';
import type { GivenSettings, ReadSettings } from './channel.rules.ts';
import { type LockedChannel, updateChannel } from './channels.sql.ts';
import { eventTypesOf, type Occasion } from './notification.rules.ts';
import { refusedFields, requireChannel, requireChannelSettings } from './notification-setup.ts';
import { openChannelSecrets, sealChannelSecrets } from './secrets.sql.ts';

export interface ChannelPatch {
  description?: string | undefined;
  occasions?: readonly Occasion[] | undefined;
  enabled?: boolean | undefined;
  /** What is left out stays as it is. */
  settings?: GivenSettings | undefined;
}

export async function changeNotificationChannel(
  tx: Querier,
  setup: WebhookSetup,
  id: string,
  { settings: given, occasions, description, enabled }: ChannelPatch,
  { actor, now, newId }: By,
): Promise<void> {
  const channel = await requireChannel(tx, id);
  const owner = { tenant_id: tx.tenant_id, id };
  const read = given === undefined ? null : mergedSettings(tx.tenant_id, setup, channel, given);
  const at = new Date(now).toISOString();
  await updateChannel(
    tx,
    id,
    {
      description,
      enabled,
      event_types: occasions && eventTypesOf(occasions),
      ...(read === null
        ? {}
        : {
            settings: read.settings,
            sealed_settings: sealChannelSecrets(setup.secrets_key, owner, read.secrets),
          }),
    },
    { actor, at },
  );
  await appendAuditEntries(tx, [
    {
      id: newId(),
      principal_id: null,
      event_type: 'notification_channel.changed',
      description: `Notifications by ${channel.kind} were changed.`,
      actor,
      at,
      data: {
        channel_id: id,
        kind: channel.kind,
        occasions,
        description,
        enabled,
        settings: read?.settings,
        changed_settings: Object.keys(given ?? {}),
      },
    },
  ]);
}

/** A password is for the server it was given for: one who may change the server must not get it sent there. */
function mergedSettings(
  tenantId: number,
  setup: WebhookSetup,
  channel: LockedChannel,
  given: GivenSettings,
): ReadSettings {
  const owner = { tenant_id: tenantId, id: channel.id };
  const secrets = openChannelSecrets(setup.secrets_key, owner, channel.sealed_settings);
  const before = { ...channel.settings, ...secrets };
  const movesServer = (['host', 'port', 'security'] as const).some(
    (field) => given[field] !== undefined && given[field] !== before[field],
  );
  if (movesServer && secrets.password !== undefined && given.password === undefined)
    throw refusedFields([
      {
        loc: ['body', 'settings', 'password'],
        msg: 'expected the password again, because the server changes',
        type: 'missing',
      },
    ]);
  return requireChannelSettings(setup, channel.kind, { ...before, ...given });
}
