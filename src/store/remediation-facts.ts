import { administers } from '../domain/remediation-guards.ts';
import type { RemediationMode } from '../domain/remediation-mode.ts';
import { ALSO_REMOVED_LISTED_MAX, type AlsoRemoved } from '../domain/remediation-plan.ts';
import type { Querier } from './database.ts';

/** What the guards ask about the grant itself. */
export type GrantCircumstances = {
  permission: string;
  granted_at: string;
  status: string;
  via_group_id: string | null;
  principal_name: string;
  principal_type: string;
  principal_protected: boolean;
  asset_name: string;
  asset_protected: boolean;
  owner_id: string | null;
  gap_since: string | null;
  connector_name: string | null;
  connector_mode: RemediationMode | null;
  last_use_read_at: string | null;
};

export async function grantCircumstances(
  q: Querier,
  { grant_id, connector_id }: { grant_id: string; connector_id: string | null },
): Promise<GrantCircumstances | null> {
  const rows = await q.query<GrantCircumstances>(
    `SELECT g.permission, g.granted_at, g.status, g.via_group_id, p.display_name AS principal_name,
            p.type AS principal_type, p.protected AS principal_protected, a.name AS asset_name,
            a.protected AS asset_protected, a.owner_id, t.started_at AS gap_since, c.name AS connector_name,
            c.mode AS connector_mode, c.last_use_read_at
     FROM grants g
     JOIN LATERAL (SELECT display_name, type, protected FROM principals
                   WHERE tenant_id = $1 AND id = g.principal_id LIMIT 1) p ON true
     JOIN LATERAL (SELECT name, platform, protected, owner_id FROM assets
                   WHERE tenant_id = $1 AND id = g.asset_id LIMIT 1) a ON true
     LEFT JOIN LATERAL (SELECT min(started_at) AS started_at FROM telemetry_gaps
                        WHERE tenant_id = $1 AND platform = a.platform AND ended_at IS NULL) t ON true
     LEFT JOIN LATERAL (SELECT name, mode, last_use_read_at FROM connectors
                        WHERE tenant_id = $1 AND id = $3 LIMIT 1) c ON true
     WHERE g.tenant_id = $1 AND g.id = $2`,
    [q.tenant_id, grant_id, connector_id],
  );
  return rows[0] ?? null;
}

/**
 * Others who could administer the asset: active, not disabled; a group only if somebody else is in it. What is
 * inherited from the principal itself does not count.
 */
export async function countOtherAdmins(q: Querier, principalId: string, assetId: string): Promise<number> {
  const permissions = await q.query<{ permission: string }>(
    `SELECT DISTINCT permission FROM grants
     WHERE tenant_id = $1 AND asset_id = $2 AND status = 'active' AND principal_id <> $3`,
    [q.tenant_id, assetId, principalId],
  );
  const administering = permissions.map((row) => row.permission).filter(administers);
  if (administering.length === 0) return 0;
  const [row] = await q.query<{ admins: number }>(
    `SELECT count(DISTINCT g.principal_id) AS admins FROM grants g
     JOIN LATERAL (SELECT type, disabled FROM principals WHERE tenant_id = $1 AND id = g.principal_id LIMIT 1) p ON true
     WHERE g.tenant_id = $1 AND g.asset_id = $2 AND g.status = 'active' AND g.principal_id <> $3
       AND g.via_group_id IS DISTINCT FROM $3 AND g.permission = ANY ($4::text[]) AND NOT p.disabled
       AND (p.type <> 'group' OR EXISTS (
         SELECT FROM memberships m WHERE m.tenant_id = $1 AND m.group_id = g.principal_id AND m.member_id <> $3))`,
    [q.tenant_id, assetId, principalId, administering],
  );
  return row?.admins ?? 0;
}

/** Which grants go with the one that is revoked. */
export interface Losses {
  grant_id: string;
  /** Named by the platform itself. */
  grant_ids: string[];
  /** All that this member holds through this group. */
  membership: { group_id: string; member_id: string } | null;
  /** All that others hold through this group on this asset. */
  group_grant: { group_id: string; asset_id: string } | null;
}

const LOST = `
  SELECT id FROM grants WHERE tenant_id = $1 AND id = ANY ($3::text[]) AND status <> 'revoked' AND id <> $2
  UNION
  SELECT id FROM grants WHERE tenant_id = $1 AND principal_id = $4 AND via_group_id = $5 AND status <> 'revoked' AND id <> $2
  UNION
  SELECT id FROM grants WHERE tenant_id = $1 AND via_group_id = $6 AND asset_id = $7 AND status <> 'revoked' AND id <> $2`;

const lossValues = (q: Querier, { grant_id, grant_ids, membership, group_grant }: Losses): unknown[] => [
  q.tenant_id,
  grant_id,
  grant_ids,
  membership?.member_id ?? null,
  membership?.group_id ?? null,
  group_grant?.group_id ?? null,
  group_grant?.asset_id ?? null,
];

export async function lostGrantIds(q: Querier, losses: Losses): Promise<string[]> {
  const rows = await q.query<{ id: string }>(LOST, lossValues(q, losses));
  return rows.map((row) => row.id);
}

/** In use: its lapse date lies after `freshAfter`, nobody is revoking it too, and no other grant gives the same. */
export async function describeLosses(
  q: Querier,
  losses: Losses,
  freshAfter: number,
): Promise<{ total: number; in_use: number; items: AlsoRemoved[] }> {
  const rows = await q.query<AlsoRemoved & { total: number; all_in_use: number }>(
    `WITH lost AS MATERIALIZED (${LOST}), described AS (
       SELECT g.id AS grant_id, g.principal_id, g.asset_id, a.name AS asset_name, g.permission,
              g.status = 'active' AND coalesce(s.lapses_at > $8, false) AND NOT EXISTS (
                SELECT FROM grants other WHERE other.tenant_id = $1 AND other.principal_id = g.principal_id
                  AND other.asset_id = g.asset_id AND other.status = 'active' AND other.id <> $2
                  AND other.id NOT IN (SELECT id FROM lost)) AS in_use
       FROM lost
       JOIN LATERAL (SELECT * FROM grants WHERE tenant_id = $1 AND id = lost.id LIMIT 1) g ON true
       JOIN LATERAL (SELECT name FROM assets WHERE tenant_id = $1 AND id = g.asset_id LIMIT 1) a ON true
       LEFT JOIN LATERAL (SELECT lapses_at FROM grant_scores WHERE tenant_id = $1 AND grant_id = g.id LIMIT 1) s ON true)
     SELECT *, count(*) OVER () AS total, count(*) FILTER (WHERE in_use) OVER () AS all_in_use
     FROM described ORDER BY in_use DESC, grant_id LIMIT ${ALSO_REMOVED_LISTED_MAX}`,
    [...lossValues(q, losses), new Date(freshAfter).toISOString()],
  );
  return {
    total: rows[0]?.total ?? 0,
    in_use: rows[0]?.all_in_use ?? 0,
    items: rows.map(({ total: _, all_in_use: __, ...item }) => item),
  };
}
