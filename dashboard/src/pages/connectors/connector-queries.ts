import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

const SYNC_LOOK_MS = 2_000;
const PIPELINE_LOOK_MS = 15_000;

export const connectorsQuery = queryOptions({
  queryKey: ['connectors', 'list'],
  queryFn: () => api.get('/v1/connectors', { query: { limit: 100 } }),
  refetchInterval: ({ state: { data } }) =>
    data?.items.some(({ is_syncing }) => is_syncing) ? SYNC_LOOK_MS : false,
});

const FIRST_LOOK_MS = 1_000;

export const connectorQuery = (id: string) =>
  queryOptions({
    queryKey: ['connectors', id],
    queryFn: () => api.get('/v1/connectors/{id}', { params: { id } }),
    refetchInterval: ({ state: { data } }) => {
      if (!data) return false;
      if (data.is_syncing) return SYNC_LOOK_MS;
      return data.enabled && data.progress === null && data.error === null ? FIRST_LOOK_MS : false;
    },
  });

export const typesQuery = queryOptions({
  queryKey: ['connector-types'],
  queryFn: () => api.get('/v1/connectors/types'),
  staleTime: Number.POSITIVE_INFINITY,
});

export const pipelineQuery = queryOptions({
  queryKey: ['connectors', 'pipeline'],
  queryFn: () => api.get('/v1/pipeline'),
  refetchInterval: PIPELINE_LOOK_MS,
});
