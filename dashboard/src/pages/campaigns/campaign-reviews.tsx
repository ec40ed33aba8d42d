import { Anchor, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { QueryState } from '../../parts/query-state.tsx';
import { RiskBadge } from '../../parts/risk-badge.tsx';
import { TableBox } from '../../parts/table-box.tsx';
import { When } from '../../parts/when.tsx';
import { campaignStrings as strings } from '../../strings/campaigns.ts';

const SHOWN = 8;

/** The reviews of a campaign that are due next. */
export function CampaignReviews({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ['reviews', 'of-campaign', id],
    queryFn: () => api.get('/v1/reviews', { query: { campaign_id: id, status: 'PENDING', limit: SHOWN } }),
  });
  const { who, what, risk, asked, due } = strings.reviewsColumns;
  return (
    <Stack gap="xs">
      <Text fw={600} size="sm" component="h3">
        {strings.reviews}
      </Text>
      <QueryState query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <Text size="sm" c="dimmed">
              {strings.reviewsNone}
            </Text>
          ) : (
            <TableBox label={strings.reviews} columns={[who, what, risk, asked, due]} minWidth={600}>
              {items.map((review) => (
                <Table.Tr key={review.id}>
                  <Table.Td>
                    <Anchor component={Link} to={`/reviews/${review.id}`} size="sm">
                      {review.principal_name ?? review.principal_id}
                    </Anchor>
                  </Table.Td>
                  <Table.Td>{review.asset_name ?? review.asset_id}</Table.Td>
                  <Table.Td miw={110}>
                    <RiskBadge level={review.risk_level} />
                  </Table.Td>
                  <Table.Td>{review.assigned_to_name ?? review.assigned_to_id ?? strings.nobody}</Table.Td>
                  <Table.Td>
                    <When at={review.due_at} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </TableBox>
          )
        }
      </QueryState>
    </Stack>
  );
}
