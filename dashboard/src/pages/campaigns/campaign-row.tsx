import { Anchor, Stack, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { formatDate, formatNumber } from '../../parts/format.ts';
import { When } from '../../parts/when.tsx';
import { campaignStrings as strings } from '../../strings/campaigns.ts';
import { type Campaign, filterWords } from './campaign.ts';
import { CampaignStatus } from './campaign-status.tsx';
import { ProgressBar } from './progress-bar.tsx';

const NOWRAP = { whiteSpace: 'nowrap' } as const;

export function CampaignRow({ campaign }: { campaign: Campaign }) {
  const { id, name, status, filter, due_at, created_at, progress } = campaign;
  const closed = progress.decided + progress.expired;
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor component={Link} to="/campaigns" search={{ campaign: id } as never} fw={600} size="sm">
          {name}
        </Anchor>
        <Text size="xs" c="dimmed">
          {filterWords(filter, formatNumber).join(' · ')}
        </Text>
      </Table.Td>
      <Table.Td>
        <CampaignStatus status={status} />
      </Table.Td>
      <Table.Td miw={240}>
        {status === 'generating' ? (
          <Text size="xs" c="dimmed" className="numbers">
            {strings.making(formatNumber(progress.grants_examined), formatNumber(progress.grants_total))}
          </Text>
        ) : null}
        <Stack gap={2}>
          <Text size="sm" className="numbers">
            {strings.answered(formatNumber(closed), formatNumber(progress.packets_total))}
          </Text>
          <ProgressBar progress={progress} />
        </Stack>
      </Table.Td>
      <Table.Td style={NOWRAP}>{due_at ? formatDate(due_at) : strings.byPolicy}</Table.Td>
      <Table.Td style={NOWRAP}>
        <When at={created_at} />
      </Table.Td>
    </Table.Tr>
  );
}
