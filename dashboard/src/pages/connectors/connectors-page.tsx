import { Stack } from '@mantine/core';
import { Page } from '../../parts/page.tsx';
import { connectorStrings as words } from '../../strings/connectors.ts';
import { AlertsPanel } from './alerts-panel.tsx';
import { ConnectorsPanel } from './connectors-panel.tsx';
import { DeadPanel } from './dead-panel.tsx';
import { PipelinePanel } from './pipeline-panel.tsx';
import { RejectedPanel } from './rejected-panel.tsx';

export function ConnectorsPage() {
  return (
    <Page title={words.title} description={words.description}>
      <Stack gap="xl">
        <AlertsPanel />
        <ConnectorsPanel />
        <PipelinePanel />
        <RejectedPanel />
        <DeadPanel />
      </Stack>
    </Page>
  );
}
