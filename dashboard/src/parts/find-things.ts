import type { Item } from '@lapse/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { platformName } from '../strings/platforms.ts';

export interface Thing {
  kind: 'principal' | 'asset';
  id: string;
  name: string;
  /** Without what tells it from others of that name. */
  own_name?: string;
}

type Kinds = readonly Thing['kind'][];

interface Narrowed {
  /** Of principals: only people who are enabled. */
  isPerson?: boolean;
}

interface Found {
  principals: Item<'/v1/principals'>[];
  assets: Item<'/v1/assets'>[];
}

/** Those whose names have words that begin like those of the text; the first ones without any. */
export async function findThings(
  kinds: Kinds,
  text: string,
  limit: number,
  signal: AbortSignal,
  { isPerson = false }: Narrowed = {},
): Promise<Found> {
  const query = { limit, ...(text === '' ? {} : { q: text }) };
  const [principals, assets] = await Promise.all([
    kinds.includes('principal')
      ? api.get('/v1/principals', {
          query: { ...query, ...(isPerson ? { type: 'user' as const } : {}) },
          signal,
        })
      : null,
    kinds.includes('asset') ? api.get('/v1/assets', { query, signal }) : null,
  ]);
  const found = principals?.items ?? [];
  return {
    principals: isPerson ? found.filter(({ disabled }) => !disabled) : found,
    assets: assets?.items ?? [],
  };
}

const named = (name: string, hint: string | null): string => (hint ? `${name} (${hint})` : name);

export const principalThing = ({
  id,
  display_name,
  department,
}: Pick<Item<'/v1/principals'>, 'id' | 'display_name' | 'department'>): Thing => ({
  kind: 'principal',
  id,
  name: named(display_name, department),
  own_name: display_name,
});

const thingsOf = ({ principals, assets }: Found): Thing[] => [
  ...principals.map(principalThing),
  ...assets.map(({ id, name, platform }) => ({
    kind: 'asset' as const,
    id,
    name: named(name, platformName(platform)),
  })),
];

const SHOWN = 12;

/** What a field offers while one types. */
export function useThings(kinds: Kinds, text: string, isWanted: boolean, narrowed: Narrowed = {}) {
  const words = text.trim();
  const query = useQuery({
    queryKey: [kinds[0] === 'asset' ? 'assets' : 'principals', 'find', kinds, words, narrowed],
    enabled: isWanted,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => thingsOf(await findThings(kinds, words, SHOWN, signal, narrowed)),
  });
  return { things: (isWanted && query.data) || [], isLoading: query.isFetching };
}
