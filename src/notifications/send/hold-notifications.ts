import type { ClaimedEndpoint } from '../../webhooks/work.sql.ts';
import { findSettings, personOf } from '../settings/settings.sql.ts';
import { type Plan, planOfWanted } from '../settings/waiting.rules.ts';
import { releaseNotifications } from '../settings/waiting.sql.ts';
import { type Content, type NotificationMeans, skipped, waiting } from './content.ts';
import { gatherNotifications, type WaitingRemediation, type WaitingReview } from './work.sql.ts';

type Held = { notifications: (WaitingReview | WaitingRemediation)[] };
type NotNow = Extract<Content, { skipped: unknown }>;

/**
 * Makes the content of a message what may be told to its recipient as they have set it now, whatever they had set when it was put on
 * its way. Where only what is urgent may be told and none of it waits, the message waits too.
 */
export async function holdWhatMayBeTold(
  { db, now }: NotificationMeans,
  { tenant_id, id: endpoint_id }: ClaimedEndpoint,
  { delivery_id, recipient }: { delivery_id: string; recipient: string },
): Promise<Held | NotNow> {
  const own = recipient === '' ? null : await findSettings(db.tenant(tenant_id), recipient);
  const isOff = own?.delivery === 'off';
  const plan: Plan = own === null ? { at: now(), waits_for: null } : planOfWanted(personOf(own), now());
  const urgent_only = isOff || plan.waits_for !== null;
  const takes = urgent_only ? ('urgent' as const) : ('all' as const);
  const notifications = await gatherNotifications(db.alone(tenant_id), {
    endpoint_id,
    delivery_id,
    recipient,
    takes,
  });
  if (!urgent_only)
    return notifications.length > 0 ? { notifications } : skipped('it was told in another message.');
  if (notifications.some(({ is_urgent }) => is_urgent)) return { notifications };
  if (!isOff && plan.waits_for !== 'digest') return waiting(plan);
  await releaseNotifications(db.alone(tenant_id), { delivery_id });
  return skipped(
    isOff
      ? 'it is not wanted, or was told in another message.'
      : 'it is left to the daily digest, or was told in another message.',
  );
}
