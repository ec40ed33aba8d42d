import { List, SegmentedControl, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { optionsOf } from '../../parts/forms/bind-fields.ts';
import { ListPanel } from '../../parts/list-panel.tsx';
import { Page } from '../../parts/page.tsx';
import { Panel } from '../../parts/panel.tsx';
import { developerStrings } from '../../strings/developers.ts';
import { AdminsOnly } from './admins-only.tsx';
import { ApiLinks } from './api-links.tsx';
import { ChannelForm } from './channel-form.tsx';
import { ChannelRow } from './channel-row.tsx';
import { NODE_RECEIVER, PYTHON_RECEIVER } from './receiver-examples.ts';
import { WebhooksPanel } from './webhooks-panel.tsx';

const { verify } = developerStrings;

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

function ChannelsPanel() {
  const query = useQuery({
    queryKey: ['webhooks', 'channels'],
    queryFn: () => api.get('/v1/notifications/channels', { query: { limit: 100 } }),
  });
  return (
    <ListPanel
      words={developerStrings.channels}
      query={query}
      row={(channel) => <ChannelRow key={channel.id} channel={channel} />}
      form={(close) => <ChannelForm onClose={close} />}
    />
  );
}

function VerifyPanel() {
  const [language, setLanguage] = useState('node');
  const choice = (
    <SegmentedControl
      size="xs"
      aria-label={verify.language}
      value={language}
      onChange={setLanguage}
      data={optionsOf({ node: verify.node, python: verify.python })}
    />
  );
  return (
    <Panel title={verify.title} description={verify.description} actions={choice}>
      <CodeBlock
        label={language === 'node' ? verify.node : verify.python}
        text={language === 'node' ? NODE_RECEIVER : PYTHON_RECEIVER}
      />
      <List size="sm">
        {verify.rules.map((rule) => (
          <List.Item key={rule}>{rule}</List.Item>
        ))}
      </List>
    </Panel>
  );
}
