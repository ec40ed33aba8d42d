import { SegmentedControl, SimpleGrid, Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatNumber } from '../../parts/format.ts';
import { Panel } from '../../parts/panel.tsx';
import { QueryState } from '../../parts/query-state.tsx';
import { principalPageStrings as strings } from '../../strings/principals.ts';
import { Figure } from './figure.tsx';
import { principalQueries } from './principal-queries.ts';

type FigureName = keyof typeof strings.figures;
const FIGURES = Object.keys(strings.figures) as FigureName[];

/** What a principal did in a period. */
export function MetricsPanel({ id }: { id: string }) {
  const [period, setPeriod] = useState('90d');
  const query = useQuery({ ...principalQueries.metrics(id, period), placeholderData: keepPreviousData });
  return (
    <Panel
      title={strings.metrics}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={strings.period}
          value={period}
          onChange={setPeriod}
          data={Object.entries(strings.periods).map(([value, label]) => ({ value, label }))}
        />
      }
    >
      <QueryState query={query} skeleton={<Skeleton height={64} />}>
        {(metrics) => (
          <SimpleGrid cols={{ base: 2, xs: 3, md: 5 }} spacing="sm">
            {FIGURES.map((name) => (
              <Figure key={name} label={strings.figures[name]} value={formatNumber(metrics[name])} />
            ))}
          </SimpleGrid>
        )}
      </QueryState>
    </Panel>
  );
}
