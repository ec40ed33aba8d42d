import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { optionsOf } from '../../parts/forms/bind-fields.ts';
import { useChange } from '../../parts/forms/use-change.ts';
import { Hint, Strong } from '../../parts/text.ts';
import { campaignStrings as strings } from '../../strings/campaigns.ts';
import type { Campaign } from './campaign.ts';

const WHILE_MADE_MS = 1_500;
type Format = keyof typeof strings.formats;

/** The report of the decisions of a campaign: what it will be, how far it is, or the way to one. */
export function CampaignReport({ campaign }: { campaign: Campaign }) {
  const { id, status, report, report_id } = campaign;
  const mayMake = useMay()('service.admin', 'service.auditor');
  const toCome = report ? strings.formats[report as Format] : null;
  const isToCome = report_id === null && toCome !== null;
  return (
    <Stack gap="xs">
      <Strong component="h3">{strings.report}</Strong>
      {isToCome ? (
        <Hint>{status === 'completed' ? strings.reportSoon(toCome) : strings.reportToCome(toCome)}</Hint>
      ) : null}
      {report_id === null ? null : <Made id={report_id} />}
      {status === 'completed' && !isToCome && mayMake ? <Make id={id} isAgain={report_id !== null} /> : null}
      {status === 'completed' && !isToCome && report_id === null ? <Hint>{strings.reportNone}</Hint> : null}
    </Stack>
  );
}

function Made({ id }: { id: string }) {
  const { data, isError } = useQuery({
    queryKey: ['reports', id],
    queryFn: () => api.get('/v1/reports/{id}', { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.status === 'generating' ? WHILE_MADE_MS : false),
    retry: false,
  });
  if (isError) return <Hint>{strings.reportGone}</Hint>;
  if (!data) return null;
  return (
    <>
      <Text size="sm" role="status">
        {strings.reportStates[data.status]} {data.error}
      </Text>
      {data.status === 'completed' ? (
        <Group>
          <Button component="a" variant="default" size="xs" href={data.download_url} download>
            {strings.reportDownload(strings.formats[data.format])}
          </Button>
        </Group>
      ) : null}
    </>
  );
}

function Make({ id, isAgain }: { id: string; isAgain: boolean }) {
  const [format, setFormat] = useState<Format>('pdf');
  const make = useChange({
    send: () => api.post('/v1/campaigns/{id}/report', { params: { id }, body: { format } }),
    stale: ['campaigns'],
    done: strings.reportAsked,
    saysFailure: true,
  });
  return (
    <Group gap="sm" align="flex-end">
      <Select
        label={strings.reportFormat}
        data={optionsOf(strings.formats)}
        value={format}
        onChange={(value) => setFormat((value ?? 'pdf') as Format)}
        allowDeselect={false}
        w={130}
      />
      <Button variant="default" loading={make.isPending} onClick={() => make.mutate()}>
        {isAgain ? strings.reportAgain : strings.reportMake}
      </Button>
    </Group>
  );
}
