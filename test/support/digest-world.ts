import { type AuditEntry, appendAuditEntries } from '../../src/audit/entries.sql.ts';
import { startDigests } from '../../src/notifications/digest/start-digests.ts';
import {
  changeNotificationSettings,
  type GivenSettings,
} from '../../src/notifications/settings/change-settings.ts';
import { isoInstant } from '../../src/platform/iso-instant.ts';
import type { NotificationWorld } from './notification-world.ts';
import type { ReviewWorld } from './review-world.ts';

export const HOUR = 3_600_000;

/** What the clock shows in UTC, so many hours from now. */
export const clockIn = (hours: number): string => isoInstant(Date.now() + hours * HOUR).slice(11, 16);

export interface DigestWorld {
  set(principalId: string, settings: GivenSettings): Promise<void>;
  /** One turn of a worker that makes digests, by the clock of deliveries. */
  startDigests(): Promise<number>;
  /** Something has happened to a review. */
  tell(event_type: AuditEntry['event_type'], reviewId: string, data?: object): Promise<void>;
}

export function createDigestWorld(world: ReviewWorld, people: NotificationWorld): DigestWorld {
  const { db } = world.test;
  return {
    set: (principalId, settings) =>
      db.transaction(world.tenant, (tx) =>
        changeNotificationSettings(tx, principalId, settings, { actor: principalId, now: Date.now() }),
      ),
    startDigests: () =>
      db.transaction(world.tenant, (tx) => startDigests(tx, { now: Date.now() + people.ahead })),
    tell: (event_type, review_id, data = { assigned_to_id: 'olaf' }) =>
      db.transaction(world.tenant, (tx) =>
        appendAuditEntries(tx, [
          {
            event_type,
            review_id,
            actor: 'system',
            at: isoInstant(Date.now()),
            data: { review_id, ...data },
          },
        ]),
      ),
  };
}
