import type { Querier } from '../../platform/database/database.ts';
import type { DescribedLosses } from '../guards/facts.sql.ts';
import type { RemediationMode } from '../mode.rules.ts';
import { ALSO_REMOVED_LISTED_MAX, type AlsoRemoved } from './plan.rules.ts';

/** A membership at another connector by which a principal is in a group, directly or through others. */
export type EdgeElsewhere = {
  connector_id: string;
  connector_name: string;
  platform: string;
  mode: RemediationMode;
  enabled: boolean;
  group_key: string;
  group_name: string;
  member_key: string;
  /** False: it is asked about although no listing has it. */
  is_listed: boolean;
};

/** Memberships as the last complete listing of `m.connector_id` has them. */
const LISTED = `m.tenant_id = $1 AND m.kind = 'membership' AND m.gone_at IS NULL AND m.details ->> 'implicit' IS NULL`;

/**
 * By which memberships at other connectors the principal is in the group: the direct one first, and those of identity providers
 * before others. Where a connector knows both and lists no way, the direct one is asked about all the same: it may be new.
 */
export async function edgesElsewhere(
  q: Querier,
  { connector_id, group_id, principal_id }: { connector_id: string; group_id: string; principal_id: string },
): Promise<EdgeElsewhere[]> {
  return q.query<EdgeElsewhere>(
    `WITH RECURSIVE known AS MATERIALIZED (
       SELECT g.connector_id, g.external_key AS group_key, a.external_key AS member_key
       FROM accounts g
       JOIN accounts a ON a.tenant_id = $1 AND a.connector_id = g.connector_id AND a.principal_id = $4 AND a.gone_at IS NULL
       WHERE g.tenant_id = $1 AND g.principal_id = $3 AND g.connector_id <> $2 AND g.gone_at IS NULL
     ), ways (connector_id, first_id, external_key, at_id) AS (
       SELECT m.connector_id, m.lapse_id, m.external_key, m.lapse_id FROM connector_objects m
       WHERE ${LISTED} AND m.member_id = $4 AND m.connector_id IN (SELECT connector_id FROM known)
       UNION
       SELECT w.connector_id, w.first_id, w.external_key, m.lapse_id FROM ways w
       JOIN connector_objects m ON ${LISTED} AND m.member_id = w.at_id AND m.connector_id = w.connector_id
     ), edges AS (
       SELECT connector_id, split_part(external_key, E'\\n', 1) AS group_key, split_part(external_key, E'\\n', 2) AS member_key,
              true AS is_listed
       FROM ways WHERE at_id = $3
       UNION
       SELECT connector_id, group_key, member_key, false FROM known k
       WHERE NOT EXISTS (SELECT FROM ways w WHERE w.connector_id = k.connector_id AND w.at_id = $3)
     )
     SELECT e.connector_id, c.name AS connector_name, c.platform, c.mode, c.enabled, e.group_key, e.member_key, e.is_listed,
            coalesce(g.name, e.group_key) AS group_name
     FROM edges e
     JOIN connectors c ON c.tenant_id = $1 AND c.id = e.connector_id
     LEFT JOIN accounts g ON g.tenant_id = $1 AND g.connector_id = e.connector_id AND g.external_key = e.group_key
     ORDER BY c.platform <> 'azure_ad', coalesce(g.principal_id, '') <> $3, e.connector_id, e.group_key, e.member_key`,
    [q.tenant_id, connector_id, group_id, principal_id],
  );
}

/** Whose group this is for Lapse; null when the connector has not listed it. */
export async function groupOfKey(
  q: Querier,
  { connector_id, group_key }: { connector_id: string; group_key: string },
): Promise<{ id: string; name: string } | null> {
  const rows = await q.query<{ id: string; name: string }>(
    `SELECT p.id, p.display_name AS name FROM accounts a JOIN principals p ON p.tenant_id = $1 AND p.id = a.principal_id
     WHERE a.tenant_id = $1 AND a.connector_id = $2 AND a.external_key = $3 AND a.type = 'group'`,
    [q.tenant_id, connector_id, group_key],
  );
  return rows[0] ?? null;
}

