import { administers, type GuardFacts } from '../domain/remediation-guards.ts';
import type { RemediationPlan } from '../domain/remediation-plan.ts';
import type { Querier } from '../store/database.ts';
import { breakerFor, removalCounts } from '../store/remediation-breakers.ts';
import { countOtherAdmins, type GrantCircumstances, type Losses } from '../store/remediation-facts.ts';

export interface GuardedRemoval {
  principal_id: string;
  asset_id: string;
  platform: string;
  accept_other_losses: boolean;
  /** Null until it has been let through once. */
  released_at: string | null;
}

/** What the guards are asked about a removal, as of now. */
export async function removalGuardFacts(
  q: Querier,
  removal: GuardedRemoval,
  known: {
    grant: GrantCircumstances;
    also: RemediationPlan['also_removes'];
    now: number;
    losses: Pick<Losses, 'group_grant'>;
  },
): Promise<GuardFacts> {
  const { grant, also, now, losses } = known;
  const { principal_id, asset_id, platform, accept_other_losses, released_at } = removal;
  const counts = await removalCounts(q, asset_id, now);
  const open = await breakerFor(q, asset_id);
  return {
    now,
    principal: { name: grant.principal_name, protected: grant.principal_protected },
    asset: { name: grant.asset_name, protected: grant.asset_protected },
    grant: { permission: grant.permission, granted_at: Date.parse(grant.granted_at) },
    other_admins: administers(grant.permission) ? await countOtherAdmins(q, principal_id, asset_id) : 0,
    telemetry: {
      platform,
      gap_since: grant.gap_since === null ? null : Date.parse(grant.gap_since),
      connector:
        grant.connector_name === null
          ? null
          : {
              name: grant.connector_name,
              last_use_read_at: grant.last_use_read_at === null ? null : Date.parse(grant.last_use_read_at),
            },
    },
    also_removes: {
      total: also.total,
      fresh: also.in_use,
      examples: also.items
        .filter((item) => item.in_use)
        .slice(0, 3)
        .map((item) => `${item.permission} on ${item.asset_name}`),
    },
    accept_other_losses,
    breaker: {
      open: open?.reason ?? null,
      // Its own release, when it is tried again, is among those that are counted.
      tenant: { ...counts.tenant, adding: released_at === null ? 1 + also.total : 0 },
      asset: {
        ...counts.asset,
        adding: released_at === null ? 1 + (losses.group_grant ? also.total : 0) : 0,
      },
    },
  };
}
