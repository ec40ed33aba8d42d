import { pairKey } from '../../core/reviews/evidence/pairs.sql.ts';
import type { Querier } from '../../platform/database/database.ts';
import { groupedBy } from '../../platform/grouped-by.ts';
import { countOtherAdmins, type Losses } from './facts.sql.ts';
import { administers, type GuardFacts } from './guards.rules.ts';

export type Endangered = GuardFacts['endangered'];

export const NOTHING_ENDANGERED: Endangered = { protected_asset: null, last_admin_of: null };

/**
 * What leaving groups would take besides that the guards would not let go of alone, by the grant that is revoked. Not asked of a group's grant: there the asset is
 * the one that is asked about already.
 */
export async function endangeredByLosses(
  q: Querier,
  losses: readonly Losses[],
): Promise<Map<string, Endangered>> {
  const left = losses.flatMap(({ grant_id, membership }) =>
    (membership?.group_ids ?? []).map((group_id) => ({
      grant_id,
      group_id,
      member_id: membership?.member_id,
    })),
  );
  if (left.length === 0) return new Map();
  const rows = await q.query<{
    revoked_id: string;
    principal_id: string;
    asset_id: string;
    permission: string;
    name: string;
    protected: boolean;
  }>(
    `WITH l AS MATERIALIZED (
       SELECT * FROM unnest($2::text[], $3::text[], $4::text[]) AS l (revoked_id, member_id, group_id))
     SELECT l.revoked_id, g.principal_id, g.asset_id, g.permission, a.name, a.protected
     FROM l
     JOIN LATERAL (SELECT * FROM grants WHERE tenant_id = $1 AND principal_id = l.member_id AND via_group_id = l.group_id
                     AND status = 'active' OFFSET 0) g ON g.id <> l.revoked_id
     JOIN LATERAL (SELECT name, protected FROM assets WHERE tenant_id = $1 AND id = g.asset_id LIMIT 1) a ON true
     WHERE NOT EXISTS (SELECT FROM grants other WHERE other.tenant_id = $1 AND other.principal_id = g.principal_id
                         AND other.asset_id = g.asset_id AND other.permission = g.permission AND other.status = 'active'
                         AND NOT EXISTS (SELECT FROM l too WHERE too.revoked_id = l.revoked_id
                                           AND too.group_id = other.via_group_id))
     ORDER BY l.revoked_id, a.name, g.id`,
    [
      q.tenant_id,
      left.map(({ grant_id }) => grant_id),
      left.map(({ member_id }) => member_id),
      left.map(({ group_id }) => group_id),
    ],
  );
  const administering = rows.filter(({ permission }) => administers(permission));
  const others = await countOtherAdmins(q, administering, 1);
  return new Map(
    [...groupedBy(rows, ({ revoked_id }) => revoked_id)].map(([revokedId, lost]) => [
      revokedId,
      {
        protected_asset: lost.find((row) => row.protected)?.name ?? null,
        last_admin_of:
          lost.find((row) => administers(row.permission) && (others.get(pairKey(row)) ?? 0) === 0)?.name ??
          null,
      },
    ]),
  );
}
