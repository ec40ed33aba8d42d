import type { BandCounts } from '../overview/overview.rules.ts';

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

export interface DryRunGrant extends ComparedGrant {
  principal_name: string;
  asset_name: string;
}

interface Counts<Grant> {
  today: {
    packets_now: number;
    packets_then: number;
    grants_changed: number;
    bands_now: BandCounts;
    bands_then: BandCounts;
    grants: Grant[];
  };
  last_90_days: {
    packets_now: number;
    packets_then: number;
    weeks: { week: string; packets_now: number; packets_then: number }[];
  };
}

export type DryRunResult = Counts<DryRunGrant>;
/** What the batches so far have found. */
export type DryRunSums = Counts<ComparedGrant>;

const noBands = (): BandCounts => ({ low: 0, medium: 0, high: 0, critical: 0 });

export const emptySums = (weeks: readonly string[]): DryRunSums => ({
  today: {
    packets_now: 0,
    packets_then: 0,
    grants_changed: 0,
    bands_now: noBands(),
    bands_then: noBands(),
    grants: [],
  },
  last_90_days: {
    packets_now: 0,
    packets_then: 0,
    weeks: weeks.map((week) => ({ week, packets_now: 0, packets_then: 0 })),
  },
});

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
