import type { Answer } from '@lapse/client';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

export type Principal = Answer<'/v1/principals/{id}', 'get'>;
export type PrincipalScore = Answer<'/v1/scores/{principal_id}', 'get'>;
export type GrantScore = PrincipalScore['grants'][number];

/** Everything about one principal; the first words of the keys say which changes make it stale. */
export const principalQueries = {
  principal: (id: string) =>
    queryOptions({
      queryKey: ['principals', 'one', id],
      queryFn: () => api.get('/v1/principals/{id}', { params: { id } }),
    }),
  context: (id: string) =>
    queryOptions({
      queryKey: ['principals', 'context', id],
      queryFn: () => api.get('/v1/principals/{id}/context', { params: { id } }),
    }),
  score: (id: string) =>
    queryOptions({
      queryKey: ['scores', 'principal', id],
      queryFn: () => api.get('/v1/scores/{principal_id}', { params: { principal_id: id } }),
    }),
  history: (id: string) =>
    queryOptions({
      queryKey: ['scores', 'history', id],
      queryFn: () => api.get('/v1/scores/history', { query: { principal_id: id, points: 91, limit: 6 } }),
    }),
  metrics: (id: string, period: string) =>
    queryOptions({
      queryKey: ['scores', 'metrics', id, period],
      queryFn: () =>
        api.get('/v1/metrics/principal/{principal_id}', { params: { principal_id: id }, query: { period } }),
    }),
};
