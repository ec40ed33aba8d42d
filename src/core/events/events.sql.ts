import { textArray } from '../../platform/database/array-literal.ts';
import type { Querier } from '../../platform/database/database.ts';
import { groupedBy } from '../../platform/grouped-by.ts';
import type { AcceptedEvent } from './inbox.sql.ts';

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

/** A grant of a pair. */
export interface PairGrant extends Record<string, unknown> {
  grant_id: string;
  principal_id: string;
  asset_id: string;
  permission: string;
  /** Milliseconds since 1970 at which it was gone; null: it is there. */
  ended_ms: number | null;
}

/**
 * The grants of each pair, also those that are gone: a use may be told after the access it used was removed. One that
 * came to us as revoked was gone when it came, as far as is known.
 */
export async function grantsOfPairs(
  tx: Querier,
  pairs: readonly { principal_id: string; asset_id: string }[],
): Promise<PairGrant[]> {
  if (pairs.length === 0) return [];
  return tx.query<PairGrant>(
    `SELECT g.id AS grant_id, g.principal_id, g.asset_id, g.permission, g.ended_ms
     FROM unnest($2::text[], $3::text[]) AS w (principal_id, asset_id)
     CROSS JOIN LATERAL (
       SELECT id, principal_id, asset_id, permission,
              CASE WHEN status = 'revoked'
                   THEN extract(epoch FROM coalesce(revoked_at, created_at))::float8 * 1000 END AS ended_ms
       FROM grants
       WHERE tenant_id = $1 AND principal_id = w.principal_id AND asset_id = w.asset_id
       OFFSET 0) g`,
    [tx.tenant_id, pairs.map((pair) => pair.principal_id), pairs.map((pair) => pair.asset_id)],
  );
}

/** A group that somebody is in, or was. */
export interface GroupOfMember extends Record<string, unknown> {
  member_id: string;
  group_id: string;
  /** Milliseconds since 1970 at which the membership ended; null: it lasts. */
  ended_ms: number | null;
}

/**
 * Every group that each of these principals is in or was in, also through other groups. A way through several groups
 * ends with the first membership of it that ends; of several ways the longest counts.
 */
export async function groupsOfMembers(
  tx: Querier,
  memberIds: readonly string[],
): Promise<Map<string, GroupOfMember[]>> {
  const rows = await tx.query<GroupOfMember>(
    `WITH RECURSIVE reached (member_id, group_id, ended_at) AS (
       SELECT w.id, m.group_id, m.ended_at FROM unnest($2::text[]) AS w (id)
       CROSS JOIN LATERAL (${MEMBERSHIPS_OF('w.id')}) m
       UNION
       SELECT r.member_id, m.group_id, least(r.ended_at, m.ended_at) FROM reached r
       CROSS JOIN LATERAL (${MEMBERSHIPS_OF('r.group_id')}) m
     )
     SELECT member_id, group_id,
            CASE WHEN max(ended_at) < 'infinity' THEN extract(epoch FROM max(ended_at))::float8 * 1000 END AS ended_ms
     FROM reached GROUP BY member_id, group_id`,
    [tx.tenant_id, memberIds],
  );
  return groupedBy(rows, (row) => row.member_id);
}

const MEMBERSHIPS_OF = (id: string): string =>
  `SELECT group_id, 'infinity'::timestamptz AS ended_at FROM memberships WHERE tenant_id = $1 AND member_id = ${id}
   UNION ALL
   SELECT group_id, ended_at FROM former_memberships WHERE tenant_id = $1 AND member_id = ${id}`;
