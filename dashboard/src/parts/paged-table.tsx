import type { ReactNode } from 'react';
import { More } from './more.tsx';
import { TableBox } from './table-box.tsx';
import type { PagesQuery } from './use-pages.ts';

/** The rows of a list that grows page by page, and under them the way to more. */
export function PagedTable<T>(props: {
  query: PagesQuery<T>;
  label: string;
  columns: readonly ReactNode[];
  minWidth?: number;
  /** In another order than they came. */
  items?: readonly T[];
  row: (item: T) => ReactNode;
}) {
  const { query, items: given, row, ...table } = props;
  const items = query.data?.items ?? [];
  return (
    <>
      <TableBox {...table}>{(given ?? items).map(row)}</TableBox>
      <More
        shown={items.length}
        total={query.data?.total ?? items.length}
        hasMore={query.hasNextPage}
        isLoading={query.isFetchingNextPage}
        onMore={() => void query.fetchNextPage()}
      />
    </>
  );
}
