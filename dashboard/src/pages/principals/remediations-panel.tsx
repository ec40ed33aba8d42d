import { Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { formatNumber } from '../../parts/format.ts';
import { LatestPanel } from '../../parts/latest-panel.tsx';
import { PageLink } from '../../parts/page-link.tsx';
import { Empty } from '../../parts/query-state.tsx';
import { StateBadge, type Tone } from '../../parts/state-badge.tsx';
import { Row } from '../../parts/table-box.tsx';
import { Small } from '../../parts/text.ts';
import { When } from '../../parts/when.tsx';
import { principalPageStrings } from '../../strings/principals.ts';

const strings = principalPageStrings.removals;
const SHOWN = 20;

const TONES: Record<string, Tone> = {
  completed: 'good',
  failed: 'bad',
  blocked: 'warning',
  reverted: 'idle',
  cancelled: 'idle',
};

const spoken = (word: string): string => {
  const text = word.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** Remediations of one principal's access, or of access to one asset. */
export function RemediationsPanel(props: {
  title: string;
  filter: { principal_id: string } | { asset_id: string };
  subject: 'asset' | 'principal';
  none: string;
  noneHint: string;
}) {
  const { title, filter, subject, none, noneHint } = props;
  const query = useQuery({
    queryKey: ['remediations', 'of', filter],
    queryFn: () => api.get('/v1/remediations', { query: { ...filter, limit: SHOWN } }),
  });
  const name = subject === 'asset' ? strings.asset : principalPageStrings.reviews.principal;
  return (
    <LatestPanel
      title={title}
      query={query}
      columns={[name, strings.action, strings.status, strings.by, strings.when]}
      minWidth={640}
      empty={<Empty title={none}>{noneHint}</Empty>}
      more={(_, total) => <Small>{principalPageStrings.reviews.more(formatNumber(total))}</Small>}
      row={(removal) => (
        <Row key={removal.id}>
          <Table.Td fw={600}>
            <PageLink to="/remediations/$id" id={removal.id} inherit>
              {subject === 'asset' ? removal.asset_name : removal.principal_name}
            </PageLink>
          </Table.Td>
          <Table.Td>
            {spoken(removal.action)}
            {removal.dry_run ? <Small span>{` (${strings.rehearsal})`}</Small> : null}
          </Table.Td>
          <StateBadge tone={TONES[removal.status] ?? 'working'}>{spoken(removal.status)}</StateBadge>
          {removal.requested_by}
          <When at={removal.completed_at ?? removal.created_at} />
        </Row>
      )}
    />
  );
}
