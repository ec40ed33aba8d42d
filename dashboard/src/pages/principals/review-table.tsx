import type { Item } from '@lapse/client';
import { Table } from '@mantine/core';
import { PageLink } from '../../parts/page-link.tsx';
import { RiskBadge } from '../../parts/risk-badge.tsx';
import { StateBadge, type Tone } from '../../parts/state-badge.tsx';
import { TableBox } from '../../parts/table-box.tsx';
import { When } from '../../parts/when.tsx';
import { principalPageStrings } from '../../strings/principals.ts';

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
export function ReviewTable(props: {
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
