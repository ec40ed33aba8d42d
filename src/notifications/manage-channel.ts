import { v7 as uuidv7 } from 'uuid';
import type { Querier } from '../platform/database/database.ts';
import { deleteEndpoint, insertEndpoint, updateEndpoint } from '../webhooks/endpoints.sql.ts';
import { type By, recordAct, requireRoom, type WebhookSetup } from '../webhooks/webhook-setup.ts';
import type { GivenSettings, ReadSettings } from './channel.rules.ts';
import type { LockedChannel } from './channels.sql.ts';
import { type ChannelKind, eventTypesOf, OCCASION_NAMES, type Occasion } from './notification.rules.ts';
import { refusedFields, requireChannel, requireChannelSettings } from './notification-setup.ts';
import { openChannelSecrets, sealChannelSecrets } from './secrets.sql.ts';
import { forgetSlackUsers } from './slack/slack.sql.ts';

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
  by: By,
): Promise<string> {
  const { settings, secrets } = requireChannelSettings(setup, kind, given);
  await requireRoom(tx, 'channels', CHANNELS_MAX);
  const id = uuidv7();
  await insertEndpoint(tx, {
    id,
    kind,
    description,
    event_types: eventTypesOf(occasions),
    settings,
    sealed_settings: sealChannelSecrets(setup.secrets_key, { tenant_id: tx.tenant_id, id }, secrets),
    created_by: by.actor,
    at: new Date(by.now).toISOString(),
  });
  await recordAct(tx, by, {
    event_type: 'notification_channel.created',
    description: `Notifications by ${kind} were set up.`,
    data: { channel_id: id, kind, occasions, description, settings },
  });
  return id;
}

/** What is left out stays as it is, also within settings. */
export interface ChannelPatch extends Partial<Omit<NewChannel, 'kind'>> {
  enabled?: boolean | undefined;
}

export async function changeNotificationChannel(
  tx: Querier,
  setup: WebhookSetup,
  id: string,
  { settings: given, occasions, description, enabled }: ChannelPatch,
  by: By,
): Promise<void> {
  const channel = await requireChannel(tx, id);
  const owner = { tenant_id: tx.tenant_id, id };
  const read = given === undefined ? null : mergedSettings(tx.tenant_id, setup, channel, given);
  const change = {
    description,
    enabled,
    event_types: occasions && eventTypesOf(occasions),
    settings: read?.settings,
    sealed_settings: read ? sealChannelSecrets(setup.secrets_key, owner, read.secrets) : undefined,
  };
  await updateEndpoint(tx, id, change, {
    actor: by.actor,
    at: new Date(by.now).toISOString(),
    starts_anew: enabled === true || read !== null,
  });
  await recordAct(tx, by, {
    event_type: 'notification_channel.changed',
    description: `Notifications by ${channel.kind} were changed.`,
    data: {
      channel_id: id,
      kind: channel.kind,
      occasions,
      description,
      enabled,
      settings: read?.settings,
      changed_settings: Object.keys(given ?? {}),
    },
  });
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
  const movesApp = given.api_url !== undefined && given.api_url !== before.api_url;
  if (movesApp && secrets.bot_token !== undefined && given.bot_token === undefined)
    throw refusedFields([
      {
        loc: ['body', 'settings', 'bot_token'],
        msg: 'expected the token again, because the address of the API changes',
        type: 'missing',
      },
    ]);
  return requireChannelSettings(setup, channel.kind, { ...before, ...given });
}

/** Nothing more is sent by it, whatever waits. */
export async function removeNotificationChannel(tx: Querier, id: string, by: By): Promise<void> {
  const { kind } = await requireChannel(tx, id);
  await deleteEndpoint(tx, id);
  await forgetSlackUsers(tx, id);
  await recordAct(tx, by, {
    event_type: 'notification_channel.deleted',
    description: `Notifications by ${kind} were deleted.`,
    data: { channel_id: id, kind },
  });
}
