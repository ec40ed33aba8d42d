import { pairKey } from '../../core/reviews/evidence/pairs.sql.ts';
import type { Querier } from '../../platform/database/database.ts';
import { countOtherAdmins, type Losses } from './facts.sql.ts';
import { administers, type GuardFacts } from './guards.rules.ts';

export type Endangered = GuardFacts['endangered'];

export const NOTHING_ENDANGERED: Endangered = { protected_asset: null, last_admin_of: null };

/**
 * What leaving groups would take besides that the guards would not let go of alone. Not asked of a group's grant: there the asset is
 * the one that is asked about already.
 */
export async function endangeredByLosses(q: Querier, { grant_id, membership }: Losses): Promise<Endangered> {
  if (membership === null) return NOTHING_ENDANGERED;
  const rows = await q.query<{
    principal_id: string;
    asset_id: string;
    permission: string;
    name: string;
    protected: boolean;
  }>(
    `SELECT g.principal_id, g.asset_id, g.permission, a.name, a.protected
     FROM grants g JOIN assets a ON a.tenant_id = $1 AND a.id = g.asset_id
     WHERE g.tenant_id = $1 AND g.principal_id = $2 AND g.via_group_id = ANY ($3::text[]) AND g.status = 'active' AND g.id <> $4
       AND NOT EXISTS (SELECT FROM grants other WHERE other.tenant_id = $1 AND other.principal_id = g.principal_id
                         AND other.asset_id = g.asset_id AND other.permission = g.permission AND other.status = 'active'
                         AND (other.via_group_id IS NULL OR other.via_group_id <> ALL ($3::text[])))
     ORDER BY a.name, g.id`,
    [q.tenant_id, membership.member_id, membership.group_ids, grant_id],
  );
  const administering = rows.filter(({ permission }) => administers(permission));
  const others = await countOtherAdmins(q, administering, 1);
  return {
    protected_asset: rows.find((row) => row.protected)?.name ?? null,
    last_admin_of: administering.find((row) => (others.get(pairKey(row)) ?? 0) === 0)?.name ?? null,
  };
}
