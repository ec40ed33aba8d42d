import type { Answer } from '@lapse/client';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

export type Overview = Answer<'/v1/overview', 'get'>;

const FIRST_FIGURES_MS = 2_000;

export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: () => api.get('/v1/overview'),
  // The first figures take seconds; after that the stream tells.
  refetchInterval: ({ state }) => (state.data?.computed_at === null ? FIRST_FIGURES_MS : false),
});
