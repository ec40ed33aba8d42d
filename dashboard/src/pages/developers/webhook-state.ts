import type { Item } from '@lapse/client';
import type { Tone } from '../../parts/state-badge.tsx';
import { developerStrings } from '../../strings/developers.ts';

export type Webhook = Item<'/v1/webhooks'>;
export type Delivery = Item<'/v1/webhooks/{id}/deliveries'>;

const { state: words, deliveries: deliveryWords } = developerStrings;

/** How an endpoint is, in words, and what that means. */
export function webhookState(webhook: Pick<Webhook, 'enabled' | 'disabled_reason' | 'health'>): {
  tone: Tone;
  label: string;
  hint: string | null;
} {
  const { enabled, disabled_reason, health } = webhook;
  if (!enabled) {
    return { tone: 'idle', label: words.disabled, hint: disabled_reason ?? words.disabledByPerson };
  }
  if (health.breaker === 'open') return { tone: 'bad', label: words.open, hint: words.openHint };
  if (health.consecutive_failures > 0) {
    return {
      tone: 'warning',
      label: words.failing(health.consecutive_failures),
      hint: words.failingHint,
    };
  }
  return health.last_success_at === null
    ? { tone: 'idle', label: words.fresh, hint: null }
    : { tone: 'good', label: words.healthy, hint: null };
}

/** A delivery that waits is told apart: for its first attempt, or for another after a failure. */
export function deliveryState(delivery: Pick<Delivery, 'status' | 'attempts' | 'next_attempt_at'>): {
  tone: Tone;
  label: string;
} {
  const { status, attempts, next_attempt_at } = delivery;
  if (status === 'delivered') return { tone: 'good', label: deliveryWords.statuses.delivered };
  if (status === 'dead') return { tone: 'bad', label: deliveryWords.statuses.dead };
  if (status === 'skipped') return { tone: 'idle', label: deliveryWords.statuses.skipped };
  if (next_attempt_at === null) return { tone: 'working', label: deliveryWords.sending };
  return attempts.length > 0
    ? { tone: 'warning', label: deliveryWords.retrying }
    : { tone: 'waiting', label: deliveryWords.statuses.pending };
}

/** For `lookAgainMs`: those that have not come to an end. */
export const waitingDeliveries = (deliveries: readonly Pick<Delivery, 'status' | 'next_attempt_at'>[]) =>
  deliveries
    .filter(({ status }) => status === 'pending')
    .map(({ next_attempt_at }) => ({ due_at: next_attempt_at, is_running: next_attempt_at === null }));
