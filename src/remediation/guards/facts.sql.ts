import { type Pair, pairKey } from '../../core/reviews/evidence/pairs.sql.ts';
import { instantOfClass, instantTexts } from '../../core/scores/half-life.sql.ts';
import { GAP_OF_ASSET } from '../../core/scores/telemetry-gaps.sql.ts';
import type { Querier } from '../../platform/database/database.ts';
import { ALSO_REMOVED_LISTED_MAX, type AlsoRemoved, type RemediationPlan } from '../engine/plan.rules.ts';
import type { RemediationMode } from '../mode.rules.ts';
import { administers } from './guards.rules.ts';

/** What the guards ask about the grant itself. */
export type GrantCircumstances = {
  grant_id: string;
  principal_id: string;
  asset_id: string;
  permission: string;
  granted_at: string;
  status: string;
  via_group_id: string | null;
  principal_name: string;
  principal_type: string;
  principal_protected: boolean;
  asset_name: string;
  asset_protected: boolean;
  platform: string;
  owner_id: string | null;
  gap_since: string | null;
  connector_name: string | null;
  connector_mode: RemediationMode | null;
  last_use_read_at: string | null;
  /** Why the breaker is open for this asset. */
  breaker_reason: string | null;
};

const circumstancesSql = (connectorId: string): string =>
  `SELECT w.grant_id, g.principal_id, g.asset_id, g.permission, g.granted_at, g.status, g.via_group_id,
          p.display_name AS principal_name, p.type AS principal_type, p.protected AS principal_protected,
          a.name AS asset_name, a.protected AS asset_protected, a.platform, a.owner_id, t.started_at AS gap_since,
          c.name AS connector_name, c.mode AS connector_mode, c.last_use_read_at, b.reason AS breaker_reason
   FROM unnest($2::text[], $3::text[]) AS w (grant_id, connector_id)
   JOIN LATERAL (SELECT * FROM grants WHERE tenant_id = $1 AND id = w.grant_id LIMIT 1) g ON true
   JOIN LATERAL (SELECT display_name, type, protected FROM principals
                 WHERE tenant_id = $1 AND id = g.principal_id LIMIT 1) p ON true
   JOIN LATERAL (SELECT name, platform, connector_id, protected, owner_id FROM assets
                 WHERE tenant_id = $1 AND id = g.asset_id LIMIT 1) a ON true
   LEFT JOIN LATERAL (SELECT min(t.started_at) AS started_at FROM telemetry_gaps t
                      WHERE ${GAP_OF_ASSET} AND t.ended_at IS NULL) t ON true
   LEFT JOIN LATERAL (SELECT name, mode, last_use_read_at FROM connectors
                      WHERE tenant_id = $1 AND id = ${connectorId} LIMIT 1) c ON true
   LEFT JOIN LATERAL (SELECT reason FROM remediation_breakers WHERE tenant_id = $1 AND released_at IS NULL
                        AND ((scope = 'tenant' AND asset_id = '') OR (scope = 'asset' AND asset_id = g.asset_id))
                      ORDER BY scope DESC LIMIT 1) b ON true`;

const WITH_CONNECTOR = circumstancesSql('w.connector_id');
/** By whom a remediation would be carried out that nobody has asked for yet. */
const WITH_CONNECTOR_OF_ASSET = circumstancesSql(
  `(SELECT connector_id FROM connector_objects WHERE tenant_id = $1 AND kind = 'asset' AND lapse_id = g.asset_id LIMIT 1)`,
);

/** Of any number of remediations, by the id of the grant. */
export async function remediationCircumstances(
  q: Querier,
  removals: readonly { grant_id: string; connector_id: string | null }[],
): Promise<Map<string, GrantCircumstances>> {
  const [ids, connectors] = [
    removals.map((each) => each.grant_id),
    removals.map((each) => each.connector_id),
  ];
  const rows = await q.query<GrantCircumstances>(WITH_CONNECTOR, [q.tenant_id, ids, connectors]);
  return new Map(rows.map((row) => [row.grant_id, row]));
}

export async function grantCircumstances(
  q: Querier,
  removal: { grant_id: string; connector_id: string | null },
): Promise<GrantCircumstances | null> {
  return (await remediationCircumstances(q, [removal])).get(removal.grant_id) ?? null;
}

