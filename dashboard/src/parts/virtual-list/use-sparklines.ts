import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../api/client.ts';
import type { SparklinePoint } from '../../charts/sparkline-path.ts';

export type SparklineKind = 'grant_ids' | 'principal_ids';

/** They move by the hour; reading them again with every change of a list would use up the requests of the minute. */
const STALE_MS = 5 * 60_000;
/** Addresses longer than this are refused by some proxies. */
const TEXT_MAX = 6_000;

/** The last 90 days of the rows that are shown, one request per page of a list. */
export function useSparklines(
  kind: SparklineKind | undefined,
  pages: readonly { page: number; items: readonly { id: string }[] }[],
): ReadonlyMap<string, SparklinePoint[]> {
  const lists = kind
    ? pages.flatMap(({ items }) => chunks(items.map(({ id }) => encodeURIComponent(id))))
    : [];
  const answers = useQueries({
    queries: lists.map((ids) => ({
      queryKey: ['sparklines', kind, ids],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api.get('/v1/scores/sparklines', {
          query: kind === 'grant_ids' ? { grant_ids: ids } : { principal_ids: ids },
          signal,
        }),
      staleTime: STALE_MS,
      retry: false,
    })),
    combine: (results) => results.map(({ data }) => data),
  });
  return useMemo(
    () =>
      new Map(
        answers.flatMap((answer) =>
          (answer?.items ?? []).map(
            ({ id, points }) =>
              [id, points.map(([at = 0, score = 0]): SparklinePoint => [at, score])] as const,
          ),
        ),
      ),
    [answers],
  );
}

function chunks(ids: readonly string[]): string[] {
  const lists: string[] = [];
  let current = '';
  for (const id of ids) {
    if (current !== '' && current.length + id.length + 1 > TEXT_MAX) {
      lists.push(current);
      current = '';
    }
    current = current === '' ? id : `${current},${id}`;
  }
  return current === '' ? lists : [...lists, current];
}
