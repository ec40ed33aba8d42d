import { LapseError } from '@lapse/client';
import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Panel } from '../../parts/panel.tsx';
import { QueryState } from '../../parts/query-state.tsx';
import { principalPageStrings as strings } from '../../strings/principals.ts';
import { HistoryCurve } from './history-curve.tsx';
import { principalQueries } from './principal-queries.ts';

/** How stale a principal's access was over the last 90 days. */
export function HistoryPanel({ id }: { id: string }) {
  const query = useQuery(principalQueries.history(id));
  // The API reads the history of 200 grants at once and says so.
  if (query.error instanceof LapseError && query.error.status === 400) {
    return (
      <Panel title={strings.curve}>
        <Text size="sm" c="dimmed">
          {strings.tooMany}
        </Text>
      </Panel>
    );
  }
  return (
    <Panel title={strings.curve}>
      <QueryState query={query} skeleton={<Skeleton height={170} />}>
        {({ curve = [] }) =>
          curve.some(({ score }) => score !== null) ? (
            <HistoryCurve points={curve} />
          ) : (
            <Text size="sm" c="dimmed">
              {strings.noCurve}
            </Text>
          )
        }
      </QueryState>
    </Panel>
  );
}