/** Of grants that may be revoked one day. */
export async function foreseenCircumstances(
  q: Querier,
  grantIds: readonly string[],
): Promise<GrantCircumstances[]> {
  if (grantIds.length === 0) return [];
  return q.query<GrantCircumstances>(WITH_CONNECTOR_OF_ASSET, [q.tenant_id, grantIds, []]);
}

/**
 * Others who could administer the asset: active, not disabled; a group only if somebody else is in it. What is
 * inherited from the principal itself does not count. Of many pairs at once, whether there is anybody is mostly enough:
 * counting stops there at the first `enough`, or a thousand administrators of one asset would be looked at a million times.
 */
export async function countOtherAdmins(
  q: Querier,
  pairs: readonly Pair[],
  enough: number | null = null,
): Promise<Map<string, number>> {
  if (pairs.length === 0) return new Map();
  const administering = await administeringPermissions(
    q,
    pairs.map((pair) => pair.asset_id),
  );
  if (administering.length === 0) return new Map();
  const rows = await q.query<Pair & { admins: number }>(
    `SELECT w.principal_id, w.asset_id, n.admins
     FROM unnest($2::text[], $3::text[]) AS w (principal_id, asset_id)
     CROSS JOIN LATERAL (SELECT count(DISTINCT f.principal_id) AS admins FROM (
       SELECT g.principal_id FROM grants g
       JOIN LATERAL (SELECT type, disabled FROM principals WHERE tenant_id = $1 AND id = g.principal_id LIMIT 1) p ON true
       WHERE g.tenant_id = $1 AND g.asset_id = w.asset_id AND g.status = 'active' AND g.principal_id <> w.principal_id
         AND g.via_group_id IS DISTINCT FROM w.principal_id AND g.permission = ANY ($4::text[]) AND NOT p.disabled
         AND (p.type <> 'group' OR EXISTS (
           SELECT FROM memberships m
           WHERE m.tenant_id = $1 AND m.group_id = g.principal_id AND m.member_id <> w.principal_id))
       LIMIT $5) f) n`,
    [
      q.tenant_id,
      pairs.map((pair) => pair.principal_id),
      pairs.map((pair) => pair.asset_id),
      administering,
      enough,
    ],
  );
  return new Map(rows.map((row) => [pairKey(row), row.admins]));
}

/** What platforms call it to administer: which words there are on these assets is a few probes each of their index. */
async function administeringPermissions(q: Querier, assetIds: readonly string[]): Promise<string[]> {
  const next = (after: string): string => `(SELECT min(g.permission) FROM grants g
    WHERE g.tenant_id = $1 AND g.asset_id = w.asset_id AND g.status = 'active' ${after})`;
  const rows = await q.query<{ permission: string }>(
    `WITH RECURSIVE words (asset_id, permission) AS (
       SELECT w.asset_id, ${next('')} FROM unnest($2::text[]) AS w (asset_id)
       UNION ALL
       SELECT w.asset_id, ${next('AND g.permission > w.permission')} FROM words w WHERE w.permission IS NOT NULL)
     SELECT DISTINCT permission FROM words WHERE permission IS NOT NULL`,
    [q.tenant_id, [...new Set(assetIds)]],
  );
  return rows.map((row) => row.permission).filter(administers);
}

/** Which grants go with the one that is revoked. */
export interface Losses {
  grant_id: string;
  /** Named by the platform itself. */
  grant_ids: string[];
  /**
   * All that this member holds through these groups; where the membership ends on another platform, also what they hold where
   * nobody knows who is in them.
   */
  membership: { group_ids: string[]; member_id: string; is_elsewhere?: boolean } | null;
  /** All that others hold through this group on this asset. */
  group_grant: { group_id: string; asset_id: string } | null;
}

/** Each with the grant that is revoked, with which it goes. */
const LOST = `
  SELECT n.revoked_id, g.id FROM unnest($3::text[], $4::text[]) AS n (revoked_id, id)
  JOIN LATERAL (SELECT id FROM grants WHERE tenant_id = $1 AND id = n.id AND status <> 'revoked' LIMIT 1) g ON true
  WHERE g.id <> n.revoked_id
  UNION
  SELECT m.revoked_id, g.id FROM unnest($5::text[], $6::text[], $7::text[]) AS m (revoked_id, member_id, group_id)
  JOIN LATERAL (SELECT id FROM grants WHERE tenant_id = $1 AND principal_id = m.member_id AND via_group_id = m.group_id
                  AND status <> 'revoked') g ON true
  WHERE g.id <> m.revoked_id
  UNION
  SELECT m.revoked_id, g.id FROM unnest($2::text[], $8::text[], $9::text[]) AS m (revoked_id, group_id, asset_id)
  JOIN LATERAL (SELECT id FROM grants WHERE tenant_id = $1 AND via_group_id = m.group_id AND asset_id = m.asset_id
                  AND status <> 'revoked') g ON true
  WHERE m.group_id IS NOT NULL AND g.id <> m.revoked_id`;

