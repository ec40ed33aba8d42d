import { Anchor, Stack, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { api } from '../../../api/client.ts';
import { formatNumber } from '../../../parts/format.ts';
import { CronCell, NextRun, ScheduleActions, Troubles } from '../../../parts/schedules/schedule-cells.tsx';
import { Row } from '../../../parts/table-box.tsx';
import { Small } from '../../../parts/text.ts';
import { When } from '../../../parts/when.tsx';
import { campaignStrings as strings } from '../../../strings/campaigns.ts';
import { filterWords } from '../campaign.ts';
import type { CampaignSchedule } from './campaign-schedule.ts';
import { ScheduleForm } from './schedule-form.tsx';

const { schedules: words, formats } = strings;

export function ScheduleRow(props: { schedule: CampaignSchedule; mayChange: boolean }) {
  const { schedule, mayChange } = props;
  const { id, name, filter, due_days, report, last_run_at, last_campaign_id } = schedule;
  const params = { id };
  const about = [
    ...filterWords(filter, formatNumber),
    due_days === null ? words.dueByPolicy : words.dueAfter(formatNumber(due_days)),
    ...(report === null ? [] : [words.reportAs(formats[report])]),
  ];
  return (
    <Row>
      <Table.Td>
        <Text size="sm" fw={500}>
          {name}
        </Text>
        <Small>{about.join(' · ')}</Small>
        <Troubles {...schedule} />
      </Table.Td>
      <CronCell {...schedule} />
      <NextRun {...schedule} />
      <Table.Td>
        <Stack gap={0} fz="sm">
          <When at={last_run_at} fallback={words.never} />
          {last_campaign_id === null ? null : (
            <Anchor
              component={Link}
              to="/campaigns"
              search={{ campaign: last_campaign_id } as never}
              size="sm"
            >
              {words.last}
            </Anchor>
          )}
        </Stack>
      </Table.Td>
      {mayChange ? (
        <ScheduleActions
          name={name}
          enabled={schedule.enabled}
          stale={['campaigns']}
          run={() => api.post('/v1/campaigns/schedules/{id}/run', { params })}
          ran={words.ran}
          turn={(enabled) => api.patch('/v1/campaigns/schedules/{id}', { params, body: { enabled } })}
          remove={() => api.delete('/v1/campaigns/schedules/{id}', { params })}
          removeConfirmation={words.removeConfirm(name)}
          form={(close) => <ScheduleForm schedule={schedule} onClose={close} />}
        />
      ) : (
        <Table.Td />
      )}
    </Row>
  );
}
