import { Anchor, Box, Button, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { formatNumber } from '../../parts/format.ts';
import { Panel } from '../../parts/panel.tsx';
import { Empty, QueryState } from '../../parts/query-state.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { TableBox } from '../../parts/table-box.tsx';
import { When } from '../../parts/when.tsx';
import { developerStrings } from '../../strings/developers.ts';
import { SecretOnce } from './secret-once.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { type Webhook, webhookState } from './webhook-state.ts';

const { webhooks: words } = developerStrings;

export function WebhooksPanel() {
  const [isAdding, { open, close }] = useDisclosure(false);
  const [secret, setSecret] = useState<string | null>(null);
  const query = useQuery({
    queryKey: ['webhooks', 'list'],
    queryFn: () => api.get('/v1/webhooks', { query: { limit: 100 } }),
  });
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
      {words.add}
    </Button>
  );
  return (
    <Panel title={words.title} description={words.description} actions={add} bare>
      <QueryState query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={words.none}>{words.noneHint}</Empty>
          ) : (
            <TableBox label={words.title} columns={words.columns} minWidth={760}>
              {items.map((webhook) => (
                <WebhookRow key={webhook.id} webhook={webhook} />
              ))}
            </TableBox>
          )
        }
      </QueryState>
      {isAdding ? <WebhookForm onClose={close} onAdded={setSecret} /> : null}
      {secret ? <SecretOnce secret={secret} onClose={() => setSecret(null)} /> : null}
    </Panel>
  );
}

function WebhookRow({ webhook }: { webhook: Webhook }) {
  const { id, url, description, event_types, health } = webhook;
  const { tone, label } = webhookState(webhook);
  return (
    <Table.Tr>
      <Table.Td maw={360}>
        <Anchor
          component={Link}
          to="/developers/webhooks/$id"
          params={{ id } as never}
          size="sm"
          style={{ overflowWrap: 'anywhere' }}
        >
          {url}
        </Anchor>
        {description ? (
          <Text size="xs" c="dimmed">
            {description}
          </Text>
        ) : null}
      </Table.Td>
      <Table.Td>
        <StateBadge tone={tone}>{label}</StateBadge>
      </Table.Td>
      <Table.Td>
        <Text size="sm">{event_types.includes('*') ? words.all : words.some(event_types.length)}</Text>
      </Table.Td>
      <Table.Td>
        <Box fz="sm">
          <When at={later(health.last_success_at, health.last_failure_at)} fallback={words.never} />
        </Box>
      </Table.Td>
      <Table.Td className="numbers">
        {formatNumber(health.pending)} / {formatNumber(health.dead)}
      </Table.Td>
    </Table.Tr>
  );
}

const later = (a: string | null, b: string | null): string | null => ((a ?? '') > (b ?? '') ? a : b);
