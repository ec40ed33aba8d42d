import type { Evidence } from '../evidence/evidence.rules.ts';
import type { SaidQuestion } from './holder.rules.ts';

type AskedGrant = Evidence['grants'][number];

/** What a holder is asked about: what is there, and not decided yet. */
export const askedGrants = (
  { grants }: Evidence,
  { decided_grant_ids }: { decided_grant_ids: readonly string[] },
): AskedGrant[] =>
  grants.filter(({ grant_id, status }) => status === 'active' && !decided_grant_ids.includes(grant_id));

export function saidOf(
  { asset, telemetry }: Evidence,
  grants: readonly AskedGrant[],
  asked_by_name: string,
): SaidQuestion {
  const uses = grants.flatMap(({ last_used }) => last_used ?? []).sort();
  const granted = grants.map(({ granted_at }) => granted_at).sort();
  return {
    asset_name: asset.name,
    platform: asset.platform,
    permissions: [...new Set(grants.map(({ permission }) => permission))],
    last_used_at: uses.at(-1) ?? null,
    granted_at: granted[0] as string,
    coverage: telemetry.coverage,
    unobserved_days: telemetry.unobserved_days,
    asked_by_name,
  };
}
