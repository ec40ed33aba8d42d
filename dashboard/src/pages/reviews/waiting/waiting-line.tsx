import { Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { formatDate, formatNumber } from '../../../parts/format.ts';
import { TextLink } from '../../../parts/page-link.tsx';
import { useNow } from '../../../parts/use-now.ts';
import { waitingStrings as strings } from '../../../strings/waiting.ts';

/** Whose questions, or about what; of all when it says nothing. */
export type WaitingFilter = { [name in 'assigned_to_id' | 'principal_id' | 'asset_id']?: string | undefined };

/** The heaviest of the questions that wait, and how many there are. */
export const nextWaitingQuery = (filter: WaitingFilter) =>
  queryOptions({
    queryKey: ['reviews', 'waiting', 'next', filter],
    queryFn: ({ signal }) =>
      api.get('/v1/reviews/waiting', { query: { ...(filter as Record<string, string>), limit: 1 }, signal }),
  });

/** Of more than these only these, as far as they are given. */
export const waitingFilterOf = ({ assigned_to_id, principal_id, asset_id }: WaitingFilter) =>
  Object.fromEntries(
    Object.entries({ assigned_to_id, principal_id, asset_id }).filter(([, value]) => value !== undefined),
  ) as WaitingFilter;

/** That there is more than what is asked already, and when it comes; nothing while nothing waits. */
export function WaitingLine(props: { filter: WaitingFilter; className?: string | undefined }) {
  const { filter, className } = props;
  const waiting = useQuery(nextWaitingQuery(filter));
  const now = useNow();
  const [next] = waiting.data?.items ?? [];
  if (!waiting.data || !next) return null;
  const { asked_at } = next;
  const isLater = asked_at !== null && Date.parse(asked_at) > now;
  return (
    <Text size="sm" c="dimmed" className={className}>
      {strings.line(formatNumber(waiting.data.total))} {isLater ? strings.next(formatDate(asked_at)) : null}{' '}
      <TextLink to="/reviews/waiting" search={filter} underline="always">
        {strings.lineLink}
      </TextLink>
    </Text>
  );
}
