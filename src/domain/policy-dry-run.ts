import type { BandCounts } from './overview.ts';

export const DRY_RUN_STATUSES = ['running', 'completed', 'failed'] as const;
export const DRY_RUN_GRANTS_MAX = 100;
export const DRY_RUN_DAYS = 90;

export interface DryRunGrant {
  grant_id: string;
  principal_id: string;
  principal_name: string;
  asset_id: string;
  asset_name: string;
  score_now: number | null;
  score_then: number;
  lapses_at_now: string | null;
  lapses_at_then: string;
  asks_now: boolean;
  asks_then: boolean;
}

export interface DryRunResult {
  today: {
    packets_now: number;
    packets_then: number;
    grants_changed: number;
    bands_now: BandCounts;
    bands_then: BandCounts;
    grants: DryRunGrant[];
  };
  last_90_days: {
    packets_now: number;
    packets_then: number;
    weeks: { week: string; packets_now: number; packets_then: number }[];
  };
}
