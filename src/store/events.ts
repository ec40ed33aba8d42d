import { textArray } from './array-literal.ts';
import type { Querier } from './database.ts';
import type { AcceptedEvent } from './inbox.ts';

/** What makes an event the same event: its id, and the instant that decides in which partition it meets a repeat. */
export const eventKey = (event: { event_id: string; timestamp: string }): string =>
  `${event.event_id} ${Date.parse(event.timestamp)}`;

/**
 * Keeps the raw events; answers the keys of the new ones, or null when all are. A repeat of an event meets the first one
 * and changes nothing. They must come in the order of their ids: two workers that meet in the same events then wait for
 * each other and not both.
 */
export async function appendEvents(
  tx: Querier,
  events: readonly AcceptedEvent[],
  now: string,
): Promise<Set<string> | null> {
  const rows = await tx.query<{ event_id: string | null; timestamp: string | null; added: number }>(
    `WITH added AS (
       INSERT INTO events (tenant_id, event_id, occurred_at, principal_id, asset_id, action, platform, metadata,
         received_at)
       SELECT $1, e, t, p, a, c, f, m, $9
       FROM unnest($2::text[], $3::timestamptz[], $4::text[], $5::text[], $6::text[], $7::text[], $8::json[])
         AS r (e, t, p, a, c, f, m)
       ON CONFLICT DO NOTHING
       RETURNING event_id, occurred_at)
     SELECT NULL AS event_id, NULL::timestamptz AS timestamp, count(*) AS added FROM added
     UNION ALL
     SELECT event_id, occurred_at, 0 FROM added WHERE (SELECT count(*) FROM added) <> $10`,
    [
      tx.tenant_id,
      textArray(events.map((e) => e.event_id)),
      textArray(events.map((e) => e.timestamp)),
      textArray(events.map((e) => e.principal_id)),
      textArray(events.map((e) => e.asset_id)),
      textArray(events.map((e) => e.action)),
      textArray(events.map((e) => e.platform)),
      textArray(events.map((e) => (e.metadata === null ? null : JSON.stringify(e.metadata)))),
      now,
      events.length,
    ],
  );
  if (rows[0]?.added === events.length) return null;
  return new Set(rows.slice(1).map((row) => eventKey(row as { event_id: string; timestamp: string })));
}

/** Grants that a use of these (principal, asset) pairs is a use of. */
export async function grantsOfPairs(
  tx: Querier,
  pairs: readonly { principal_id: string; asset_id: string }[],
): Promise<{ grant_id: string; principal_id: string; asset_id: string }[]> {
  if (pairs.length === 0) return [];
  return tx.query(
    `SELECT g.id AS grant_id, g.principal_id, g.asset_id
     FROM unnest($2::text[], $3::text[]) AS w (principal_id, asset_id)
     CROSS JOIN LATERAL (
       SELECT id, principal_id, asset_id FROM grants
       WHERE tenant_id = $1 AND principal_id = w.principal_id AND asset_id = w.asset_id AND status <> 'revoked'
       OFFSET 0) g`,
    [tx.tenant_id, pairs.map((pair) => pair.principal_id), pairs.map((pair) => pair.asset_id)],
  );
}

/** Every group that each of these principals is in, also through other groups. */
export async function groupsOfMembers(
  tx: Querier,
  memberIds: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await tx.query<{ member_id: string; group_id: string }>(
    `WITH RECURSIVE reached (member_id, group_id) AS (
       SELECT m.member_id, m.group_id FROM memberships m
       WHERE m.tenant_id = $1 AND m.member_id = ANY ($2::text[])
       UNION
       SELECT r.member_id, m.group_id FROM reached r
       JOIN memberships m ON m.tenant_id = $1 AND m.member_id = r.group_id
     )
     SELECT member_id, group_id FROM reached`,
    [tx.tenant_id, memberIds],
  );
  const groups = new Map<string, string[]>();
  for (const { member_id, group_id } of rows)
    groups.set(member_id, [...(groups.get(member_id) ?? []), group_id]);
  return groups;
}
