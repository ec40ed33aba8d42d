import { useMemo } from 'react';
import type { RowPage, RowSource } from './use-row-pages.ts';

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
