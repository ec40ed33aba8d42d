import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { IconTable } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { formatNumber } from '../parts/format.ts';
import { chartStrings } from '../strings/charts.ts';
import classes from './chart.module.css';
import { ChartTable } from './chart-table.tsx';
import { PatternSwatch } from './pattern-swatch.tsx';
import type { Column, Series } from './series.ts';
import type { useScrub } from './use-scrub.ts';

/**
 * Around every chart: its series, if several, with the numbers of the place that is read, the picture, which takes the keys
 * of a slider, and the same as a table.
 */
export function ChartFrame(props: {
  label: string;
  /** What a column is, such as "Day". */
  corner: string;
  series: readonly Series[];
  columns: readonly Column[];
  scrub: ReturnType<typeof useScrub>;
  children: ReactNode;
}) {
  const { label, corner, series, columns, scrub, children } = props;
  const [isTable, setIsTable] = useState(false);
  const column = columns[scrub.index];
  if (!column) return null;
  return (
    <Stack gap="xs" component="figure" m={0} aria-label={label}>
      {series.length > 1 ? (
        <Group gap="4px 16px" className="numbers" mih={24}>
          <Text size="sm" fw={600} miw={96}>
            {column.label}
          </Text>
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
        <ChartTable caption={label} corner={corner} series={series} columns={columns} isShown={isTable} />
      </Box>
    </Stack>
  );
}
