import { Table, Text } from '@mantine/core';
import { api } from '../../api/client.ts';
import { CronCell, NextRun, ScheduleActions, Troubles } from '../../parts/schedules/schedule-cells.tsx';
import { Row } from '../../parts/table-box.tsx';
import { Small } from '../../parts/text.ts';
import { RowWhen } from '../../parts/when.tsx';
import { reportStrings } from '../../strings/reports.ts';
import { type Schedule, ScheduleForm } from './schedule-form.tsx';

const { schedules: words, types, formats, rules } = reportStrings;

export function ScheduleRow({ schedule }: { schedule: Schedule }) {
  const { id, name, type, format, period_rule } = schedule;
  const params = { id };
  return (
    <Row>
      <Table.Td>
        <Text size="sm" fw={500}>
          {name}
        </Text>
        <Small>
          {types[type]}, {formats[format]}, {rules[period_rule]}
        </Small>
        <Troubles {...schedule} />
      </Table.Td>
      <CronCell {...schedule} />
      <NextRun {...schedule} />
      <RowWhen at={schedule.last_run_at} />
      <ScheduleActions
        name={name}
        enabled={schedule.enabled}
        stale={['reports']}
        run={() => api.post('/v1/reports/schedules/{id}/run', { params })}
        ran={words.ran}
        turn={(enabled) => api.patch('/v1/reports/schedules/{id}', { params, body: { enabled } })}
        remove={() => api.delete('/v1/reports/schedules/{id}', { params })}
        removeConfirmation={words.removeConfirm(name)}
        form={(close) => <ScheduleForm schedule={schedule} onClose={close} />}
      />
    </Row>
  );
}
