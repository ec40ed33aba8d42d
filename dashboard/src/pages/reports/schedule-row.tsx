import { Box, Button, Group, Menu, Table, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { RowMenu } from '../../parts/row-menu.tsx';
import { reasonOf } from '../../parts/send-error.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { When } from '../../parts/when.tsx';
import { reportStrings } from '../../strings/reports.ts';
import { cronInWords } from './cron-in-words.ts';
import { type Schedule, ScheduleForm } from './schedule-form.tsx';

const { schedules: words, types, formats, rules } = reportStrings;

export function ScheduleRow({ schedule }: { schedule: Schedule }) {
  const client = useQueryClient();
  const [asking, setAsking] = useState<'edit' | 'remove' | null>(null);
  const close = () => setAsking(null);
  const { id, name, type, format, cron, time_zone, period_rule, enabled, last_error, warnings } = schedule;
  const params = { id };
  const options = {
    onSuccess: () => client.invalidateQueries({ queryKey: ['reports'] }),
    onError: (error: Error) => {
      notifications.show({ color: 'red', message: reasonOf(error) });
    },
  };
  const run = useMutation({
    mutationFn: async () => {
      await api.post('/v1/reports/schedules/{id}/run', { params });
      notifications.show({ message: words.ran });
    },
    ...options,
  });
  const turn = useMutation({
    mutationFn: () => api.patch('/v1/reports/schedules/{id}', { params, body: { enabled: !enabled } }),
    ...options,
  });
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm" fw={500}>
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {types[type]}, {formats[format]}, {rules[period_rule]}
        </Text>
        {[...(last_error ? [last_error] : []), ...warnings].map((sentence) => (
          <Text key={sentence} size="xs" c="var(--lapse-high)">
            {sentence}
          </Text>
        ))}
      </Table.Td>
      <Table.Td>
        <Text size="sm">{cronInWords(cron)}</Text>
        <Text size="xs" c="dimmed">
          {time_zone}
        </Text>
      </Table.Td>
      <Table.Td>
        <Box fz="sm">
          {enabled ? <When at={schedule.next_run_at} /> : <StateBadge tone="idle">{words.paused}</StateBadge>}
        </Box>
      </Table.Td>
      <Table.Td>
        <Box fz="sm">
          <When at={schedule.last_run_at} />
        </Box>
      </Table.Td>
      <Table.Td>
        <Group gap={6} wrap="nowrap" justify="flex-end">
          <Button size="compact-sm" variant="default" loading={run.isPending} onClick={() => run.mutate()}>
            {words.run}
          </Button>
          <Button size="compact-sm" variant="default" loading={turn.isPending} onClick={() => turn.mutate()}>
            {enabled ? words.pause : words.resume}
          </Button>
          <RowMenu label={words.menu(name)}>
            <Menu.Item onClick={() => setAsking('edit')}>{words.edit}</Menu.Item>
            <Menu.Item c="var(--lapse-critical)" onClick={() => setAsking('remove')}>
              {words.remove}
            </Menu.Item>
          </RowMenu>
        </Group>
        {asking === 'edit' ? <ScheduleForm schedule={schedule} onClose={close} /> : null}
        {asking === 'remove' ? (
          <ConfirmDialog
            confirmation={{ ...words.removeConfirm(name), isDangerous: true }}
            onClose={close}
            onConfirm={async () => {
              await api.delete('/v1/reports/schedules/{id}', { params });
              await client.invalidateQueries({ queryKey: ['reports'] });
            }}
          />
        ) : null}
      </Table.Td>
    </Table.Tr>
  );
}
