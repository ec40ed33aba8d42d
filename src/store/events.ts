import type { Querier } from './database.ts';
import type { AcceptedEvent } from './inbox.ts';

/** What makes an event the same event: its id, and the instant that decides in which partition it meets a repeat. */
export const eventKey = (event: { event_id: string; timestamp: string }): string =>
  `${event.event_id} ${Date.parse(event.timestamp)}`;

/** Keeps the raw events; answers the keys of the new ones. A repeat of an event meets the first one and changes nothing. */
export async function appendEvents(
  tx: Querier,
  events: readonly AcceptedEvent[],
  now: string,
): Promise<Set<string>> {
  const rows = events.map((e) => ({
    e: e.event_id,
    t: e.timestamp,
    p: e.principal_id,
    a: e.asset_id,
    c: e.action,
    f: e.platform,
    m: e.metadata,
  }));
  const added = await tx.query<{ event_id: string; timestamp: string }>(
    `INSERT INTO events (tenant_id, event_id, occurred_at, principal_id, asset_id, action, platform, metadata,
       received_at)
     SELECT $1, e, t, p, a, c, f, m, $3
     FROM json_to_recordset($2) AS r (e text, t timestamptz, p text, a text, c text, f text, m json)
     ON CONFLICT DO NOTHING
     RETURNING event_id, occurred_at AS timestamp`,
    [tx.tenant_id, JSON.stringify(rows), now],
  );
  return new Set(added.map(eventKey));
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

export interface PrincipalContext {
  id: string;
  department: string | null;
  type: string;
  last_login_at: string | null;
}

export async function principalContexts(
  tx: Querier,
  ids: readonly string[],
): Promise<Map<string, PrincipalContext>> {
  const rows = await tx.query<PrincipalContext & Record<string, unknown>>(
    `SELECT id, department, type, last_login_at FROM principals WHERE tenant_id = $1 AND id = ANY ($2::text[])`,
    [tx.tenant_id, ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** A sign-in that was seen moves the last login forward, never back. */
export async function recordLogins(tx: Querier, logins: ReadonlyMap<string, string>): Promise<void> {
  if (logins.size === 0) return;
  const rows = [...logins].map(([id, at]) => ({ id, at }));
  await tx.query(
    `UPDATE principals p SET last_login_at = greatest(p.last_login_at, r.at)
     FROM json_to_recordset($2) AS r (id text, at timestamptz) WHERE p.tenant_id = $1 AND p.id = r.id`,
    [tx.tenant_id, JSON.stringify(rows)],
  );
}
