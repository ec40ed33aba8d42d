import type { Querier } from '../platform/database/database.ts';
import type { WaitsFor } from '../webhooks/types.rules.ts';
import type { Occasion } from './notification.rules.ts';
import { URGENT_RISK } from './settings/settings.rules.ts';
import { criticalReviews, settingsOfRecipients } from './settings/settings.sql.ts';
import { type PersonSettings, planOf } from './settings/waiting.rules.ts';

interface ToPlan {
  endpoint_id: string;
  /** Empty: a channel is told, at once. */
  recipient: string;
  occasion: Occasion;
  review_id: string;
}

interface Planned {
  wait_seconds: number;
  waits_for: WaitsFor | null;
}

/**
 * When each message is sent: after its channel's time to gather, or when its recipient has chosen. What they do not want is left
 * out. The settings of all recipients are one statement, and nothing else is asked where nobody has any.
 */
export async function planMessages<Message extends ToPlan>(
  tx: Querier,
  messages: readonly Message[],
): Promise<(Message & Planned)[]> {
  if (messages.length === 0) return [];
  const gathering = await gatherSeconds(tx, [...new Set(messages.map(({ endpoint_id }) => endpoint_id))]);
  const { settings, now } = await settingsOfRecipients(
    tx,
    messages.flatMap(({ recipient }) => (recipient === '' ? [] : [recipient])),
  );
  const critical = await criticalReviews(
    tx,
    messages.flatMap(({ recipient, review_id }) => (settings.has(recipient) ? [review_id] : [])),
    URGENT_RISK,
  );
  const plans = new Map<string, Planned | null>();
  return messages.flatMap((message): (Message & Planned)[] => {
    const { endpoint_id, recipient, occasion, review_id } = message;
    const is_critical = critical.has(review_id);
    // Ten thousand messages to a person differ by little, and time zones are slow.
    const key = JSON.stringify([endpoint_id, recipient, occasion, is_critical]);
    let planned = plans.get(key);
    if (planned === undefined) {
      const seconds = gathering.get(endpoint_id) ?? 0;
      planned = plannedOf(settings.get(recipient) ?? null, { occasion, is_critical }, { now, seconds });
      plans.set(key, planned);
    }
    return planned === null ? [] : [{ ...message, ...planned }];
  });
}

/** Null: it is not wanted. */
function plannedOf(
  settings: PersonSettings | null,
  told: { occasion: Occasion; is_critical: boolean },
  { now, seconds }: { now: number; seconds: number },
): Planned | null {
  const gathered: Planned = { wait_seconds: seconds, waits_for: seconds > 0 ? 'gathering' : null };
  if (settings === null) return gathered;
  const plan = planOf(settings, told, now + seconds * 1_000);
  if (plan === null) return null;
  if (plan.waits_for === null) return gathered;
  return { wait_seconds: (plan.at - now) / 1_000, waits_for: plan.waits_for };
}

async function gatherSeconds(tx: Querier, endpointIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx.query<{ id: string; seconds: number }>(
    `SELECT id, coalesce((settings->>'gather_seconds')::float8, 0) AS seconds FROM webhooks
     WHERE tenant_id = $1 AND id = ANY ($2::text[])`,
    [tx.tenant_id, endpointIds],
  );
  return new Map(rows.map((row) => [row.id, row.seconds]));
}
