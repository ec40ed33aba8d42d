import { Table } from '@mantine/core';
import { formatNumber } from '../parts/format.ts';
import classes from './chart.module.css';
import type { Column, Series } from './series.ts';

/** The same numbers as text: always there for screen readers, for everybody on request. */
export function ChartTable(props: {
  caption: string;
  corner: string;
  series: readonly Series[];
  columns: readonly Column[];
  isShown: boolean;
}) {
  const { caption, corner, series, columns, isShown } = props;
  const table = (
    <Table captionSide="top" fz="sm" className="numbers" striped={isShown}>
      <Table.Caption>{caption}</Table.Caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{corner}</Table.Th>
          {series.map(({ key, label }) => (
            <Table.Th key={key} scope="col" ta="right">
              {label}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {columns.map((column) => (
          <Table.Tr key={column.key}>
            <Table.Th scope="row" fw={400}>
              {column.label}
            </Table.Th>
            {series.map(({ key }, i) => (
              <Table.Td key={key} ta="right">
                {formatNumber(column.values[i] ?? 0)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
  if (!isShown) return <div className="visually-hidden">{table}</div>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={classes.table} aria-label={caption} tabIndex={0}>
      {table}
    </section>
  );
}
