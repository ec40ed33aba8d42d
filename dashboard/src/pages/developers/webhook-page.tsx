import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { Facts } from '../../parts/facts.tsx';
import { formatDateTime, formatNumber } from '../../parts/format.ts';
import { Notice } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { TextLink } from '../../parts/page-link.tsx';
import { Panel } from '../../parts/panel.tsx';
import { QueryState } from '../../parts/query-state.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { Hint } from '../../parts/text.ts';
import { When } from '../../parts/when.tsx';
import { developerStrings } from '../../strings/developers.ts';
import { AdminsOnly } from './admins-only.tsx';
import { DeliveriesPanel } from './deliveries-panel.tsx';
import { WebhookActions } from './webhook-actions.tsx';
import { type Webhook, webhookState } from './webhook-state.ts';

const { webhook: words, webhooks } = developerStrings;

export function WebhookPage() {
  const { id = '' } = useParams({ strict: false });
  const isAdmin = useMay()('service.admin');
  const query = useQuery({
    queryKey: ['webhooks', id],
    enabled: isAdmin,
    queryFn: () => api.get('/v1/webhooks/{id}', { params: { id } }),
  });
  const title = query.data?.description || query.data?.url || webhooks.title;
  return (
    <Page
      title={title}
      description={<TextLink to="/developers">← {words.back}</TextLink>}
      actions={query.data ? <WebhookActions webhook={query.data} /> : null}
    >
      <AdminsOnly>
        <QueryState query={query}>
          {(webhook) => (
            <Stack gap="lg">
              {webhook.enabled ? null : (
                <Notice tone="idle" title={words.disabledTitle}>
                  <Text size="sm">{words.disabledHint}</Text>
                </Notice>
              )}
              <WebhookAbout webhook={webhook} />
              <DeliveriesPanel webhook={webhook} />
            </Stack>
          )}
        </QueryState>
      </AdminsOnly>
    </Page>
  );
}

const { facts } = words;

function WebhookAbout({ webhook }: { webhook: Webhook }) {
  const { health, event_types, previous_secret_expires_at: until } = webhook;
  const { tone, label, hint } = webhookState(webhook);
  return (
    <Panel title={words.about}>
      <Stack gap="sm">
        <Group gap="sm" role="status">
          <StateBadge tone={tone}>{label}</StateBadge>
          {hint ? <Hint>{hint}</Hint> : null}
        </Group>
        <Facts
          items={[
            [developerStrings.form.url, webhook.url],
            [facts.events, event_types.includes('*') ? webhooks.all : event_types.join(', ')],
            [facts.lastSuccess, health.last_success_at && <When at={health.last_success_at} />],
            [facts.lastFailure, health.last_failure_at && <When at={health.last_failure_at} />],
            [facts.lastError, health.last_error],
            [facts.failingSince, health.failing_since && <When at={health.failing_since} />],
            [facts.nextProbe, health.next_probe_at && <When at={health.next_probe_at} />],
            [facts.waiting, formatNumber(health.pending)],
            [facts.dead, formatNumber(health.dead)],
            [facts.secret, until ? words.rotating(formatDateTime(until)) : words.oneSecret],
            [
              facts.created,
              <span key="created">
                <When at={webhook.created_at} /> {facts.by(webhook.created_by)}
              </span>,
            ],
          ]}
        />
      </Stack>
    </Panel>
  );
}
