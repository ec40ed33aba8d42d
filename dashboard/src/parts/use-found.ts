import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';

export interface Option {
  value: string;
  label: string;
}

const SHOWN = 20;

/** Principals or assets whose names have words that begin like those of the text; the first ones without any. */
export function useFound(kind: 'principals' | 'assets', text: string, isWanted = true) {
  const words = text.trim();
  const query = useQuery({
    queryKey: [kind, 'find', words],
    enabled: isWanted,
    placeholderData: keepPreviousData,
    queryFn: async (): Promise<Option[]> => {
      const wanted = { limit: SHOWN, ...(words === '' ? {} : { q: words }) };
      if (kind === 'assets') {
        const { items } = await api.get('/v1/assets', { query: wanted });
        return items.map(({ id, name, platform }) => ({ value: id, label: `${name} (${platform})` }));
      }
      const { items } = await api.get('/v1/principals', { query: wanted });
      return items.map(({ id, display_name }) => ({ value: id, label: display_name }));
    },
  });
  return { found: query.data ?? [], isLoading: query.isFetching };
}
