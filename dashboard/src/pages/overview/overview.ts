import type { Answer } from '@lapse/client';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

export type Overview = Answer<'/v1/overview', 'get'>;

const COMPUTING_MS = 2_000;

export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: () => api.get('/v1/overview'),
  // What is being computed takes seconds; after that the stream tells.
  refetchInterval: ({ state }) =>
    state.data?.computed_at === null || state.data?.status === 'computing' ? COMPUTING_MS : false,
});
