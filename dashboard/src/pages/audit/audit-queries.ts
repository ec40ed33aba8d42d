import type { components } from '@lapse/client';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

export const checkpointQuery = queryOptions({
  queryKey: ['audit', 'checkpoint'],
  // Asked for as JSON; as text it is the signed note alone.
  queryFn: async () => (await api.get('/v1/audit/checkpoint')) as components['schemas']['AuditCheckpoint'],
});

/** It stays the same for as long as the log is there. */
export const keyQuery = queryOptions({
  queryKey: ['audit-key'],
  queryFn: () => api.get('/v1/audit/key'),
  staleTime: Number.POSITIVE_INFINITY,
});

/** How many there are at all: less what the checkpoint covers, how many wait. */
export const totalQuery = queryOptions({
  queryKey: ['audit', 'total'],
  queryFn: async () => (await api.get('/v1/audit', { query: { limit: 1 } as never })).total,
});
