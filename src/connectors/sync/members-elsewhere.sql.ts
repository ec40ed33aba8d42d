import type { Querier } from '../../platform/database/database.ts';
import { isoInstant } from '../../platform/iso-instant.ts';
import { ELSEWHERE_PREFIX } from '../objects.sql.ts';

/** Memberships and grants as listings have them, without those whom a platform counts in by itself. */
const MEMBERSHIP = "m.tenant_id = $1 AND m.kind = 'membership' AND m.details ->> 'implicit' IS NULL";
const GROUP_GRANT = `o.tenant_id = $1 AND o.connector_id = $2 AND o.kind = 'grant' AND o.details ->> 'held_by' = 'group'`;

const TYPE = 'LATERAL (SELECT type FROM principals WHERE tenant_id = $1 AND id = m.member_id OFFSET 0) p';

/** `listed`: as the last listings have it. `believed`: also what they leave out and is not taken for gone yet. */
const CONDITION = {
  listed: (alias: string) => `${alias}.missing_in IS NULL AND ${alias}.gone_at IS NULL`,
  believed: (alias: string) => `${alias}.gone_at IS NULL`,
} as const;

/** Groups that the platform of connector $2 does not look into, and where their members are known. */
const KNOWN = `known AS MATERIALIZED (
      SELECT DISTINCT here.principal_id AS group_id, there.connector_id FROM accounts here
      JOIN accounts there ON there.tenant_id = $1 AND there.principal_id = here.principal_id AND there.type = 'group'
        AND there.gone_at IS NULL AND there.connector_id <> $2
      JOIN connectors c ON c.tenant_id = $1 AND c.id = there.connector_id AND c.platform = 'azure_ad'
      WHERE here.tenant_id = $1 AND here.connector_id = $2 AND here.members_elsewhere AND here.gone_at IS NULL
    )`;

/**
 * What members of groups hold on the platform of connector $2 by Entra ID's memberships alone: the groups that hold something there,
 * the groups in them as that platform lists them, and from those that it does not look into, down through Entra ID.
 */
const wanted = (state: keyof typeof CONDITION, some = ''): string => {
  const is = CONDITION[state];
  // Looked up one by one, whatever the statistics say: they are of before a first sync, which writes a hundred times as much.
  const members = (group: string, connector: string): string =>
    `LATERAL (SELECT m.lapse_id, m.member_id, m.external_key, m.connector_id FROM connector_objects m
       WHERE ${MEMBERSHIP} AND m.lapse_id = ${group} AND m.connector_id = ${connector} AND ${is('m')} OFFSET 0) m ON true`;
  return `held AS MATERIALIZED (
      SELECT o.external_key, g.principal_id AS group_id, (o.details ->> 'principal_key') COLLATE "C" AS group_key, g.asset_id, g.permission,
             o.details ->> 'asset_key' AS asset_key, o.details ? 'direct_members_only' AS direct_members_only
      FROM connector_objects o
      JOIN LATERAL (SELECT principal_id, asset_id, permission FROM grants WHERE tenant_id = $1 AND id = o.lapse_id OFFSET 0) g ON true
      WHERE ${GROUP_GRANT} AND ${is('o')} ${some}
    ), below (root_id, root_key, group_id, group_key) AS (
      SELECT DISTINCT group_id, group_key, group_id, group_key FROM held
      UNION
      SELECT b.root_id, b.root_key, m.member_id, split_part(m.external_key, E'\\n', 2) FROM below b
      JOIN ${members('b.group_id', '$2')} JOIN ${TYPE} ON p.type = 'group'
    ), ${KNOWN}, inside (first_id, connector_id, group_id) AS (
      SELECT DISTINCT k.group_id, k.connector_id, k.group_id FROM known k WHERE k.group_id IN (SELECT group_id FROM below)
      UNION
      SELECT i.first_id, i.connector_id, m.member_id FROM inside i
      JOIN ${members('i.group_id', 'i.connector_id')} JOIN ${TYPE} ON p.type = 'group'
    ), wanted AS MATERIALIZED (
      SELECT DISTINCT ON (external_key) * FROM (
        SELECT ('${ELSEWHERE_PREFIX}' || h.external_key || E'\\n' || m.external_key) COLLATE "C" AS external_key, h.asset_id, h.permission,
               h.asset_key, b.group_key, b.root_key AS holder_key, h.external_key AS grant_key, m.connector_id, m.member_id, m.lapse_id AS group_id,
               split_part(m.external_key, E'\\n', 1) AS via_group_key, split_part(m.external_key, E'\\n', 2) AS member_key
        FROM held h
        JOIN below b ON b.root_id = h.group_id AND b.root_key = h.group_key
        JOIN inside i ON i.first_id = b.group_id
          AND (NOT h.direct_members_only OR (b.group_id = h.group_id AND i.group_id = h.group_id))
        JOIN ${members('i.group_id', 'i.connector_id')} JOIN ${TYPE} ON p.type <> 'group') ways
      ORDER BY external_key, group_key, connector_id
    )`;
};

