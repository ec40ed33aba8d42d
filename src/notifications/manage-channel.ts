import { v7 as uuidv7 } from 'uuid';
import { appendAuditEntries } from '../audit/entries.sql.ts';
import type { Querier } from '../platform/database/database.ts';
import { LapseError } from '../platform/errors.ts';
import type { By, WebhookSetup } from '../webhooks/webhook-setup.ts';
import type { GivenSettings, ReadSettings } from './channel.rules.ts';
import {
  deleteChannel,
  insertChannel,
  type LockedChannel,
  lockAndCountChannels,
  updateChannel,
} from './channels.sql.ts';
import { type ChannelKind, eventTypesOf, OCCASION_NAMES, type Occasion } from './notification.rules.ts';
import { refusedFields, requireChannel, requireChannelSettings } from './notification-setup.ts';
import { openChannelSecrets, sealChannelSecrets } from './secrets.sql.ts';

export interface NewChannel {
  kind: ChannelKind;
  settings: GivenSettings;
  occasions?: readonly Occasion[] | undefined;
  description?: string | undefined;
}

/** Every review may be told by every one of them. */
const CHANNELS_MAX = 20;

/** People are told about reviews from now on. */
export async function addNotificationChannel(
  tx: Querier,
  setup: WebhookSetup,
  { kind, settings: given, occasions = OCCASION_NAMES, description = '' }: NewChannel,
  { actor, now }: By,
): Promise<string> {
  const { settings, secrets } = requireChannelSettings(setup, kind, given);
  if ((await lockAndCountChannels(tx)) >= CHANNELS_MAX)
    throw new LapseError(
      'conflict',
      `There are already ${CHANNELS_MAX} notification channels, which is the limit; delete one.`,
    );
  const id = uuidv7();
  const at = new Date(now).toISOString();
  await insertChannel(tx, {
    id,
    kind,
    description,
    event_types: eventTypesOf(occasions),
    settings,
    sealed_settings: sealChannelSecrets(setup.secrets_key, { tenant_id: tx.tenant_id, id }, secrets),
    created_by: actor,
    at,
  });
  await appendAuditEntries(tx, [
    {
      event_type: 'notification_channel.created',
      description: `Notifications by ${kind} were set up.`,
      actor,
      at,
      data: { channel_id: id, kind, occasions, description, settings },
    },
  ]);
  return id;
}

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
  { actor, now }: By,
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

/** Nothing more is sent by it, whatever waits. */
export async function removeNotificationChannel(tx: Querier, id: string, { actor, now }: By): Promise<void> {
  const { kind } = await requireChannel(tx, id);
  await deleteChannel(tx, id);
  await appendAuditEntries(tx, [
    {
      event_type: 'notification_channel.deleted',
      description: `Notifications by ${kind} were deleted.`,
      actor,
      at: new Date(now).toISOString(),
      data: { channel_id: id, kind },
    },
  ]);
}
