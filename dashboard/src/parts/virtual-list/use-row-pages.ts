import { useDebouncedValue } from '@mantine/hooks';
import { type QueryKey, useQueries, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { PAGE_ROWS, ROWS_MAX } from './row-pages.ts';

export interface RowPage<Row> {
  items: Row[];
  total: number;
  total_is_exact?: boolean;
  next_cursor: string | null;
}

export interface RowSource<Row> {
  /** Begins with the kind of thing, so that changes of others make it stale. */
  queryKey: QueryKey;
  load(page: { limit: number; offset?: number; cursor?: string }, signal: AbortSignal): Promise<RowPage<Row>>;
}

export interface RowPages<Row> {
  row(index: number): Row | undefined;
  /** Pages that are there and in sight. */
  shown: { page: number; items: Row[] }[];
  /** How many rows the list has; null before the first page is there. */
  count: number | null;
  total: number;
  is_exact: boolean;
  error: unknown;
  retry(): void;
}

const pagesIn = (text: string): number[] => text.split(',').filter(Boolean).map(Number);

/** Pages that a hand only passes on its way are not asked for. */
const REST_MS = 120;

/**
 * The pages in sight, each its own query: two at most overlap a screen, so no more are asked for at once, and one whose
 * rows have left the sight is broken off. Pages that were read before are shown while the hand still moves. `sight` is the
 * numbers of the pages in sight, with commas between.
 */
export function useRowPages<Row>(source: RowSource<Row>, sight: string): RowPages<Row> {
  const client = useQueryClient();
  const { queryKey, load } = source;
  const [rested] = useDebouncedValue(sight, REST_MS);
  const keyText = JSON.stringify(queryKey);
  const known = useRef<{ key: string; total: number; is_exact: boolean } | null>(null);
  // The first page is not waited for: there is no movement yet.
  const wanted = pagesIn(known.current?.key === keyText ? rested : sight);
  const pageKey = (page: number): QueryKey => [...queryKey, 'rows', page];
  const queries = useQueries({
    queries: wanted.slice(0, 2).map((page) => ({
      queryKey: pageKey(page),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        load({ limit: PAGE_ROWS, offset: page * PAGE_ROWS }, signal),
    })),
  });
  const latest = queries.findLast((query) => query.data !== undefined)?.data;
  if (latest) {
    known.current = { key: keyText, total: latest.total, is_exact: latest.total_is_exact ?? true };
  }
  const current = known.current?.key === keyText ? known.current : null;
  const failed = queries.find((query) => query.isError && query.data === undefined);
  const items = new Map<number, Row[]>();
  for (const page of new Set([...pagesIn(sight), ...wanted])) {
    const data = client.getQueryData<RowPage<Row>>(pageKey(page));
    if (data) items.set(page, data.items);
  }
  const shownKey = wanted.filter((page) => items.has(page)).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: made again when other pages are shown, not at every render.
  const shown = useMemo(
    () => wanted.flatMap((page) => (items.has(page) ? [{ page, items: items.get(page) as Row[] }] : [])),
    [shownKey, keyText, latest],
  );
  return {
    row: (index) => items.get(Math.floor(index / PAGE_ROWS))?.[index % PAGE_ROWS],
    shown,
    count: current ? Math.min(current.total, ROWS_MAX) : null,
    total: current?.total ?? 0,
    is_exact: current?.is_exact ?? true,
    error: failed?.error ?? null,
    retry: () => void failed?.refetch(),
  };
}

/** The rows of a kind that a query asks for, with their scores. `load` stays the same function. */
export function useRowSource<Row>(
  kind: 'principals' | 'assets' | 'grants',
  load: (query: object, signal: AbortSignal) => Promise<RowPage<Row>>,
  query: Readonly<Record<string, string | undefined>>,
): RowSource<Row> {
  const text = JSON.stringify(query);
  return useMemo(
    () => ({
      queryKey: [kind, 'list', JSON.parse(text)],
      load: (page, signal) => load({ ...JSON.parse(text), include: 'scores', ...page }, signal),
    }),
    [kind, load, text],
  );
}
