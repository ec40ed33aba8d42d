import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { formatNumber } from '../../parts/format.ts';
import { campaignStrings as strings } from '../../strings/campaigns.ts';
import { type CampaignDraft, countable } from './campaign.ts';

const PAUSE_MS = 250;

/** How many grants a campaign would ask about, as far as that can be counted before. */
export function GrantCount({ draft }: { draft: CampaignDraft }) {
  const { query, isAll } = countable(draft);
  const [settled] = useDebouncedValue(JSON.stringify(query), PAUSE_MS);
  const { data, isError, isPlaceholderData } = useQuery({
    queryKey: ['grants', 'count', settled],
    placeholderData: keepPreviousData,
    queryFn: () => api.get('/v1/grants', { query: { ...JSON.parse(settled), limit: 1 } }),
  });
  if (isError) return null;
  const say = !isAll
    ? strings.count
    : data?.total_is_exact === false
      ? strings.countMore
      : strings.countExact;
  return (
    <Text size="sm" role="status">
      {data && !isPlaceholderData ? (
        <>
          <strong>{say(formatNumber(data.total))}</strong> {strings.countHint}
        </>
      ) : (
        strings.counting
      )}
    </Text>
  );
}
