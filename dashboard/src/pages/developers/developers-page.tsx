import { Stack } from '@mantine/core';
import { Page } from '../../parts/page.tsx';
import { developerStrings } from '../../strings/developers.ts';
import { AdminsOnly } from './admins-only.tsx';
import { ApiLinks } from './api-links.tsx';
import { ChannelsPanel } from './channels-panel.tsx';
import { VerifyPanel } from './verify-panel.tsx';
import { WebhooksPanel } from './webhooks-panel.tsx';

export function DevelopersPage() {
  return (
    <Page title={developerStrings.title} description={developerStrings.description}>
      <Stack gap="xl">
        <ApiLinks />
        <AdminsOnly>
          <WebhooksPanel />
          <ChannelsPanel />
        </AdminsOnly>
        <VerifyPanel />
      </Stack>
    </Page>
  );
}
