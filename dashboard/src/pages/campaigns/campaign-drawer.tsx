import { Drawer, Group, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { Facts } from '../../parts/facts.tsx';
import { formatDateTime, formatNumber } from '../../parts/format.ts';
import { TextLink } from '../../parts/page-link.tsx';
import { QueryState } from '../../parts/query-state.tsx';
import { RiskBadge } from '../../parts/risk-badge.tsx';
import { Row, TableBox } from '../../parts/table-box.tsx';
import { Hint, Strong } from '../../parts/text.ts';
import { When } from '../../parts/when.tsx';
import { campaignStrings as strings } from '../../strings/campaigns.ts';
import { listReviews } from '../reviews/reviews.ts';
import { type Campaign, filterWords } from './campaign.ts';
import { CampaignReport } from './campaign-report.tsx';
import { CampaignStatus } from './campaign-status.tsx';
import { ProgressBar } from './progress-bar.tsx';

const WHILE_MADE_MS = 1_000;

/** One campaign beside the list; its id is in the address. */
export function CampaignDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery({
    queryKey: ['campaigns', id],
    queryFn: () => api.get('/v1/campaigns/{id}', { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.status === 'generating' ? WHILE_MADE_MS : false),
  });
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="xl"
      title={query.data?.name ?? strings.title}
      closeButtonProps={{ 'aria-label': strings.close }}
    >
      <QueryState query={query}>{(campaign) => <About campaign={campaign} />}</QueryState>
    </Drawer>
  );
}

function About({ campaign }: { campaign: Campaign }) {
  const { id, status, description, filter, reviewer_ids, due_at, created_by, created_at, progress } =
    campaign;
  const closed = progress.decided + progress.expired;
  const ofIt = { campaign_id: id, assigned_to_id: 'all' };
  return (
    <Stack gap="md">
      <Group gap="sm">
        <CampaignStatus status={status} />
        <Text size="sm" className="numbers">
          {strings.answered(formatNumber(closed), formatNumber(progress.packets_total))} (
          {strings.percent(`${formatNumber(progress.percent)} %`)})
        </Text>
      </Group>
      {status === 'generating' ? (
        <Hint role="status" className="numbers">
          {strings.making(formatNumber(progress.grants_examined), formatNumber(progress.grants_total))}
        </Hint>
      ) : null}
      <ProgressBar progress={progress} />
      {description ? <Text size="sm">{description}</Text> : null}
      <Facts
        items={[
          [strings.asks, filterWords(filter, formatNumber).join(' · ')],
          [
            strings.reviewers,
            reviewer_ids ? <Reviewers key="who" ids={reviewer_ids} /> : strings.reviewersByPolicy,
          ],
          [strings.dueAt, due_at ? formatDateTime(due_at) : strings.byPolicy],
          [strings.begunBy, created_by],
          [strings.begunAt, <When key="at" at={created_at} />],
          [strings.matched, formatNumber(progress.grants_matched)],
          [strings.madeNew, formatNumber(progress.packets_created)],
          [strings.joined, progress.packets_joined > 0 ? formatNumber(progress.packets_joined) : null],
          [
            strings.elsewhere,
            progress.packets_elsewhere > 0 ? formatNumber(progress.packets_elsewhere) : null,
          ],
        ]}
      />
      <CampaignReviews id={id} />
      {status === 'completed' || campaign.report ? <CampaignReport campaign={campaign} /> : null}
      <Group gap="md">
        <TextLink to="/reviews" search={ofIt}>
          {strings.inbox}
        </TextLink>
      </Group>
    </Stack>
  );
}

function Reviewers({ ids }: { ids: readonly string[] }) {
  return (
    <>
      {ids.map((id, place) => (
        <span key={id}>
          {place > 0 ? ', ' : ''}
          <TextLink to={`/principals/${encodeURIComponent(id)}`}>{id}</TextLink>
        </span>
      ))}
    </>
  );
}

const SHOWN = 8;
const FIELDS = [
  'principal_id',
  'principal_name',
  'asset_id',
  'asset_name',
  'risk_level',
  'assigned_to_id',
  'assigned_to_name',
  'due_at',
] as const;

/** The reviews of a campaign that are due next. */
function CampaignReviews({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ['reviews', 'of-campaign', id],
    queryFn: ({ signal }) =>
      listReviews({ campaign_id: id, status: 'PENDING', limit: SHOWN }, FIELDS, signal),
  });
  const { who, what, risk, asked, due } = strings.reviewsColumns;
  return (
    <Stack gap="xs">
      <Strong component="h3">{strings.reviews}</Strong>
      <QueryState query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <Hint>{strings.reviewsNone}</Hint>
          ) : (
            <TableBox label={strings.reviews} columns={[who, what, risk, asked, due]} minWidth={600}>
              {items.map((review) => (
                <Row key={review.id}>
                  <TextLink to={`/reviews/${review.id}`}>
                    {review.principal_name ?? review.principal_id}
                  </TextLink>
                  {review.asset_name ?? review.asset_id}
                  <Table.Td miw={110}>
                    <RiskBadge level={review.risk_level} />
                  </Table.Td>
                  {review.assigned_to_name ?? review.assigned_to_id ?? strings.nobody}
                  <When at={review.due_at} />
                </Row>
              ))}
            </TableBox>
          )
        }
      </QueryState>
    </Stack>
  );
}
