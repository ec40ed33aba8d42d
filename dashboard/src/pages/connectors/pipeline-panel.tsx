import { Grid, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatDuration } from '../../parts/duration.ts';
import { formatNumber } from '../../parts/format.ts';
import { Panel } from '../../parts/panel.tsx';
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
                  <Table.Tr key={stage}>
                    <Table.Td>
                      <Text size="sm" {...(items === 0 ? { c: 'dimmed' } : { fw: 600 })}>
                        {words.stages[stage] ?? stage}
                      </Text>
                    </Table.Td>
                    <Table.Td className="numbers">
                      {is_at_least ? words.orMore(formatNumber(items)) : formatNumber(items)}
                    </Table.Td>
                    <Table.Td className="numbers">
                      {items === 0 ? '–' : formatDuration(oldest_seconds)}
                    </Table.Td>
                  </Table.Tr>
                ))}
              </TableBox>
            </Grid.Col>
            <Grid.Col span={{ base: 12, lg: 6 }}>
              <Stack gap="md">
                <div>
                  <Title order={3} size="sm" mb={4}>
                    {words.sources}
                  </Title>
                  {sources.length === 0 ? (
                    <Text size="sm">{words.noSources}</Text>
                  ) : (
                    <TableBox dense label={words.sources} columns={words.sourceColumns} minWidth={260}>
                      {sources.map(({ connector, events }) => (
                        <Table.Tr key={connector}>
                          <Table.Td>{nameOf(connector)}</Table.Td>
                          <Table.Td className="numbers">{formatNumber(events)}</Table.Td>
                        </Table.Tr>
                      ))}
                    </TableBox>
                  )}
                </div>
                <div>
                  <Title order={3} size="sm">
                    {words.times}
                  </Title>
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
                        <Table.Tr key={stage}>
                          <Table.Td>{stage}</Table.Td>
                          <Table.Td className="numbers">{formatNumber(batches)}</Table.Td>
                          <Table.Td className="numbers">{seconds(mean_seconds)}</Table.Td>
                          <Table.Td className="numbers">{seconds(p99_seconds)}</Table.Td>
                        </Table.Tr>
                      ))}
                    </TableBox>
                  )}
                </div>
              </Stack>
            </Grid.Col>
          </Grid>
        )}
      </QueryState>
    </Panel>
  );
}
