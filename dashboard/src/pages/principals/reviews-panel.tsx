import type { Item } from '@lapse/client';
import { Skeleton, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { formatNumber } from '../../parts/format.ts';
import { PageLink } from '../../parts/page-link.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Empty, QueryState } from '../../parts/query-state.tsx';
import { RiskBadge } from '../../parts/risk-badge.tsx';
import { StateBadge, type Tone } from '../../parts/state-badge.tsx';
import { TableBox } from '../../parts/table-box.tsx';
import { When } from '../../parts/when.tsx';
import { principalPageStrings } from '../../strings/principals.ts';

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

const strings = principalPageStrings.reviews;

const TONES: Record<string, Tone> = {
  PENDING: 'waiting',
  ESCALATED: 'warning',
  CONFIRMED: 'good',
  REVOKED: 'idle',
  EXPIRED: 'bad',
};

const spoken = (word: string): string => word.charAt(0) + word.slice(1).toLowerCase().replaceAll('_', ' ');

/** Reviews, each with a link to its page; of the two ends, the one that is not this page's. */
function ReviewTable(props: {
  label: string;
  reviews: readonly Item<'/v1/reviews'>[];
  subject: 'asset' | 'principal' | 'both';
}) {
  const { label, reviews, subject } = props;
  const names = {
    asset: [strings.asset],
    principal: [strings.principal],
    both: [strings.principal, strings.asset],
  };
  return (
    <TableBox
      label={label}
      columns={[...names[subject], strings.risk, strings.status, strings.reviewer, strings.due]}
      minWidth={640}
    >
      {reviews.map((review) => (
        <Table.Tr key={review.id}>
          <Table.Td fw={600}>
            <PageLink to="/reviews/$id" id={review.id} inherit>
              {subject === 'asset' ? review.asset_name : review.principal_name}
            </PageLink>
          </Table.Td>
          {subject === 'both' ? <Table.Td>{review.asset_name}</Table.Td> : null}
          <Table.Td>
            <RiskBadge level={review.risk_level} score={review.decay_score} />
          </Table.Td>
          <Table.Td>
            <StateBadge tone={TONES[review.status] ?? 'idle'}>{spoken(review.status)}</StateBadge>
          </Table.Td>
          <Table.Td>{review.assigned_to_name ?? review.assigned_to_id ?? '–'}</Table.Td>
          <Table.Td>
            <When at={review.closed_at ?? review.due_at} />
          </Table.Td>
        </Table.Tr>
      ))}
    </TableBox>
  );
}
