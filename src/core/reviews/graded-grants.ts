import type { ModelVersion, Policy } from '../policy/policy.rules.ts';
import { completeFacts, type StoredFacts } from '../scores/apply/grant-facts.sql.ts';
import { scoreOfLapse } from '../scores/half-life.rules.ts';
import { lapseOf } from '../scores/lapse-date.rules.ts';
import type { GrantFacts } from '../scores/shifts.rules.ts';

/** A grant as it is at an instant. */
export interface GradedGrant {
  grant_id: string;
  score: number;
  half_life_class: number;
  model_version: ModelVersion;
  facts: GrantFacts;
}

/** By the score that is stored; by one computed here where there is none yet. Those that nothing is known of are left out. */
export function gradeGrants(
  ids: readonly string[],
  factsOf: ReadonlyMap<string, StoredFacts>,
  { policy, now }: { policy: Policy; now: number },
): GradedGrant[] {
  return ids.flatMap((id) => {
    const known = factsOf.get(id);
    if (!known) return [];
    const facts = completeFacts(known, { use: known.facts, anomaly_signals: known.facts.anomaly_signals });
    const { lapses_at, half_life_class } = known.stored ?? lapseOf(facts, policy);
    return [
      {
        grant_id: id,
        score: scoreOfLapse({ lapses_at, half_life_class }, now, policy),
        half_life_class,
        model_version: known.stored?.model_version ?? policy.model_version,
        facts,
      },
    ];
  });
}
