import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { formatDate } from '../../../parts/format.ts';
import { PageLink } from '../../../parts/page-link.tsx';
import { Panel } from '../../../parts/panel.tsx';
import { Empty, QueryState } from '../../../parts/query-state.tsx';
import { RiskBadge } from '../../../parts/risk-badge.tsx';
import { Row, TableBox } from '../../../parts/table-box.tsx';
import { RowWhen } from '../../../parts/when.tsx';
import { connectStrings } from '../../../strings/connect.ts';
import { permissionName } from '../../../strings/permissions.ts';
import type { Connector } from '../connector-settings.ts';
import { coverageOf } from '../coverage.tsx';

const { connector: words } = connectStrings;
const SHOWN = 5;
const STALE = 50;

/** What a connector has found that nobody seems to need. */
export function StalestAccess({ connector }: { connector: Connector }) {
  const { id } = connector;
  const coverage = coverageOf(connector);
  const query = useQuery({
    queryKey: ['scores', 'of-connector', id],
    queryFn: () =>
      api.get('/v1/grants', { query: { connector_id: id, sort: 'score', order: 'desc', limit: SHOWN } }),
  });
  const since = coverage?.observed_since ?? null;
  const hint = since === null ? words.staleHint : `${words.staleHint} ${words.seenSince(formatDate(since))}`;
  return (
    <Panel title={words.stale} description={coverage?.observes_use ? hint : words.blindHint}>
      <QueryState query={query}>
        {({ items }) => {
          const stale = items.filter(({ score }) => (score ?? 0) >= STALE);
          if (stale.length === 0) return <Empty title={words.noneStale}>{words.noneStaleHint}</Empty>;
          return (
            <TableBox label={words.stale} columns={words.columns}>
              {stale.map((grant) => (
                <Row key={grant.id}>
                  <PageLink to="/principals/$id" id={grant.principal_id} size="sm">
                    {grant.principal_name}
                  </PageLink>
                  <PageLink to="/assets/$id" id={grant.asset_id} size="sm">
                    {grant.asset_name}
                  </PageLink>
                  {permissionName(grant.permission)}
                  <RowWhen at={grant.last_used_at} fallback={words.neverUsed} />
                  <RiskBadge level={grant.risk_level ?? 'low'} score={grant.score ?? undefined} />
                </Row>
              ))}
            </TableBox>
          );
        }}
      </QueryState>
      <PageLink to="/grants" search={{ connector_id: id, sort: 'score', order: 'desc' }} size="sm">
        {words.all}
      </PageLink>
    </Panel>
  );
}
