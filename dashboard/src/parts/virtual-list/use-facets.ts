import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { FilterOption } from './filter-select.tsx';

const STALE_MS = 10 * 60_000;

/** What lists can be filtered by. */
export function useFacets() {
  const { data } = useQuery({
    queryKey: ['facets'],
    queryFn: () => api.get('/v1/directory/facets'),
    staleTime: STALE_MS,
  });
  return data;
}

export const facetOptions = (
  facets: readonly { value: string; count: number }[] | undefined,
  names: Readonly<Record<string, string>> = {},
): FilterOption[] =>
  (facets ?? []).map(({ value, count }) => ({ value, label: names[value] ?? value, count }));
