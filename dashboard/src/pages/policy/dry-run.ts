import type { Answer } from '@lapse/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';

export type DryRun = Answer<'/v1/policy/dry-runs/{id}', 'get'>;
export type DryRunResult = NonNullable<DryRun['result']>;

const EVERY_MS = 1_000;

/** Tries a policy without putting it in force. Looked at each second while it runs. */
export function useDryRun() {
  const [tried, setTried] = useState<string | null>(null);
  const start = useMutation({
    mutationFn: (body: Record<string, unknown>) => api.post('/v1/policy/dry-runs', { body }),
    onMutate: (body) => setTried(JSON.stringify(body)),
  });
  const id = start.data?.id;
  const run = useQuery({
    queryKey: ['policy', 'dry-runs', id],
    enabled: id !== undefined,
    ...(start.data ? { initialData: start.data } : {}),
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? EVERY_MS : false),
    queryFn: () => api.get('/v1/policy/dry-runs/{id}', { params: { id: id as string } }),
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
