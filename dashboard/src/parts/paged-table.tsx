import { Group } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { operationStrings } from '../strings/operations.ts';
import { SmallButton } from './buttons.tsx';
import { formatNumber } from './format.ts';
import type { ChosenColumns } from './list-tools/use-columns.ts';
import { Empty, QueryState } from './query-state.tsx';
import { HiddenPlaces, TableBox } from './table-box.tsx';
import { Small } from './text.ts';
import type { PagesQuery } from './use-pages.ts';

interface Words {
  title: string;
  columns: readonly ReactNode[];
  /** There is nothing at all. */
  none: string;
  noneHint?: string;
  /** There is nothing that matches the filters. */
  noMatch?: string;
  noMatchHint?: string;
}

/** The rows of a list that grows page by page, and under them the way to more. */
export function PagedTable<T>(props: {
  query: PagesQuery<T>;
  words: Words;
  minWidth?: number;
  /** Brings them in another order than they came. */
  sort?: (items: T[]) => T[];
  row: (item: T) => ReactNode;
  isFiltered?: boolean;
  /** Instead of words alone, when there is nothing. */
  empty?: ReactNode;
  /** Which of its columns are shown; left out, all. */
  shown?: Pick<ChosenColumns<{ key: string }>, 'all' | 'shown'>;
}) {
  const { query, words, minWidth, sort = (items) => items, row, isFiltered = false, empty, shown } = props;
  const hidden = useMemo(() => placesNotIn(shown), [shown]);
  const { title, columns, none, noneHint, noMatch = none, noMatchHint } = words;
  return (
    <QueryState query={query}>
      {({ items, total }) =>
        items.length === 0 ? (
          (empty ?? <Empty title={isFiltered ? noMatch : none}>{isFiltered ? noMatchHint : noneHint}</Empty>)
        ) : (
          <HiddenPlaces value={hidden}>
            <TableBox label={title} columns={columns} minWidth={minWidth}>
              {sort(items).map(row)}
            </TableBox>
            <More
              shown={items.length}
              total={total}
              hasMore={query.hasNextPage}
              isLoading={query.isFetchingNextPage}
              onMore={() => void query.fetchNextPage()}
            />
          </HiddenPlaces>
        )
      }
    </QueryState>
  );
}

const placesNotIn = (columns: { all: readonly object[]; shown: readonly object[] } | undefined) =>
  new Set(columns?.all.flatMap((column, place) => (columns.shown.includes(column) ? [] : [place])));

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
      <Small role="status">{operationStrings.shown(formatNumber(shown), formatNumber(total))}</Small>
      {hasMore ? (
        <SmallButton loading={isLoading} onClick={onMore}>
          {operationStrings.more}
        </SmallButton>
      ) : null}
    </Group>
  );
}
