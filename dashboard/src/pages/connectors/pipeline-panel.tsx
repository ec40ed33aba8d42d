import { Grid, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatDuration } from '../../parts/duration.ts';
import { formatNumber, sentenceCase } from '../../parts/format.ts';
import { Panel, Part } from '../../parts/panel.tsx';
import { QueryState } from '../../parts/query-state.tsx';
import { TableBox } from '../../parts/table-box.tsx';
import { Hint } from '../../parts/text.ts';
import { connectorStrings } from '../../strings/connectors.ts';
import { connectorsQuery, pipelineQuery } from './connector-queries.ts';

const { pipeline: words } = connectorStrings;

export function PipelinePanel() {
  const query = useQuery(pipelineQuery);
  const { data: connectors } = useQuery(connectorsQuery);
  const nameOf = (id: string) =>
    id === 'api' ? words.api : (connectors?.items.find((connector) => connector.id === id)?.name ?? id);
  const seconds = (value: number | null) => (value === null ? '–' : formatDuration(value));
  return (
    <Panel title={words.title} description={words.description} bare>
      <QueryState query={query}>
        {({ lag, stages, recent, connectors: sources }) => (
          <Grid gap="md">
            <Grid.Col span={{ base: 12, lg: 6 }}>
              <TableBox dense label={words.title} columns={words.columns} minWidth={300}>
                {lag.map(({ stage, items, is_at_least, oldest_seconds }) => (
                  <FigureRow
                    key={stage}
                    name={
                      <Text size="sm" {...(items === 0 ? { c: 'dimmed' } : { fw: 600 })}>
                        {words.stages[stage] ?? stage}
                      </Text>
                    }
                    figures={[
                      is_at_least ? words.orMore(formatNumber(items)) : formatNumber(items),
                      items === 0 ? '–' : formatDuration(oldest_seconds),
                    ]}
                  />
                ))}
              </TableBox>
            </Grid.Col>
            <Grid.Col span={{ base: 12, lg: 6 }}>
              <Stack gap="md">
                <Part title={words.sources}>
                  {sources.length === 0 ? (
                    <Text size="sm">{words.noSources}</Text>
                  ) : (
                    <TableBox dense label={words.sources} columns={words.sourceColumns} minWidth={260}>
                      {sources.map(({ connector, events }) => (
                        <FigureRow
                          key={connector}
                          name={nameOf(connector)}
                          figures={[formatNumber(events)]}
                        />
                      ))}
                    </TableBox>
                  )}
                </Part>
                <Part title={words.times} mb={0}>
                  <Hint mb={6}>
                    {words.timesDescription}{' '}
                    {recent.p99_seconds === null
                      ? words.recentNone
                      : words.recent(formatDuration(recent.p99_seconds))}
                  </Hint>
                  {stages.length === 0 ? (
                    <Text size="sm">{words.noTimes}</Text>
                  ) : (
                    <TableBox dense label={words.times} columns={words.timeColumns} minWidth={380}>
                      {stages.map(({ stage, batches, mean_seconds, p99_seconds }) => (
                        <FigureRow
                          key={stage}
                          name={sentenceCase(stage)}
                          figures={[formatNumber(batches), seconds(mean_seconds), seconds(p99_seconds)]}
                        />
                      ))}
                    </TableBox>
                  )}
                </Part>
              </Stack>
            </Grid.Col>
          </Grid>
        )}
      </QueryState>
    </Panel>
  );
}

function FigureRow({ name, figures }: { name: ReactNode; figures: readonly string[] }) {
  return (
    <Table.Tr>
      <Table.Td>{name}</Table.Td>
      {figures.map((figure, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: columns do not move.
        <Table.Td key={place} className="numbers">
          {figure}
        </Table.Td>
      ))}
    </Table.Tr>
  );
}
