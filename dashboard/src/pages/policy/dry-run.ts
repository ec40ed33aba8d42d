import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import type { Band } from '../../parts/risk-badge.tsx';

type Bands = Record<Band, number>;

export interface DryRunResult {
  today: {
    packets_now: number;
    packets_then: number;
    grants_changed: number;
    bands_now: Bands;
    bands_then: Bands;
    grants: {
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
    }[];
  };
  last_90_days: {
    packets_now: number;
    packets_then: number;
    weeks: { week: string; packets_now: number; packets_then: number }[];
  };
}

export interface DryRun {
  id: string;
  status: 'running' | 'completed' | 'failed';
  processed: number;
  total: number;
  error: string | null;
  result: DryRunResult | null;
}

const EVERY_MS = 1_000;

/** Tries a policy without putting it in force. Looked at each second while it runs. */
export function useDryRun() {
  const [tried, setTried] = useState<string | null>(null);
  const start = useMutation({
    mutationFn: (body: Record<string, unknown>) =>
      api.post('/v1/policy/dry-runs' as never, { body } as never) as unknown as Promise<DryRun>,
    onMutate: (body) => setTried(JSON.stringify(body)),
  });
  const id = start.data?.id;
  const run = useQuery({
    queryKey: ['policy', 'dry-runs', id],
    enabled: id !== undefined,
    ...(start.data ? { initialData: start.data } : {}),
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? EVERY_MS : false),
    queryFn: () =>
      api.get('/v1/policy/dry-runs/{id}' as never, { params: { id } } as never) as unknown as Promise<DryRun>,
  });
  return {
    start,
    run: id === undefined ? undefined : run.data,
    error: start.error ?? run.error,
    isOf: (body: Record<string, unknown>) => tried === JSON.stringify(body),
    forget: () => {
      setTried(null);
      start.reset();
    },
  };
}