/** Groups whose members Entra ID tells, and the platform of this connector does not. */
export async function groupsKnownElsewhere(q: Querier, connectorId: string): Promise<Set<string>> {
  const rows = await q.query<{ group_id: string }>(`WITH ${KNOWN} SELECT group_id FROM known`, [
    q.tenant_id,
    connectorId,
  ]);
  return new Set(rows.map(({ group_id }) => group_id));
}

export type HeldElsewhere = {
  external_key: string;
  /** The grant's, where it is known already. */
  id: string | null;
  member_id: string;
  /** The group that the member is in itself; its removal from it closes the path. */
  group_id: string;
  asset_id: string;
  permission: string;
  details: {
    grant_key: null;
    /** Of the member and of the group that the member is in, as the connector calls them that knows it. */
    principal_key: string;
    via_group_key: string;
    members_at: string;
    asset_key: string;
    /** The group as the platform of the asset knows it, whose the grant there is, and its key. */
    through: { group_key: string; holder_key: string; grant_key: string };
    held_by: 'principal';
  };
};

/** Some of what groups hold, by the keys of the grants. */
export async function groupGrantKeys(
  q: Querier,
  page: { connector_id: string; after: string; limit: number },
): Promise<string[]> {
  const rows = await q.query<{ external_key: string }>(
    `SELECT o.external_key FROM connector_objects o
     WHERE ${GROUP_GRANT} AND ${CONDITION.listed('o')} AND o.external_key > $3 ORDER BY o.external_key LIMIT $4`,
    [q.tenant_id, page.connector_id, page.after, page.limit],
  );
  return rows.map(({ external_key }) => external_key);
}

/** What members should hold by these grants of groups, and is not so in the directory; in the order of keys. */
export async function newlyHeldElsewhere(
  q: Querier,
  {
    connector_id,
    grant_keys,
    after,
    limit,
  }: { connector_id: string; grant_keys: readonly string[]; after: string; limit: number },
): Promise<HeldElsewhere[]> {
  return q.query<HeldElsewhere>(
    `WITH RECURSIVE ${wanted('listed', 'AND o.external_key = ANY ($3::text[])')}, described AS (
       SELECT *, jsonb_build_object('grant_key', NULL, 'principal_key', member_key, 'via_group_key', via_group_key, 'members_at', connector_id,
                                    'asset_key', asset_key, 'held_by', 'principal',
                'through', jsonb_build_object('group_key', group_key, 'holder_key', holder_key, 'grant_key', grant_key)) AS details
       FROM wanted WHERE external_key > $4)
     SELECT w.external_key, o.lapse_id AS id, w.member_id, w.group_id, w.asset_id, w.permission, w.details FROM described w
     LEFT JOIN LATERAL (SELECT lapse_id, gone_at, details FROM connector_objects
       WHERE tenant_id = $1 AND connector_id = $2 AND kind = 'grant' AND external_key = w.external_key OFFSET 0) o ON true
     LEFT JOIN LATERAL (SELECT * FROM grants WHERE tenant_id = $1 AND id = o.lapse_id OFFSET 0) g ON true
     WHERE g.id IS NULL OR o.gone_at IS NOT NULL OR g.status <> 'active' OR o.details <> w.details
       OR (g.principal_id, g.asset_id, g.permission, coalesce(g.via_group_id, '')) <> (w.member_id, w.asset_id, w.permission, w.group_id)
     ORDER BY w.external_key LIMIT $5`,
    [q.tenant_id, connector_id, grant_keys, after, limit],
  );
}

