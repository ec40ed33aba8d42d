import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { formatNumber } from '../../parts/format.ts';
import { Panel } from '../../parts/panel.tsx';
import { Empty, QueryState } from '../../parts/query-state.tsx';
import { principalPageStrings } from '../../strings/principals.ts';
import { ReviewTable } from './review-table.tsx';

const SHOWN = 20;

/** The latest reviews of a principal or an asset, or those that somebody has to answer. */
export function ReviewsPanel(props: {
  title: string;
  filter: { principal_id: string } | { asset_id: string } | { assigned_to_id: string };
  subject: 'asset' | 'principal' | 'both';
  none: string;
  noneHint?: string;
}) {
  const { title, filter, subject, none, noneHint } = props;
  const query = useQuery({
    queryKey: ['reviews', 'of', filter],
    queryFn: () => api.get('/v1/reviews', { query: { ...filter, limit: SHOWN } }),
  });
  return (
    <Panel title={title} bare>
      <QueryState query={query} skeleton={<Skeleton height={120} />}>
        {({ items, total }) =>
          items.length === 0 ? (
            <Empty title={none}>{noneHint}</Empty>
          ) : (
            <>
              <ReviewTable label={title} reviews={items} subject={subject} />
              {total > items.length ? (
                <Text size="xs" c="dimmed">
                  {principalPageStrings.reviews.more(formatNumber(total))}
                </Text>
              ) : null}
            </>
          )
        }
      </QueryState>
    </Panel>
  );
}
