import { Box, Group, Menu, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { RowButton } from '../../parts/buttons.tsx';
import { ConfirmDialog } from '../../parts/forms/confirm-dialog.tsx';
import { useChange } from '../../parts/forms/use-change.ts';
import { RowMenu } from '../../parts/row-menu.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { Row } from '../../parts/table-box.tsx';
import { Small } from '../../parts/text.ts';
import { RowWhen, When } from '../../parts/when.tsx';
import { reportStrings } from '../../strings/reports.ts';
import { cronInWords } from './cron-in-words.ts';
import { type Schedule, ScheduleForm } from './schedule-form.tsx';

const { schedules: words, types, formats, rules } = reportStrings;

export function ScheduleRow({ schedule }: { schedule: Schedule }) {
  const [asking, setAsking] = useState<'edit' | 'remove' | null>(null);
  const close = () => setAsking(null);
  const { id, name, type, format, cron, time_zone, period_rule, enabled, last_error, warnings } = schedule;
  const params = { id };
  const run = useChange({
    send: () => api.post('/v1/reports/schedules/{id}/run', { params }),
    stale: ['reports'],
    done: words.ran,
    saysFailure: true,
  });
  const turn = useChange({
    send: () => api.patch('/v1/reports/schedules/{id}', { params, body: { enabled: !enabled } }),
    stale: ['reports'],
    saysFailure: true,
  });
  return (
    <Row>
      <Table.Td>
        <Text size="sm" fw={500}>
          {name}
        </Text>
        <Small>
          {types[type]}, {formats[format]}, {rules[period_rule]}
        </Small>
        {[...(last_error ? [last_error] : []), ...warnings].map((sentence) => (
          <Text key={sentence} size="xs" c="var(--lapse-high)">
            {sentence}
          </Text>
        ))}
      </Table.Td>
      <Table.Td>
        <Text size="sm">{cronInWords(cron)}</Text>
        <Small>{time_zone}</Small>
      </Table.Td>
      <Box fz="sm">
        {enabled ? <When at={schedule.next_run_at} /> : <StateBadge tone="idle">{words.paused}</StateBadge>}
      </Box>
      <RowWhen at={schedule.last_run_at} />
      <Table.Td>
        <Group gap={6} wrap="nowrap" justify="flex-end">
          <RowButton loading={run.isPending} onClick={() => run.mutate()}>
            {words.run}
          </RowButton>
          <RowButton loading={turn.isPending} onClick={() => turn.mutate()}>
            {enabled ? words.pause : words.resume}
          </RowButton>
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
            onConfirm={() => api.delete('/v1/reports/schedules/{id}', { params })}
            stale={['reports']}
          />
        ) : null}
      </Table.Td>
    </Row>
  );
}
