import type { Querier } from '../../platform/database/database.ts';
import { type By, recordAct } from '../../webhooks/webhook-setup.ts';
import { refusedFields } from '../notification-setup.ts';
import {
  CHOSEN_OCCASIONS,
  changedSettings,
  DEFAULT_SETTINGS,
  inOrder,
  type NotificationSettings,
  settingsFaults,
  WEEKDAYS,
  wantedOccasions,
} from './settings.rules.ts';
import { lastDigestDay, lockSettings, saveSettings } from './settings.sql.ts';
import { nextDigest, type PersonSettings, planOfWanted } from './waiting.rules.ts';
import { dropUnwanted, enqueueWaiting, replanWaiting } from './waiting.sql.ts';

export type GivenSettings = {
  [Field in keyof NotificationSettings]?: NotificationSettings[Field] | undefined;
};

/** What a person wants from now on. What already waits for them follows: it is sent then, left to the digest, or dropped. */
export async function changeNotificationSettings(
  tx: Querier,
  principalId: string,
  given: GivenSettings,
  by: By,
): Promise<void> {
  const after = requireSettings(given);
  const before = await lockSettings(tx, principalId);
  const changed = changedSettings(before ?? DEFAULT_SETTINGS, after);
  if (changed.length === 0) return;
  const isDaily = after.delivery === 'daily';
  const next_digest_at = isDaily ? nextDigest(after, by.now, await lastDigestDay(tx, principalId)).at : null;
  const settings: PersonSettings = { ...after, next_digest_at };
  await saveSettings(tx, principalId, { ...settings, now: by.now });
  await follow(tx, principalId, settings, by.now);
  await recordAct(tx, by, {
    event_type: 'notification_settings.changed',
    description: 'Notification settings were changed.',
    data: {
      principal_id: principalId,
      changed: Object.fromEntries(changed.map((field) => [field, after[field]])),
    },
  });
}

async function follow(tx: Querier, recipient: string, settings: PersonSettings, now: number): Promise<void> {
  const plan = planOfWanted(settings, now);
  await dropUnwanted(tx, { recipient, wanted: wantedOccasions(settings) });
  await replanWaiting(tx, { recipient, plan });
  if (settings.delivery === 'at_once') await enqueueWaiting(tx, { recipient, plan, now });
}

/** What is left out is as it is for somebody who never chose. */
function requireSettings(given: GivenSettings): NotificationSettings {
  const settings: NotificationSettings = {
    delivery: given.delivery ?? DEFAULT_SETTINGS.delivery,
    digest_at: given.digest_at ?? DEFAULT_SETTINGS.digest_at,
    time_zone: given.time_zone ?? DEFAULT_SETTINGS.time_zone,
    quiet_hours: given.quiet_hours ? { from: given.quiet_hours.from, to: given.quiet_hours.to } : null,
    weekdays: inOrder(WEEKDAYS, given.weekdays ?? DEFAULT_SETTINGS.weekdays),
    occasions: inOrder(CHOSEN_OCCASIONS, given.occasions ?? DEFAULT_SETTINGS.occasions),
  };
  const faults = settingsFaults(settings);
  if (faults.length > 0) throw refusedFields(faults);
  return settings;
}
