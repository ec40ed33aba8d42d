import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { operationStrings } from '../strings/operations.ts';
import { formatNumber } from './format.ts';
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

/** Under a list: how much of it is shown, and the way to the rest. */
export function More(props: {
  shown: number;
  total: number;
  hasMore: boolean;
  isLoading: boolean;
  onMore: () => void;
}) {
  const { shown, total, hasMore, isLoading, onMore } = props;
  return (
    <Group justify="space-between" gap="xs">
      <Text size="xs" c="dimmed" role="status">
        {operationStrings.shown(formatNumber(shown), formatNumber(total))}
      </Text>
      {hasMore ? (
        <Button size="xs" variant="default" loading={isLoading} onClick={onMore}>
          {operationStrings.more}
        </Button>
      ) : null}
    </Group>
  );
}
