import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Panel } from './panel.tsx';
import { QueryState } from './query-state.tsx';
import { TableBox } from './table-box.tsx';

/** The latest rows of a list about one thing, under their own heading. */
export function LatestPanel<T>(props: {
  title: string;
  actions?: ReactNode;
  query: UseQueryResult<{ items: T[]; total: number }>;
  columns: readonly string[];
  minWidth: number;
  row: (item: T) => ReactNode;
  empty: ReactNode;
  /** Below the rows when there are others. */
  more?: (shown: number, total: number) => ReactNode;
}) {
  const { title, actions, query, columns, minWidth, row, empty, more } = props;
  return (
    <Panel title={title} bare actions={actions}>
      <QueryState query={query} skeleton={<Skeleton height={120} />}>
        {({ items, total }) =>
          items.length === 0 ? (
            empty
          ) : (
            <>
              <TableBox label={title} columns={columns} minWidth={minWidth}>
                {items.map(row)}
              </TableBox>
              {total > items.length ? more?.(items.length, total) : null}
            </>
          )
        }
      </QueryState>
    </Panel>
  );
}
