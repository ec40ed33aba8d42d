import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';

interface PageOf<T> {
  items: T[];
  next_cursor: string | null;
  total: number;
}

export interface Pages<T> {
  items: T[];
  total: number;
}

/** A list that grows page by page when it is asked for more. */
export function usePages<T>(options: {
  queryKey: QueryKey;
  load: (page: { limit: number; cursor?: string }) => Promise<PageOf<T>>;
  limit?: number;
  /** How long until it is worth looking again, for what moves by the second; false: the stream tells. */
  lookAgain?: (items: T[]) => number | false;
}) {
  const { queryKey, load, limit = 50, lookAgain } = options;
  return useInfiniteQuery({
    queryKey,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) => load(pageParam === null ? { limit } : { limit, cursor: pageParam }),
    getNextPageParam: (last: PageOf<T>) => last.next_cursor,
    select: ({ pages }): Pages<T> => ({
      items: pages.flatMap(({ items }) => items),
      total: pages[0]?.total ?? 0,
    }),
    ...(lookAgain
      ? {
          refetchInterval: ({ state }: { state: { data?: { pages: PageOf<T>[] } | undefined } }) =>
            lookAgain(state.data?.pages.flatMap(({ items }) => items) ?? []),
        }
      : {}),
  });
}

export type PagesQuery<T> = ReturnType<typeof usePages<T>>;
