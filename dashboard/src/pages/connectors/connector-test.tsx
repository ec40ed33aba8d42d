import { Button, Group, List, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { Facts } from '../../parts/facts.tsx';
import { formatNumber } from '../../parts/format.ts';
import { Notice } from '../../parts/notice.tsx';
import { QueryState } from '../../parts/query-state.tsx';
import { connectorStrings } from '../../strings/connectors.ts';
import { operationStrings } from '../../strings/operations.ts';
import type { Connector } from './connector-settings.ts';

const { test: words } = connectorStrings;

export function ConnectorTest({ connector, onClose }: { connector: Connector; onClose: () => void }) {
  const { id, name } = connector;
  const query = useQuery({
    queryKey: ['connector-test', id],
    queryFn: () => api.post('/v1/connectors/{id}/test', { params: { id } }),
    gcTime: 0,
    retry: false,
  });
  return (
    <Modal opened onClose={onClose} title={words.title(name)} centered size="lg">
      <Stack>
        <QueryState query={query} skeleton={<Text size="sm">{words.running}</Text>}>
          {({ ok, message, version, latency_ms, missing }) => (
            <Stack>
              <Notice tone={ok ? 'good' : 'bad'} title={ok ? words.good : words.bad} role="status">
                <Text size="sm">{message}</Text>
              </Notice>
              <Facts
                single
                items={[
                  [words.version, version],
                  [
                    words.latency,
                    latency_ms === null ? null : words.ms(formatNumber(Math.round(latency_ms))),
                  ],
                ]}
              />
              {missing.length === 0 ? (
                <Text size="sm">{ok ? words.nothingMissing : null}</Text>
              ) : (
                <div>
                  <Text size="sm" fw={600}>
                    {words.missing}
                  </Text>
                  <List size="sm">
                    {missing.map(({ ability, what }) => (
                      <List.Item key={`${ability} ${what}`}>
                        {words.abilities[ability] ?? ability}: {what}
                      </List.Item>
                    ))}
                  </List>
                </div>
              )}
            </Stack>
          )}
        </QueryState>
        <Group justify="flex-end">
          <Button variant="default" loading={query.isFetching} onClick={() => void query.refetch()}>
            {words.again}
          </Button>
          <Button onClick={onClose}>{operationStrings.close}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
