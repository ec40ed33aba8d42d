import { Skeleton, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { PageLink } from '../../parts/page-link.tsx';
import { Panel } from '../../parts/panel.tsx';
import { QueryState } from '../../parts/query-state.tsx';
import { TableBox } from '../../parts/table-box.tsx';
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
  const all = (
    <PageLink to="/audit" search={filter} size="sm">
      {words.all}
    </PageLink>
  );
  return (
    <Panel title={words.title} bare actions={all}>
      <QueryState query={query} skeleton={<Skeleton height={120} />}>
        {({ items }) =>
          items.length === 0 ? (
            <Text size="sm" c="dimmed">
              {words.none}
            </Text>
          ) : (
            <TableBox label={words.title} columns={words.columns} minWidth={560}>
              {items.map((entry) => (
                <Table.Tr key={entry.id}>
                  <Table.Td>
                    <PageLink to="/audit/$id" id={entry.id} inherit>
                      {entry.description}
                    </PageLink>
                  </Table.Td>
                  <Table.Td>{entry.actor}</Table.Td>
                  <Table.Td style={{ whiteSpace: 'nowrap' }}>
                    <When at={entry.timestamp} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </TableBox>
          )
        }
      </QueryState>
    </Panel>
  );
}