/**
 * Marks as gone what no member of a group holds any more, as grants that are over, and as grants of which that is not known any more: nobody
 * tells who is in the group.
 */
export async function takeNoLongerHeld(
  tx: Querier,
  { connector_id, now, limit }: { connector_id: string; now: number; limit: number },
): Promise<{ over: string[]; unknown: string[] }> {
  const rows = await tx.query<{ lapse_id: string; is_known: boolean }>(
    // How many are wanted is not known to the planner: as a join it would compare each with each.
    `WITH RECURSIVE ${wanted('believed')}, lost AS MATERIALIZED (
       SELECT o.external_key FROM connector_objects o
       WHERE o.tenant_id = $1 AND o.connector_id = $2 AND o.kind = 'grant' AND o.gone_at IS NULL
         AND starts_with(o.external_key, '${ELSEWHERE_PREFIX}')
       EXCEPT ALL SELECT w.external_key FROM wanted w
       LIMIT $4)
     UPDATE connector_objects o SET gone_at = $3 FROM lost
     WHERE o.tenant_id = $1 AND o.connector_id = $2 AND o.kind = 'grant' AND o.external_key = lost.external_key
     RETURNING o.lapse_id, EXISTS (
       SELECT FROM known k JOIN accounts a ON a.tenant_id = $1 AND a.principal_id = k.group_id AND a.connector_id = $2
       WHERE k.connector_id = o.details ->> 'members_at' AND a.external_key = o.details -> 'through' ->> 'group_key') AS is_known`,
    [tx.tenant_id, connector_id, isoInstant(now), limit],
  );
  const idsOf = (is: boolean) =>
    rows.flatMap(({ lapse_id, is_known }) => (is_known === is ? [lapse_id] : []));
  return { over: idsOf(true), unknown: idsOf(false) };
}

/** Connectors of platforms that do not tell who is in groups: this one alone, or where this one is Entra ID all that were read. */
export async function connectorsWithoutMembers(q: Querier, connectorId: string): Promise<string[]> {
  const rows = await q.query<{ id: string }>(
    `SELECT c.id FROM connectors c
     WHERE c.tenant_id = $1
       AND (c.id = $2 OR c.last_sync_at IS NOT NULL AND EXISTS (SELECT FROM connectors e WHERE e.tenant_id = $1 AND e.id = $2 AND e.platform = 'azure_ad'))
       AND (EXISTS (SELECT FROM accounts a WHERE a.tenant_id = $1 AND a.connector_id = c.id AND a.members_elsewhere)
         OR EXISTS (SELECT FROM connector_objects o WHERE o.tenant_id = $1 AND o.connector_id = c.id AND o.kind = 'grant'
                      AND o.external_key >= '${ELSEWHERE_PREFIX}' AND starts_with(o.external_key, '${ELSEWHERE_PREFIX}')))
     ORDER BY c.id`,
    [q.tenant_id, connectorId],
  );
  return rows.map(({ id }) => id);
}

/**
 * Since when what was listed can be held against what was done: when the oldest of these listings was begun, of the platform and of Entra
 * ID. The beginning of time where one of them is being read, and is old in part.
 */
export async function listedSince(q: Querier, connectorId: string): Promise<string> {
  const [row] = await q.query<{ since: string | null }>(
    `SELECT min(CASE WHEN progress ->> 'phase' IN ('vanished', 'use', 'done') THEN (progress ->> 'started_at')::timestamptz
                     ELSE 'epoch' END) AS since
     FROM connectors WHERE tenant_id = $1 AND (id = $2 OR platform = 'azure_ad')`,
    [q.tenant_id, connectorId],
  );
  return row?.since ?? isoInstant(0);
}
