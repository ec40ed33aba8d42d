import { Stack, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '../../parts/format.ts';
import { LatestPanel } from '../../parts/latest-panel.tsx';
import { PageLink } from '../../parts/page-link.tsx';
import { Empty } from '../../parts/query-state.tsx';
import { RiskBadge } from '../../parts/risk-badge.tsx';
import { StateBadge, type Tone } from '../../parts/state-badge.tsx';
import { Small } from '../../parts/text.ts';
import { When } from '../../parts/when.tsx';
import { principalPageStrings } from '../../strings/principals.ts';
import { listReviews } from '../reviews/reviews.ts';
import { WaitingLine } from '../reviews/waiting/waiting-line.tsx';

const strings = principalPageStrings.reviews;
const SHOWN = 20;
const FIELDS = [
  'principal_name',
  'asset_name',
  'risk_level',
  'decay_score',
  'status',
  'assigned_to_id',
  'assigned_to_name',
  'due_at',
  'closed_at',
] as const;

const TONES: Record<string, Tone> = {
  PENDING: 'waiting',
  ESCALATED: 'warning',
  CONFIRMED: 'good',
  REVOKED: 'idle',
  EXPIRED: 'bad',
};
const SUBJECTS = {
  asset: [strings.asset],
  principal: [strings.principal],
  both: [strings.principal, strings.asset],
};

const spoken = (word: string): string => word.charAt(0) + word.slice(1).toLowerCase().replaceAll('_', ' ');

/** The latest reviews of a principal or an asset, or those that somebody has to answer; of the two ends, the other one. */
export function ReviewsPanel(props: {
  title: string;
  filter: { principal_id: string } | { asset_id: string } | { assigned_to_id: string };
  subject: keyof typeof SUBJECTS;
  none: string;
  noneHint?: string;
}) {
  const { title, filter, subject, none, noneHint } = props;
  const query = useQuery({
    queryKey: ['reviews', 'of', filter],
    queryFn: ({ signal }) => listReviews({ ...filter, limit: SHOWN }, FIELDS, signal),
  });
  return (
    <Stack gap="xs">
      <LatestPanel
        title={title}
        query={query}
        columns={[...SUBJECTS[subject], strings.risk, strings.status, strings.reviewer, strings.due]}
        minWidth={640}
        empty={<Empty title={none}>{noneHint}</Empty>}
        more={(_, total) => <Small>{strings.more(formatNumber(total))}</Small>}
        row={(review) => (
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
        )}
      />
      <WaitingLine filter={filter} />
    </Stack>
  );
}
