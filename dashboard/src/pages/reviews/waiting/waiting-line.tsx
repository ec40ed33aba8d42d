import { Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { formatDate, formatNumber } from '../../../parts/format.ts';
import { TextLink } from '../../../parts/page-link.tsx';
import { useNow } from '../../../parts/use-now.ts';
import { waitingStrings as strings } from '../../../strings/waiting.ts';

/** The heaviest of the questions that wait, and how many there are. */
export const nextWaitingQuery = (assigned_to_id: string | undefined) =>
  queryOptions({
    queryKey: ['reviews', 'waiting', 'next', assigned_to_id ?? null],
    queryFn: ({ signal }) => {
      const query = { limit: 1, ...(assigned_to_id === undefined ? {} : { assigned_to_id }) };
      return api.get('/v1/reviews/waiting', { query, signal });
    },
  });

/** That there is more than what is asked already, and when it comes; nothing while nothing waits. */
export function WaitingLine(props: { assigned_to_id: string | undefined; className?: string | undefined }) {
  const { assigned_to_id, className } = props;
  const waiting = useQuery(nextWaitingQuery(assigned_to_id));
  const now = useNow();
  const [next] = waiting.data?.items ?? [];
  if (!waiting.data || !next) return null;
  const { asked_at } = next;
  const isLater = asked_at !== null && Date.parse(asked_at) > now;
  return (
    <Text size="sm" c="dimmed" className={className}>
      {strings.line(formatNumber(waiting.data.total))} {isLater ? strings.next(formatDate(asked_at)) : null}{' '}
      <TextLink
        to="/reviews/waiting"
        search={assigned_to_id === undefined ? {} : { assigned_to_id }}
        underline="always"
      >
        {strings.lineLink}
      </TextLink>
    </Text>
  );
}
