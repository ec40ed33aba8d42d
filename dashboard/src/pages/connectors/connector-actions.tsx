import { ActionIcon, Button, Group, Menu, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDots, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { SmallButton } from '../../parts/buttons.tsx';
import { ConfirmDialog } from '../../parts/forms/confirm-dialog.tsx';
import { reasonOf } from '../../parts/forms/send-error.tsx';
import { useChange } from '../../parts/forms/use-change.ts';
import { QueryState } from '../../parts/query-state.tsx';
import { connectorStrings } from '../../strings/connectors.ts';
import { operationStrings } from '../../strings/operations.ts';
import { ConnectorForm } from './connector-form.tsx';
import type { Connector } from './connector-settings.ts';
import { TestResult } from './test-result.tsx';

const { connectors: words, confirm, test: testWords } = connectorStrings;

type Asking = 'edit' | 'test' | 'believe' | 'turnOn' | 'turnOff' | 'remove' | null;

export function ConnectorActions({ connector }: { connector: Connector }) {
  const [asking, setAsking] = useState<Asking>(null);
  const { id, name, enabled, is_syncing } = connector;
  const params = { id };
  const close = () => setAsking(null);
  const sync = useChange({
    send: (accept_removals: boolean) =>
      api.post('/v1/connectors/{id}/sync', { params, body: accept_removals ? { accept_removals } : {} }),
    stale: ['connectors'],
    done: words.syncAsked,
  });
  const act = {
    believe: () => sync.mutateAsync(true),
    turnOn: () => api.patch('/v1/connectors/{id}', { params, body: { enabled: true } }),
    turnOff: () => api.patch('/v1/connectors/{id}', { params, body: { enabled: false } }),
    remove: () => api.delete('/v1/connectors/{id}', { params }),
  };
  return (
    <>
      <SmallButton
        leftSection={<IconRefresh size={14} aria-hidden />}
        disabled={!enabled || is_syncing}
        loading={sync.isPending}
        onClick={() =>
          sync.mutate(false, {
            onError: (error) => notifications.show({ color: 'red', message: reasonOf(error) }),
          })
        }
      >
        {words.sync}
      </SmallButton>
      <SmallButton onClick={() => setAsking('test')}>{words.test}</SmallButton>
      <SmallButton onClick={() => setAsking('edit')}>{words.edit}</SmallButton>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={30} aria-label={words.menu(name)}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setAsking(enabled ? 'turnOff' : 'turnOn')}>
            {enabled ? words.turnOff : words.turnOn}
          </Menu.Item>
          {enabled ? <Menu.Item onClick={() => setAsking('believe')}>{words.believe}</Menu.Item> : null}
          <Menu.Item c="var(--lapse-critical)" onClick={() => setAsking('remove')}>
            {words.remove}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asking === 'edit' ? <ConnectorForm connector={connector} onClose={close} /> : null}
      {asking === 'test' ? <ConnectorTest connector={connector} onClose={close} /> : null}
      {asking === 'believe' || asking === 'turnOn' || asking === 'turnOff' || asking === 'remove' ? (
        <ConfirmDialog
          confirmation={{ ...confirm[asking](name), isDangerous: asking === 'remove' }}
          onClose={close}
          onConfirm={act[asking]}
          stale={['connectors']}
        />
      ) : null}
    </>
  );
}

function ConnectorTest({ connector, onClose }: { connector: Connector; onClose: () => void }) {
  const { id, name } = connector;
  const query = useQuery({
    queryKey: ['connector-test', id],
    queryFn: () => api.post('/v1/connectors/{id}/test', { params: { id } }),
    gcTime: 0,
    retry: false,
  });
  return (
    <Modal opened onClose={onClose} title={testWords.title(name)} centered size="lg">
      <Stack>
        <QueryState query={query} skeleton={<Text size="sm">{testWords.running}</Text>}>
          {(health) => <TestResult health={health} />}
        </QueryState>
        <Group justify="flex-end">
          <Button variant="default" loading={query.isFetching} onClick={() => void query.refetch()}>
            {testWords.again}
          </Button>
          <Button onClick={onClose}>{operationStrings.close}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
