import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

export const policyQuery = queryOptions({
  queryKey: ['policy', 'in-force'],
  queryFn: () => api.get('/v1/policy'),
});