export type EdgeConnector = { name: string; platform: string; mode: RemediationMode; enabled: boolean };

export async function edgeConnectorOf(q: Querier, id: string): Promise<EdgeConnector | null> {
  const rows = await q.query<EdgeConnector>(
    'SELECT name, platform, mode, enabled FROM connectors WHERE tenant_id = $1 AND id = $2',
    [q.tenant_id, id],
  );
  return rows[0] ?? null;
}

/** Groups in which a member is no more when it has left one: that one and those around it, as far as no other way leads there. */
export async function groupsLeft(
  q: Querier,
  { connector_id, group_key, member_id }: { connector_id: string; group_key: string; member_id: string },
): Promise<string[]> {
  const rows = await q.query<{ id: string }>(
    `WITH RECURSIVE first AS MATERIALIZED (
       SELECT principal_id AS id FROM accounts WHERE tenant_id = $1 AND connector_id = $2 AND external_key = $3
     ), lost (id) AS (
       SELECT id FROM first
       UNION SELECT m.group_id FROM lost l JOIN memberships m ON m.tenant_id = $1 AND m.member_id = l.id
     ), kept (id) AS (
       SELECT m.lapse_id FROM connector_objects m
       WHERE ${LISTED} AND m.connector_id = $2 AND m.member_id = $4 AND m.lapse_id NOT IN (SELECT id FROM first)
       UNION SELECT m.group_id FROM kept k JOIN memberships m ON m.tenant_id = $1 AND m.member_id = k.id
     )
     SELECT id FROM lost WHERE id NOT IN (SELECT id FROM kept)`,
    [q.tenant_id, connector_id, group_key, member_id],
  );
  return rows.map(({ id }) => id);
}

/**
 * What groups hold on platforms that know who is in them by Entra ID only: whoever leaves one loses it, and no grant of theirs says so.
 * In use: somebody in the group uses it, and who that is is not known.
 */
export async function heldByGroups(
  q: Querier,
  { group_ids, member_id }: { group_ids: readonly string[]; member_id: string },
  freshAfter: number,
): Promise<DescribedLosses> {
  if (group_ids.length === 0) return { total: 0, in_use: 0, items: [] };
  const rows = await q.query<AlsoRemoved & { total: number; all_in_use: number }>(
    `SELECT *, count(*) OVER () AS total, count(*) FILTER (WHERE in_use) OVER () AS all_in_use FROM (
       SELECT g.id AS grant_id, g.principal_id, g.asset_id, a.name AS asset_name, a.platform, g.permission,
              g.status = 'active' AND coalesce(s.lapses_at > $4, false) AS in_use
       FROM grants g
       JOIN assets a ON a.tenant_id = $1 AND a.id = g.asset_id
       JOIN LATERAL (SELECT details FROM connector_objects
                     WHERE tenant_id = $1 AND kind = 'grant' AND lapse_id = g.id LIMIT 1) o ON true
       LEFT JOIN grant_scores s ON s.tenant_id = $1 AND s.grant_id = g.id
       WHERE g.tenant_id = $1 AND g.principal_id = ANY ($2::text[]) AND g.status <> 'revoked'
         AND NOT o.details ? 'direct_members_only'
         AND NOT EXISTS (SELECT FROM grants i WHERE i.tenant_id = $1 AND i.principal_id = $3 AND i.asset_id = g.asset_id
                           AND i.via_group_id = ANY ($2::text[]))) held
     ORDER BY in_use DESC, grant_id LIMIT ${ALSO_REMOVED_LISTED_MAX}`,
    [q.tenant_id, group_ids, member_id, new Date(freshAfter).toISOString()],
  );
  const items = rows.map(({ total: _, all_in_use: __, ...item }) => item);
  return { total: rows[0]?.total ?? 0, in_use: rows[0]?.all_in_use ?? 0, items };
}
