import { Anchor, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { formatNumber } from '../../parts/format.ts';
import { ListPanel } from '../../parts/list-panel.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { Row } from '../../parts/table-box.tsx';
import { Small } from '../../parts/text.ts';
import { RowWhen } from '../../parts/when.tsx';
import { developerStrings } from '../../strings/developers.ts';
import { SecretOnce } from './secret-once.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { type Webhook, webhookState } from './webhook-state.ts';

const { webhooks: words } = developerStrings;

export function WebhooksPanel() {
  const [secret, setSecret] = useState<string | null>(null);
  const query = useQuery({
    queryKey: ['webhooks', 'list'],
    queryFn: () => api.get('/v1/webhooks', { query: { limit: 100 } }),
  });
  return (
    <>
      <ListPanel
        isMain
        words={words}
        query={query}
        row={(webhook) => <WebhookRow key={webhook.id} webhook={webhook} />}
        form={(close) => <WebhookForm onClose={close} onAdded={setSecret} />}
      />
      {secret ? <SecretOnce secret={secret} onClose={() => setSecret(null)} /> : null}
    </>
  );
}

function WebhookRow({ webhook }: { webhook: Webhook }) {
  const { id, url, description, event_types, health } = webhook;
  const { tone, label } = webhookState(webhook);
  return (
    <Row>
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
        {description ? <Small>{description}</Small> : null}
      </Table.Td>
      <StateBadge tone={tone}>{label}</StateBadge>
      <Text size="sm">{event_types.includes('*') ? words.all : words.some(event_types.length)}</Text>
      <RowWhen at={later(health.last_success_at, health.last_failure_at)} fallback={words.never} />
      <Table.Td className="numbers">
        {formatNumber(health.pending)} / {formatNumber(health.dead)}
      </Table.Td>
    </Row>
  );
}

const later = (a: string | null, b: string | null): string | null => ((a ?? '') > (b ?? '') ? a : b);
