import { appendAuditEntries } from '../audit/entries.sql.ts';
import type { Querier } from '../platform/database/database.ts';
import { LapseError } from '../platform/errors.ts';
import type { By, WebhookSetup } from '../webhooks/webhook-setup.ts';
import type { GivenSettings } from './channel.rules.ts';
import { insertChannel, lockAndCountChannels } from './channels.sql.ts';
import { type ChannelKind, eventTypesOf, OCCASION_NAMES, type Occasion } from './notification.rules.ts';
import { requireChannelSettings } from './notification-setup.ts';
import { sealChannelSecrets } from './secrets.sql.ts';

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
  { actor, now, newId }: By,
): Promise<string> {
  const { settings, secrets } = requireChannelSettings(setup, kind, given);
  if ((await lockAndCountChannels(tx)) >= CHANNELS_MAX)
    throw new LapseError(
      'conflict',
      `There are already ${CHANNELS_MAX} notification channels, which is the limit; delete one.`,
    );
  const id = newId();
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
      id: newId(),
      principal_id: null,
      event_type: 'notification_channel.created',
      description: `Notifications by ${kind} were set up.`,
      actor,
      at,
      data: { channel_id: id, kind, occasions, description, settings },
    },
  ]);
  return id;
}
