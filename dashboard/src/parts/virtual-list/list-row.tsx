// biome-ignore-all lint/a11y/useSemanticElements: a virtual list places its rows by itself, which a table element cannot.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and names the active row.
import { memo, type ReactNode } from 'react';
import type { SparklinePoint } from '../../charts/sparkline-path.ts';
import type { ListColumn } from '../list-tools/columns.ts';
import classes from './virtual-list.module.css';

export interface Column<Row> extends ListColumn<Row> {
  /** As a grid track, such as `minmax(120px, 1fr)`. */
  width: string;
  /** The API's word for sorting by it, and which way it is read first. */
  sort?: { name: string; first: 'asc' | 'desc' };
  /** Numbers stand at the end. */
  end?: boolean;
  cell(row: Row, points: SparklinePoint[] | undefined): ReactNode;
}

/** Makes the columns of a list, which are called as its words say. */
export const columnsNamed =
  <Row, Key extends string>(names: Readonly<Record<Key, string>>) =>
  (
    key: Key,
    width: string,
    cell: Column<Row>['cell'],
    more: Pick<Column<Row>, 'sort' | 'end' | 'csv'> = {},
  ): Column<Row> => ({ key, header: names[key], width, cell, ...more });

interface ListRowProps<Row> {
  id: string;
  index: number;
  top: number;
  height: number;
  row: Row | undefined;
  points: SparklinePoint[] | undefined;
  columns: readonly Column<Row>[];
  /** Instead of columns, on narrow screens. */
  card: ((row: Row, points: SparklinePoint[] | undefined) => ReactNode) | null;
  isActive: boolean;
  onOpen(index: number, inNewTab: boolean): void;
}

/** One row at its place; drawn again only when something about it changes. */
export const ListRow = memo(function ListRow<Row>(props: ListRowProps<Row>) {
  const { id, index, top, height, row, points, columns, card, isActive, onOpen } = props;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid has the keys; its name in the row is a real link.
    <div
      id={id}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isActive}
      data-active={isActive}
      data-waiting={row === undefined}
      data-card={card !== null}
      className={classes.row}
      style={{ height, transform: `translateY(${top}px)` }}
      onClick={(event) => {
        if (row === undefined || (event.target as HTMLElement).closest('a, button')) return;
        onOpen(index, event.ctrlKey || event.metaKey);
      }}
    >
      {card ? (
        <div role="gridcell" className={classes.cell}>
          {row === undefined ? <div className={classes.bar} style={{ width: '60%' }} /> : card(row, points)}
        </div>
      ) : (
        columns.map((column, place) => (
          <div key={column.key} role="gridcell" className={classes.cell} data-end={column.end}>
            {row === undefined ? (
              <div className={classes.bar} style={{ width: `${place === 0 ? 70 : 50}%` }} />
            ) : (
              column.cell(row, points)
            )}
          </div>
        ))
      )}
    </div>
  );
}) as <Row>(props: ListRowProps<Row>) => ReactNode;
