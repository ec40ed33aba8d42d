import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { Band } from '../../parts/risk-badge.tsx';

type Bands = Record<Band, number>;

export interface Overview {
  as_of: string;
  computed_at: string | null;
  grants: { total: number; bands: Bands };
  history: ({ date: string } & Bands)[];
  heat_map: { department: string | null; platform: string; grants: number; stale: number }[];
  reviews: {
    pending: number;
    escalated: number;
    overdue: number;
    due_24h: number;
    by_risk: Record<'CRITICAL' | 'HIGH' | 'MEDIUM' | 'LOW', number>;
    oldest_due_at: string | null;
  };
  decisions: {
    week: string;
    confirmed: number;
    revoked: number;
    escalated: number;
    expired: number;
    by_system: number;
  }[];
  removals: {
    completed: number;
    verified: number;
    failed: number;
    blocked: number;
    reverted: number;
    pending: number;
  };
  forecast: { week: string; reviews: number }[];
}

export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  // The first figures take seconds; after that the stream tells.
  refetchInterval: ({ state }) => (state.data?.computed_at === null ? 2_000 : false),
  queryFn: () => api.get('/v1/overview' as never) as unknown as Promise<Overview>,
});
