import { Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { LatestPanel } from '../../parts/latest-panel.tsx';
import { PageLink } from '../../parts/page-link.tsx';
import { Row } from '../../parts/table-box.tsx';
import { Hint } from '../../parts/text.ts';
import { When } from '../../parts/when.tsx';
import { auditStrings } from '../../strings/audit.ts';

const { trail: words } = auditStrings;
const SHOWN = 10;

/** What the audit trail says about a principal or an asset, the latest first. */
export function TrailPanel({ filter }: { filter: { principal_id: string } | { asset_id: string } }) {
  const query = useQuery({
    queryKey: ['audit', 'of', filter],
    queryFn: () => api.get('/v1/audit', { query: { ...filter, order: 'desc', limit: SHOWN } }),
  });
  return (
    <LatestPanel
      title={words.title}
      actions={
        <PageLink to="/audit" search={filter} size="sm">
          {words.all}
        </PageLink>
      }
      query={query}
      columns={words.columns}
      minWidth={560}
      empty={<Hint>{words.none}</Hint>}
      row={(entry) => (
        <Row key={entry.id}>
          <PageLink to="/audit/$id" id={entry.id} inherit>
            {entry.description}
          </PageLink>
          {entry.actor}
          <Table.Td style={{ whiteSpace: 'nowrap' }}>
            <When at={entry.timestamp} />
          </Table.Td>
        </Row>
      )}
    />
  );
}
