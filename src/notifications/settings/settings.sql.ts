import type { Querier } from '../../platform/database/database.ts';
import { isoInstant } from '../../platform/iso-instant.ts';
import { occasionsOf } from '../notification.rules.ts';
import {
  CHOSEN_OCCASIONS,
  type ChosenOccasion,
  inOrder,
  type NotificationSettings,
} from './settings.rules.ts';
import type { PersonSettings } from './waiting.rules.ts';

export type StoredSettings = NotificationSettings & {
  principal_id: string;
  version: number;
  changed_at: string;
  next_digest_at: string | null;
};

export const SETTINGS_COLUMNS = `principal_id, delivery, digest_at, time_zone, quiet_hours, weekdays, occasions, version,
  changed_at, next_digest_at`;

export async function findSettings(q: Querier, principalId: string): Promise<StoredSettings | null> {
  const rows = await q.query<StoredSettings>(
    `SELECT ${SETTINGS_COLUMNS} FROM notification_settings WHERE tenant_id = $1 AND principal_id = $2`,
    [q.tenant_id, principalId],
  );
  return rows[0] ?? null;
}

/** The same, locked until the transaction ends. */
export async function lockSettings(tx: Querier, principalId: string): Promise<StoredSettings | null> {
  const rows = await tx.query<StoredSettings>(
    `SELECT ${SETTINGS_COLUMNS} FROM notification_settings WHERE tenant_id = $1 AND principal_id = $2 FOR UPDATE`,
    [tx.tenant_id, principalId],
  );
  return rows[0] ?? null;
}

/** Of those of these people who have any, and what the clock of the server says. */
export async function settingsOfRecipients(
  tx: Querier,
  principalIds: readonly string[],
): Promise<{ settings: Map<string, PersonSettings>; now: number }> {
  if (principalIds.length === 0) return { settings: new Map(), now: 0 };
  const rows = await tx.query<StoredSettings & { now: string }>(
    `SELECT ${SETTINGS_COLUMNS}, now() FROM notification_settings WHERE tenant_id = $1 AND principal_id = ANY ($2::text[])`,
    [tx.tenant_id, [...new Set(principalIds)]],
  );
  return {
    settings: new Map(rows.map((row) => [row.principal_id, personOf(row)])),
    now: rows[0] === undefined ? 0 : Date.parse(rows[0].now),
  };
}

export const personOf = (stored: StoredSettings): PersonSettings => ({
  ...stored,
  next_digest_at: stored.next_digest_at === null ? null : Date.parse(stored.next_digest_at),
});

/** Last write wins. */
export async function saveSettings(
  tx: Querier,
  principalId: string,
  { next_digest_at, now, ...settings }: PersonSettings & { now: number },
): Promise<void> {
  await tx.query(
    `INSERT INTO notification_settings AS s (tenant_id, principal_id, delivery, digest_at, time_zone, quiet_hours, weekdays,
       occasions, version, changed_at, next_digest_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 1, $9, $10)
     ON CONFLICT (tenant_id, principal_id) DO UPDATE SET delivery = excluded.delivery, digest_at = excluded.digest_at,
       time_zone = excluded.time_zone, quiet_hours = excluded.quiet_hours, weekdays = excluded.weekdays,
       occasions = excluded.occasions, version = s.version + 1, changed_at = excluded.changed_at,
       next_digest_at = excluded.next_digest_at`,
    [
      tx.tenant_id,
      principalId,
      settings.delivery,
      settings.digest_at,
      settings.time_zone,
      settings.quiet_hours === null ? null : JSON.stringify(settings.quiet_hours),
      settings.weekdays,
      settings.occasions,
      isoInstant(now),
      next_digest_at === null ? null : isoInstant(next_digest_at),
    ],
  );
}

export async function lastDigestDay(q: Querier, principalId: string): Promise<string | null> {
  const [row] = await q.query<{ day: string }>(
    `SELECT day::text FROM notification_digests WHERE tenant_id = $1 AND principal_id = $2 ORDER BY day DESC LIMIT 1`,
    [q.tenant_id, principalId],
  );
  return row?.day ?? null;
}

/** What any channel sends to persons, as admins have set them up. */
export async function occasionsSent(q: Querier): Promise<ChosenOccasion[]> {
  const rows = await q.query<{ event_types: string[] }>(
    `SELECT event_types FROM webhooks WHERE tenant_id = $1 AND status = 'enabled' AND (kind = 'email' OR settings ? 'team_id')`,
    [q.tenant_id],
  );
  return inOrder(
    CHOSEN_OCCASIONS,
    rows.flatMap(({ event_types }) => occasionsOf(event_types) as ChosenOccasion[]),
  );
}

/** Which of these reviews are of critical risk. */
export async function criticalReviews(
  tx: Querier,
  ids: readonly string[],
  risk: string,
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx.query<{ id: string }>(
    `SELECT r.id FROM unnest($2::text[]) AS w (id)
     JOIN LATERAL (SELECT id FROM reviews WHERE tenant_id = $1 AND id = w.id AND risk_level = $3 LIMIT 1) r ON true`,
    [tx.tenant_id, [...new Set(ids)], risk],
  );
  return new Set(rows.map(({ id }) => id));
}
