import { bandCounts } from '../overview/overview.rules.ts';

export const DRY_RUN_STATUSES = ['running', 'completed', 'failed'] as const;
export const DRY_RUN_GRANTS_MAX = 100;
export const DRY_RUN_DAYS = 90;
/** Of a tenant, at a time. */
export const DRY_RUNS_MAX = 5;

/** A grant under both policies. */
export interface ComparedGrant {
  grant_id: string;
  principal_id: string;
  asset_id: string;
  score_now: number | null;
  score_then: number;
  lapses_at_now: string | null;
  lapses_at_then: string;
  asks_now: boolean;
  asks_then: boolean;
}

/** What batches add to. */
export const emptySums = (weeks: readonly string[]) => ({
  today: {
    packets_now: 0,
    packets_then: 0,
    grants_changed: 0,
    bands_now: bandCounts(() => 0),
    bands_then: bandCounts(() => 0),
    grants: [] as ComparedGrant[],
  },
  last_90_days: {
    packets_now: 0,
    packets_then: 0,
    weeks: weeks.map((week) => ({ week, packets_now: 0, packets_then: 0 })),
  },
});

export type DryRunSums = ReturnType<typeof emptySums>;
export type DryRunResult = DryRunSums & {
  today: { grants: (ComparedGrant & { principal_name: string; asset_name: string })[] };
};

/** Those that begin or stop being asked about, then those whose score changes most. */
export function mostChanged(grants: readonly ComparedGrant[]): ComparedGrant[] {
  const turns = (grant: ComparedGrant): number => Number(grant.asks_now !== grant.asks_then);
  const change = ({ score_now, score_then }: ComparedGrant): number =>
    Math.abs(score_then - (score_now ?? 0));
  return grants
    .filter((grant) => turns(grant) === 1 || grant.score_now !== grant.score_then)
    .sort((a, b) => turns(b) - turns(a) || change(b) - change(a) || (a.grant_id < b.grant_id ? -1 : 1))
    .slice(0, DRY_RUN_GRANTS_MAX);
}