const lossValues = (q: Querier, losses: readonly Losses[]): unknown[] => {
  const left = losses.flatMap(({ grant_id, membership }) =>
    (membership?.group_ids ?? []).map((group_id) => ({
      grant_id,
      group_id,
      member_id: membership?.member_id,
    })),
  );
  return [
    q.tenant_id,
    losses.map((each) => each.grant_id),
    losses.flatMap(({ grant_id, grant_ids }) => grant_ids.map(() => grant_id)),
    losses.flatMap(({ grant_ids }) => grant_ids),
    left.map(({ grant_id }) => grant_id),
    left.map(({ member_id }) => member_id),
    left.map(({ group_id }) => group_id),
    losses.map(({ group_grant }) => group_grant?.group_id ?? null),
    losses.map(({ group_grant }) => group_grant?.asset_id ?? null),
  ];
};

export async function lostGrantIds(q: Querier, losses: Losses): Promise<string[]> {
  const rows = await q.query<{ id: string }>(`SELECT id FROM (${LOST}) l`, lossValues(q, [losses]));
  return rows.map((row) => row.id);
}

export type DescribedLosses = RemediationPlan['also_removes'];

export const NOTHING_LOST: DescribedLosses = { total: 0, in_use: 0, items: [] };

/**
 * By the grant that is revoked; one with which nothing is lost is left out. In use: its lapse date lies after that of its class in `freshAfter`,
 * nobody is revoking it too, and no other grant gives the same.
 */
export async function describeLosses(
  q: Querier,
  losses: readonly Losses[],
  freshAfter: readonly number[],
): Promise<Map<string, DescribedLosses>> {
  if (losses.length === 0) return new Map();
  const rows = await q.query<AlsoRemoved & { revoked_id: string; total: number; all_in_use: number }>(
    `WITH lost AS MATERIALIZED (${LOST}), described AS (
       SELECT lost.revoked_id, g.id AS grant_id, g.principal_id, g.asset_id, a.name AS asset_name, a.platform, g.permission,
              g.status = 'active' AND coalesce(s.lapses_at > ${instantOfClass('($10::timestamptz[])', 's')}, false) AND NOT EXISTS (
                SELECT FROM grants other WHERE other.tenant_id = $1 AND other.principal_id = g.principal_id
                  AND other.asset_id = g.asset_id AND other.status = 'active' AND other.id <> lost.revoked_id
                  AND (lost.revoked_id, other.id) NOT IN (SELECT too.revoked_id, too.id FROM lost too)) AS in_use
       FROM lost
       JOIN LATERAL (SELECT * FROM grants WHERE tenant_id = $1 AND id = lost.id LIMIT 1) g ON true
       JOIN LATERAL (SELECT name, platform FROM assets WHERE tenant_id = $1 AND id = g.asset_id LIMIT 1) a ON true
       LEFT JOIN LATERAL (SELECT lapses_at, half_life_class FROM grant_scores WHERE tenant_id = $1 AND grant_id = g.id LIMIT 1) s ON true),
     counted AS (
       SELECT *, count(*) OVER of_one AS total, count(*) FILTER (WHERE in_use) OVER of_one AS all_in_use,
              row_number() OVER (PARTITION BY described.revoked_id ORDER BY in_use DESC, grant_id) AS place
       FROM described WINDOW of_one AS (PARTITION BY described.revoked_id))
     SELECT counted.revoked_id, grant_id, principal_id, asset_id, asset_name, platform, permission, in_use, total, all_in_use
     FROM counted WHERE place <= ${ALSO_REMOVED_LISTED_MAX} ORDER BY counted.revoked_id, place`,
    [...lossValues(q, losses), instantTexts(freshAfter)],
  );
  const described = new Map<string, DescribedLosses>();
  for (const { revoked_id, total, all_in_use, ...item } of rows) {
    const one = described.get(revoked_id) ?? { total, in_use: all_in_use, items: [] };
    one.items.push(item);
    described.set(revoked_id, one);
  }
  return described;
}
