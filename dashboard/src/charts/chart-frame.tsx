import { Box, Button, Group, Stack, Table, Text } from '@mantine/core';
import { IconTable } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { formatNumber } from '../parts/format.ts';
import { Strong } from '../parts/text.ts';
import { chartStrings } from '../strings/charts.ts';
import classes from './chart.module.css';
import { Patterns, patternId } from './patterns.tsx';
import type { ChartData, Series } from './series.ts';
import type { useScrub } from './use-scrub.ts';

/**
 * Around every chart: its series, if several, with the numbers of the place that is read, the picture, which takes the keys
 * of a slider, and the same as a table.
 */
export function ChartFrame(props: ChartData & { scrub: ReturnType<typeof useScrub>; children: ReactNode }) {
  const { label, corner, series, columns, scrub, children } = props;
  const [isTable, setIsTable] = useState(false);
  const column = columns[scrub.index];
  if (!column) return null;
  return (
    <Stack gap="xs" component="figure" m={0} aria-label={label}>
      {series.length > 1 ? (
        <Group gap="4px 16px" className="numbers" mih={24}>
          <Strong miw={96}>{column.label}</Strong>
          {series.map((each, i) => (
            <Group key={each.key} gap={6} wrap="nowrap">
              <PatternSwatch series={each} />
              <Text size="sm">
                {each.label} <strong>{formatNumber(column.values[i] ?? 0)}</strong>
              </Text>
            </Group>
          ))}
        </Group>
      ) : null}
      <Box
        role="slider"
        tabIndex={0}
        className={classes.plot}
        aria-label={chartStrings.read(label)}
        aria-valuemin={0}
        aria-valuemax={columns.length - 1}
        aria-valuenow={scrub.index}
        aria-valuetext={chartStrings.spoken(
          column.label,
          series.map((each, i) => `${each.label} ${formatNumber(column.values[i] ?? 0)}`),
        )}
        {...scrub.handlers}
      >
        {children}
      </Box>
      <Box>
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          className={classes.toggle}
          leftSection={<IconTable size={14} aria-hidden />}
          aria-expanded={isTable}
          onClick={() => setIsTable(!isTable)}
        >
          {isTable ? chartStrings.hideTable : chartStrings.showTable}
          <span className="visually-hidden">: {label}</span>
        </Button>
        <ChartTable label={label} corner={corner} series={series} columns={columns} isShown={isTable} />
      </Box>
    </Stack>
  );
}

/** What a series looks like in the picture, with its shape. */
function PatternSwatch({ series }: { series: Series }) {
  const id = useId();
  return (
    <svg width={30} height={14} aria-hidden focusable="false">
      <Patterns id={id} series={[series]} />
      <rect
        x={0.5}
        y={0.5}
        width={15}
        height={13}
        rx={2}
        fill={`url(#${patternId(id, series.key)})`}
        stroke={series.color}
      />
      <text x={19} y={11.5} fontSize={12} fill={series.color}>
        {series.shape}
      </text>
    </svg>
  );
}

/** The same numbers as text: always there for screen readers, for everybody on request. */
function ChartTable(props: ChartData & { isShown: boolean }) {
  const { label: caption, corner, series, columns, isShown } = props;
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
