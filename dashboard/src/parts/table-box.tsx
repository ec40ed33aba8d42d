import { Table } from '@mantine/core';
import { Children, createContext, isValidElement, type ReactNode, useContext } from 'react';
import { operationStrings } from '../strings/operations.ts';
import classes from './table-box.module.css';

/** Places of columns that somebody has hidden, in the head and in every row. */
export const HiddenPlaces = createContext<ReadonlySet<number>>(new Set());

/** A real table in a box of its own: where it is wider than the screen, the box scrolls and not the page. */
export function TableBox(props: {
  /** What the table lists, for who cannot see it. */
  label: string;
  /** An empty one is of buttons, or in front of checkboxes. */
  columns: readonly ReactNode[];
  minWidth?: number | undefined;
  /** For figures: rows close to each other. */
  dense?: boolean;
  children: ReactNode;
}) {
  const { label, columns, minWidth = 640, dense = false, children } = props;
  const hidden = useContext(HiddenPlaces);
  return (
    <div className={classes.measure}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section className={classes.box} aria-label={label} tabIndex={0}>
        <Table
          miw={minWidth}
          verticalSpacing={dense ? 6 : 'sm'}
          horizontalSpacing="md"
          highlightOnHover
          aria-label={label}
        >
          <Table.Thead>
            <Table.Tr>
              {columns.map((column, place) =>
                hidden.has(place) ? null : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns do not move.
                  <Table.Th key={place} scope="col">
                    {column === '' ? (
                      <span className="visually-hidden">
                        {place === 0 ? operationStrings.choose : operationStrings.actions}
                      </span>
                    ) : (
                      column
                    )}
                  </Table.Th>
                ),
              )}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>{children}</Table.Tbody>
        </Table>
      </section>
    </div>
  );
}

/** A row of which each child is a cell; a `Table.Td` among them is the cell itself. */
export function Row({ children }: { children: ReactNode }) {
  const hidden = useContext(HiddenPlaces);
  const shown = Children.toArray(children).filter((_, place) => !hidden.has(place));
  return (
    <Table.Tr>
      {Children.map(shown, (cell) =>
        isValidElement(cell) && cell.type === Table.Td ? cell : <Table.Td>{cell}</Table.Td>,
      )}
    </Table.Tr>
  );
}

/** What belongs to the row above it, over all columns that are shown. */
export function WholeRow({ columns, children }: { columns: number; children: ReactNode }) {
  const hidden = useContext(HiddenPlaces);
  return (
    <Table.Tr>
      <Table.Td colSpan={columns - hidden.size} bg="var(--lapse-ground)">
        {children}
      </Table.Td>
    </Table.Tr>
  );
}
