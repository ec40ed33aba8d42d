import { v7 as uuidv7 } from 'uuid';
import type { Querier } from '../../platform/database/database.ts';
import { isoInstant } from '../../platform/iso-instant.ts';
import { enqueueDeliveries, queuedEvent } from '../../webhooks/queue.sql.ts';
import { DIGEST_MESSAGE } from '../notification.rules.ts';
import { personOf } from '../settings/settings.sql.ts';
import { dayOfDigest, nextDigest, openFrom } from '../settings/waiting.rules.ts';
import { addDigests, claimDueDigests, findDigestChannel, setNextDigests } from './digest.sql.ts';

/** After an outage that was longer than this the digest of a day is not made up for: the next one says the same. */
const LATE_MS_MAX = 12 * 3_600_000;
export const DIGESTS_MAX = 500;

/**
 * Puts the digests that are due on their way, and settles when each person's next one is, in one transaction: there is one for each
 * person and day, however many workers there are and whenever they crash. Answers how many people were looked at.
 */
export async function startDigests(
  tx: Querier,
  { now, limit = DIGESTS_MAX }: { now: number; limit?: number },
): Promise<number> {
  const due = (await claimDueDigests(tx, { now, limit })).map((stored) => {
    const settings = personOf(stored);
    const at = settings.next_digest_at as number;
    const digest = { day: dayOfDigest(settings, at), delivery_id: uuidv7({ msecs: now }) };
    return { ...digest, principal_id: stored.principal_id, settings, at };
  });
  if (due.length === 0) return 0;
  const channel_id = await findDigestChannel(tx);
  if (channel_id !== null) {
    const wanted = due.filter(({ at }) => now - at <= LATE_MS_MAX);
    const added = await addDigests(tx, channel_id, wanted);
    await enqueueDeliveries(
      tx,
      wanted
        .filter(({ principal_id }) => added.has(principal_id))
        .map(({ delivery_id: id, day, principal_id: recipient, settings }) => {
          const { at, waits_for } = openFrom(settings, now);
          const created_at = isoInstant(now);
          return {
            endpoint_id: channel_id,
            recipient,
            event: queuedEvent({ id, type: DIGEST_MESSAGE, created_at, data: { recipient, day } }),
            wait_seconds: (at - now) / 1_000,
            waits_for,
          };
        }),
    );
  }
  await setNextDigests(
    tx,
    due.map(({ principal_id, settings, day }) => ({
      principal_id,
      at: nextDigest(settings, now, day).at,
    })),
  );
  return due.length;
}
