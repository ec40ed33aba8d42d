import type { Querier } from '../platform/database/database.ts';
import { type Fault, LapseError, required } from '../platform/errors.ts';
import type { WebhookSetup } from '../webhooks/webhook-setup.ts';
import { type GivenSettings, type ReadSettings, readChannelSettings } from './channel.rules.ts';
import { type LockedChannel, lockChannel } from './channels.sql.ts';
import type { ChannelKind } from './notification.rules.ts';

/** Locked until the transaction ends. */
export async function requireChannel(tx: Querier, id: string): Promise<LockedChannel> {
  return required(await lockChannel(tx, id), 'notification channel');
}

export function requireEnabledChannel({ status }: LockedChannel): void {
  if (status === 'disabled')
    throw new LapseError('conflict', 'The channel is disabled; enable it before anything is sent.');
}

export function requireChannelSettings(
  { reach }: WebhookSetup,
  kind: ChannelKind,
  given: GivenSettings,
): ReadSettings {
  const read = readChannelSettings(kind, given, reach);
  if ('faults' in read) throw refusedFields(read.faults);
  return read;
}

export function refusedFields(faults: readonly Fault[]): LapseError {
  const summary = faults.map(({ loc, msg }) => `${loc.join('.')} ${msg}`).join('; ');
  return new LapseError('invalid_request', summary, faults);
}
