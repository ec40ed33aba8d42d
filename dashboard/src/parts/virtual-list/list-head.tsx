// biome-ignore-all lint/a11y/useSemanticElements: a virtual list places its rows by itself, which a table element cannot.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and names the active row.
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import type { Column } from './list-row.tsx';
import { type Order, orderAfterClick } from './row-pages.ts';
import classes from './virtual-list.module.css';

export interface Sorting {
  sort: string;
  order: Order;
  change(next: { sort: string; order: Order }): void;
}

/** The names of the columns, which stay when the rows move; some sort. */
export function ListHead<Row>({ columns, sorting }: { columns: readonly Column<Row>[]; sorting: Sorting }) {
  return (
    <div role="rowgroup">
      <div role="row" aria-rowindex={1} className={classes.head}>
        {columns.map(({ key, header, sort, end }) => {
          const isSorted = sort !== undefined && sorting.sort === sort.name;
          const Icon = isSorted ? (sorting.order === 'asc' ? IconArrowUp : IconArrowDown) : IconArrowsSort;
          return (
            <div
              key={key}
              role="columnheader"
              className={classes.cell}
              data-end={end}
              aria-sort={isSorted ? (sorting.order === 'asc' ? 'ascending' : 'descending') : undefined}
            >
              {sort ? (
                <button
                  type="button"
                  className={classes.sort}
                  data-sorted={isSorted}
                  onClick={() =>
                    sorting.change(orderAfterClick(sorting, { sort: sort.name, first: sort.first }))
                  }
                >
                  {header}
                  <Icon size={13} stroke={2} aria-hidden />
                </button>
              ) : (
                header
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}
