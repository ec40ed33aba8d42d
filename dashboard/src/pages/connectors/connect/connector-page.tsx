import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useMay } from '../../../api/session.ts';
import { Facts } from '../../../parts/facts.tsx';
import { formatNumber } from '../../../parts/format.ts';
import { Page } from '../../../parts/page.tsx';
import { TextLink } from '../../../parts/page-link.tsx';
import { Panel } from '../../../parts/panel.tsx';
import { QueryState } from '../../../parts/query-state.tsx';
import { Hint } from '../../../parts/text.ts';
import { connectStrings } from '../../../strings/connect.ts';
import { ConnectorActions } from '../connector-actions.tsx';
import { connectorQuery } from '../connector-queries.ts';
import type { Connector } from '../connector-settings.ts';
import { CoverageDetails, coverageText } from '../coverage.tsx';
import { StalestAccess } from './stalest-access.tsx';
import { SyncPanel } from './sync-panel.tsx';

const { connector: words, back, title } = connectStrings;

/** One connector: how its sync goes, and what it has found. */
export function ConnectorPage() {
  const { id = '' } = useParams({ strict: false });
  const isAdmin = useMay()('service.admin');
  const query = useQuery(connectorQuery(id));
  const { data } = query;
  return (
    <Page
      title={data?.name ?? title}
      description={<TextLink to="/connectors">← {back}</TextLink>}
      actions={data && isAdmin ? <ConnectorActions connector={data} /> : null}
    >
      <QueryState query={query}>
        {(connector) => (
          <Stack gap="lg">
            <SyncPanel connector={connector} />
            <Found connector={connector} />
          </Stack>
        )}
      </QueryState>
    </Page>
  );
}

function Found({ connector }: { connector: Connector }) {
  const { progress, last_sync_at, mode } = connector;
  if (last_sync_at === null || progress === null) {
    return (
      <Panel title={words.found}>
        <Hint>{words.foundLater}</Hint>
      </Panel>
    );
  }
  return (
    <>
      <Panel title={words.found}>
        <Facts
          single
          items={[
            ...words.phases
              .filter(({ counter }) => counter !== 'removed')
              .map(({ label, counter }) => [label, formatNumber(progress[counter])] as const),
            [words.coverage, coverageText(connector)],
          ]}
        />
        {progress.skipped > 0 ? <Text size="sm">{words.skipped(formatNumber(progress.skipped))}</Text> : null}
        <CoverageDetails connector={connector} order={3} />
        <Text size="sm">{words.mode[mode]}</Text>
      </Panel>
      <StalestAccess connector={connector} />
    </>
  );
}
