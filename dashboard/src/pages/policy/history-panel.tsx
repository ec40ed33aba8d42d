import { Table } from '@mantine/core';
import { api } from '../../api/client.ts';
import { formatNumber } from '../../parts/format.ts';
import { TextLink } from '../../parts/page-link.tsx';
import { PagedTable } from '../../parts/paged-table.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Row } from '../../parts/table-box.tsx';
import { usePages } from '../../parts/use-pages.ts';
import { When } from '../../parts/when.tsx';
import { policyStrings as strings } from '../../strings/policy.ts';
import { ChangesList } from './changes-list.tsx';
import { differencesOf } from './policy-draft.ts';

interface Recorded {
  version?: number;
  previous_policy?: object;
  policy?: object;
}

/** Every version from the audit trail, with what it changed. */
export function HistoryPanel() {
  const query = usePages({
    queryKey: ['policy', 'history'],
    limit: 10,
    load: (page) => api.get('/v1/audit', { query: { event_type: 'policy.changed', ...page } }),
  });
  return (
    <Panel title={strings.history} description={strings.historyHint}>
      <PagedTable
        query={query}
        words={{
          title: strings.history,
          columns: [strings.version, strings.when, strings.who, strings.what],
          none: strings.historyNone,
        }}
        row={({ id, data, actor, timestamp }) => {
          const { version = 0, previous_policy = {}, policy = {} } = data as Recorded;
          return (
            <Row key={id}>
              <Table.Td className="numbers">
                <TextLink to={`/audit/${id}`}>{formatNumber(version)}</TextLink>
              </Table.Td>
              <When at={timestamp} />
              {actor}
              <ChangesList changes={differencesOf(previous_policy, policy)} />
            </Row>
          );
        }}
      />
    </Panel>
  );
}
