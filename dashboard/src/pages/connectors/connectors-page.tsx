import { Button, SimpleGrid, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../api/session.ts';
import { Page } from '../../parts/page.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Empty, QueryState } from '../../parts/query-state.tsx';
import { connectorStrings as words } from '../../strings/connectors.ts';
import { importStrings } from '../../strings/import.ts';
import { AlertsPanel } from './alerts-panel.tsx';
import { ConnectorCard } from './connector-card.tsx';
import { connectorsQuery } from './connector-queries.ts';
import { PipelinePanel } from './pipeline-panel.tsx';
import { ProvisioningPanel } from './provisioning-panel.tsx';
import { DeadPanel, RejectedPanel } from './rejected-panel.tsx';

const { connectors: panel } = words;

export function ConnectorsPage() {
  const load = useMay()('service.admin') ? (
    <Button component={Link} to="/connectors/import" variant="default">
      {importStrings.open}
    </Button>
  ) : null;
  return (
    <Page title={words.title} description={words.description} actions={load}>
      <Stack gap="xl">
        <AlertsPanel />
        <ConnectorsPanel />
        <ProvisioningPanel />
        <PipelinePanel />
        <RejectedPanel />
        <DeadPanel />
      </Stack>
    </Page>
  );
}

function ConnectorsPanel() {
  const may = useMay();
  const query = useQuery(connectorsQuery);
  const add = may('service.admin') ? (
    <Button component={Link} to="/connectors/new" leftSection={<IconPlus size={16} aria-hidden />}>
      {panel.add}
    </Button>
  ) : null;
  return (
    <Panel title={panel.title} description={panel.description} actions={add} bare>
      <QueryState query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={panel.none}>{panel.noneHint}</Empty>
          ) : (
            <SimpleGrid cols={{ base: 1, lg: items.length > 1 ? 2 : 1 }} spacing="md">
              {items.map((connector) => (
                <ConnectorCard key={connector.id} connector={connector} />
              ))}
            </SimpleGrid>
          )
        }
      </QueryState>
    </Panel>
  );
}
