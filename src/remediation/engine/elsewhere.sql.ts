import { instantOfClass, instantTexts } from '../../core/scores/half-life.sql.ts';
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
 * By which memberships at other connectors each of these principals is in the group: the direct one first, and those of identity
 * providers before others. Where a connector knows both and lists no way, the direct one is asked about all the same: it may be new.
 */
export async function edgesElsewhere(
  q: Querier,
  asked: readonly { connector_id: string; group_id: string; principal_id: string }[],
): Promise<EdgeElsewhere[][]> {
  if (asked.length === 0) return [];
  const rows = await q.query<EdgeElsewhere & { n: number }>(
    `WITH RECURSIVE known AS MATERIALIZED (
       SELECT w.n, w.group_id, w.principal_id, g.connector_id, g.external_key AS group_key, a.external_key AS member_key
       FROM unnest($2::text[], $3::text[], $4::text[]) WITH ORDINALITY AS w (connector_id, group_id, principal_id, n)
       JOIN accounts g ON g.tenant_id = $1 AND g.principal_id = w.group_id AND g.connector_id <> w.connector_id AND g.gone_at IS NULL
       JOIN accounts a ON a.tenant_id = $1 AND a.connector_id = g.connector_id AND a.principal_id = w.principal_id AND a.gone_at IS NULL
     ), ways (n, group_id, connector_id, first_id, external_key, at_id) AS (
       SELECT k.n, k.group_id, m.connector_id, m.lapse_id, m.external_key, m.lapse_id
       FROM (SELECT DISTINCT n, group_id, principal_id, connector_id FROM known) k
       JOIN connector_objects m ON ${LISTED} AND m.member_id = k.principal_id AND m.connector_id = k.connector_id
       UNION
       SELECT w.n, w.group_id, w.connector_id, w.first_id, w.external_key, m.lapse_id FROM ways w
       JOIN connector_objects m ON ${LISTED} AND m.member_id = w.at_id AND m.connector_id = w.connector_id
     ), edges AS (
       SELECT n, group_id, connector_id, split_part(external_key, E'\\n', 1) AS group_key,
              split_part(external_key, E'\\n', 2) AS member_key, true AS is_listed
       FROM ways WHERE at_id = group_id
       UNION
       SELECT n, group_id, connector_id, group_key, member_key, false FROM known k
       WHERE NOT EXISTS (SELECT FROM ways w WHERE w.n = k.n AND w.connector_id = k.connector_id AND w.at_id = k.group_id)
     )
     SELECT e.n::integer, e.connector_id, c.name AS connector_name, c.platform, c.mode, c.enabled, e.group_key, e.member_key,
            e.is_listed, coalesce(g.name, e.group_key) AS group_name
     FROM edges e
     JOIN connectors c ON c.tenant_id = $1 AND c.id = e.connector_id
     LEFT JOIN accounts g ON g.tenant_id = $1 AND g.connector_id = e.connector_id AND g.external_key = e.group_key
     ORDER BY e.n, c.platform <> 'azure_ad', coalesce(g.principal_id, '') <> e.group_id, e.connector_id, e.group_key, e.member_key`,
    [
      q.tenant_id,
      asked.map(({ connector_id }) => connector_id),
      asked.map(({ group_id }) => group_id),
      asked.map(({ principal_id }) => principal_id),
    ],
  );
  const found = asked.map((): EdgeElsewhere[] => []);
  for (const { n, ...edge } of rows) found[n - 1]?.push(edge);
  return found;
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

/** Groups in which each member is no more when it has left one: that one and those around it, as far as no other way leads there. */
export async function groupsLeft(
  q: Querier,
  left: readonly { connector_id: string; group_key: string; member_id: string }[],
): Promise<string[][]> {
  if (left.length === 0) return [];
  const rows = await q.query<{ n: number; id: string }>(
    `WITH RECURSIVE first AS MATERIALIZED (
       SELECT w.n, w.connector_id, w.member_id, a.principal_id AS id
       FROM unnest($2::text[], $3::text[], $4::text[]) WITH ORDINALITY AS w (connector_id, group_key, member_id, n)
       JOIN accounts a ON a.tenant_id = $1 AND a.connector_id = w.connector_id AND a.external_key = w.group_key
     ), lost (n, id) AS (
       SELECT n, id FROM first
       UNION SELECT l.n, m.group_id FROM lost l JOIN memberships m ON m.tenant_id = $1 AND m.member_id = l.id
     ), kept (n, id) AS (
       SELECT f.n, m.lapse_id FROM first f
       JOIN connector_objects m ON ${LISTED} AND m.connector_id = f.connector_id AND m.member_id = f.member_id AND m.lapse_id <> f.id
       UNION SELECT k.n, m.group_id FROM kept k JOIN memberships m ON m.tenant_id = $1 AND m.member_id = k.id
     )
     SELECT n::integer, id FROM lost l WHERE NOT EXISTS (SELECT FROM kept k WHERE k.n = l.n AND k.id = l.id)`,
    [
      q.tenant_id,
      left.map(({ connector_id }) => connector_id),
      left.map(({ group_key }) => group_key),
      left.map(({ member_id }) => member_id),
    ],
  );
  const found = left.map((): string[] => []);
  for (const { n, id } of rows) found[n - 1]?.push(id);
  return found;
}

/**
 * What groups hold on platforms that know who is in them by Entra ID only: whoever leaves one loses it, and no grant of theirs says so.
 * In use: somebody in the group uses it, and who that is is not known.
 */
export async function heldByGroups(
  q: Querier,
  left: readonly { group_ids: readonly string[]; member_id: string }[],
  freshAfter: readonly number[],
): Promise<DescribedLosses[]> {
  const described = left.map((): DescribedLosses => ({ total: 0, in_use: 0, items: [] }));
  const groups = left.flatMap(({ group_ids, member_id }, index) =>
    group_ids.map((group_id) => ({ n: index + 1, group_id, member_id })),
  );
  if (groups.length === 0) return described;
  const rows = await q.query<AlsoRemoved & { n: number; total: number; all_in_use: number }>(
    `WITH l AS MATERIALIZED (SELECT * FROM unnest($2::integer[], $3::text[], $4::text[]) AS l (n, group_id, member_id)),
     held AS (
       SELECT l.n, g.id AS grant_id, g.principal_id, g.asset_id, a.name AS asset_name, a.platform, g.permission,
              g.status = 'active' AND coalesce(s.lapses_at > ${instantOfClass('($5::timestamptz[])', 's')}, false) AS in_use
       FROM l
       JOIN grants g ON g.tenant_id = $1 AND g.principal_id = l.group_id AND g.status <> 'revoked'
       JOIN assets a ON a.tenant_id = $1 AND a.id = g.asset_id
       JOIN LATERAL (SELECT details FROM connector_objects
                     WHERE tenant_id = $1 AND kind = 'grant' AND lapse_id = g.id LIMIT 1) o ON true
       LEFT JOIN grant_scores s ON s.tenant_id = $1 AND s.grant_id = g.id
       WHERE NOT o.details ? 'direct_members_only'
         AND NOT EXISTS (SELECT FROM l i_l JOIN grants i ON i.tenant_id = $1 AND i.principal_id = i_l.member_id AND i.asset_id = g.asset_id
                           AND i.via_group_id = i_l.group_id WHERE i_l.n = l.n)),
     counted AS (
       SELECT *, count(*) OVER of_one AS total, count(*) FILTER (WHERE in_use) OVER of_one AS all_in_use,
              row_number() OVER (PARTITION BY held.n ORDER BY in_use DESC, grant_id) AS place
       FROM held WINDOW of_one AS (PARTITION BY held.n))
     SELECT n, grant_id, principal_id, asset_id, asset_name, platform, permission, in_use, total, all_in_use
     FROM counted WHERE place <= ${ALSO_REMOVED_LISTED_MAX} ORDER BY n, place`,
    [
      q.tenant_id,
      groups.map(({ n }) => n),
      groups.map(({ group_id }) => group_id),
      groups.map(({ member_id }) => member_id),
      instantTexts(freshAfter),
    ],
  );
  for (const { n, total, all_in_use, ...item } of rows) {
    const one = described[n - 1] as DescribedLosses;
    one.total = total;
    one.in_use = all_in_use;
    one.items.push(item);
  }
  return described;
}

export type FilledGroup = { grant_id: string; connector_id: string; group_id: string; group_name: string };

/** Of these grants, those that are held through a group of which the asset's connector has said that it is filled from elsewhere. */
export async function heldThroughFilled(
  q: Querier,
  grants: readonly { grant_id: string; asset_id: string; via_group_id: string | null }[],
): Promise<FilledGroup[]> {
  const inherited = grants.filter(({ via_group_id }) => via_group_id !== null);
  if (inherited.length === 0) return [];
  return q.query<FilledGroup>(
    `SELECT w.grant_id, o.connector_id, w.group_id, p.display_name AS group_name
     FROM unnest($2::text[], $3::text[], $4::text[]) AS w (grant_id, asset_id, group_id)
     JOIN LATERAL (SELECT connector_id FROM connector_objects
                   WHERE tenant_id = $1 AND kind = 'asset' AND lapse_id = w.asset_id LIMIT 1) c ON true
     JOIN LATERAL (SELECT connector_id FROM connector_objects
                   WHERE tenant_id = $1 AND kind = 'principal' AND lapse_id = w.group_id AND connector_id = c.connector_id
                     AND gone_at IS NULL AND details ->> 'provisioned' = 'true' LIMIT 1) o ON true
     JOIN LATERAL (SELECT display_name FROM principals WHERE tenant_id = $1 AND id = w.group_id LIMIT 1) p ON true`,
    [
      q.tenant_id,
      inherited.map(({ grant_id }) => grant_id),
      inherited.map(({ asset_id }) => asset_id),
      inherited.map(({ via_group_id }) => via_group_id),
    ],
  );
}

export type MemberElsewhere = { grant_id: string; group_name: string; way: EdgeElsewhere | null };

/** Of these grants, those of members of a group on a platform that does not know who is in it, with the membership that gives them. */
export async function heldByMembers(
  q: Querier,
  grants: readonly { grant_id: string; via_group_id: string | null }[],
): Promise<MemberElsewhere[]> {
  const inherited = grants.filter(({ via_group_id }) => via_group_id !== null);
  if (inherited.length === 0) return [];
  const rows = await q.query<EdgeElsewhere & { grant_id: string; asset_group: string; is_known: boolean }>(
    `SELECT w.grant_id, v.display_name AS asset_group, c.id IS NOT NULL AS is_known, c.id AS connector_id, c.name AS connector_name,
            c.platform, c.mode, c.enabled, o.details ->> 'via_group_key' AS group_key, o.details ->> 'principal_key' AS member_key,
            coalesce(g.name, o.details ->> 'via_group_key') AS group_name, true AS is_listed
     FROM unnest($2::text[], $3::text[]) AS w (grant_id, group_id)
     JOIN LATERAL (SELECT details FROM connector_objects
                   WHERE tenant_id = $1 AND kind = 'grant' AND lapse_id = w.grant_id AND gone_at IS NULL
                     AND details ? 'members_at' LIMIT 1) o ON true
     JOIN LATERAL (SELECT display_name FROM principals WHERE tenant_id = $1 AND id = w.group_id LIMIT 1) v ON true
     LEFT JOIN connectors c ON c.tenant_id = $1 AND c.id = o.details ->> 'members_at'
     LEFT JOIN LATERAL (SELECT name FROM accounts WHERE tenant_id = $1 AND connector_id = c.id
                          AND external_key = o.details ->> 'via_group_key' LIMIT 1) g ON true`,
    [
      q.tenant_id,
      inherited.map(({ grant_id }) => grant_id),
      inherited.map(({ via_group_id }) => via_group_id),
    ],
  );
  return rows.map(({ grant_id, asset_group, is_known, ...way }) => ({
    grant_id,
    group_name: asset_group,
    way: is_known ? way : null,
  }));
}
