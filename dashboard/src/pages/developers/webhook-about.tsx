import { Group, Stack, Text } from '@mantine/core';
import { Facts } from '../../parts/facts.tsx';
import { formatDateTime, formatNumber } from '../../parts/format.ts';
import { Panel } from '../../parts/panel.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { When } from '../../parts/when.tsx';
import { developerStrings } from '../../strings/developers.ts';
import { type Webhook, webhookState } from './webhook-state.ts';

const { webhook: words, webhooks } = developerStrings;
const { facts } = words;

export function WebhookAbout({ webhook }: { webhook: Webhook }) {
  const { health, event_types, previous_secret_expires_at: until } = webhook;
  const { tone, label, hint } = webhookState(webhook);
  return (
    <Panel title={words.about}>
      <Stack gap="sm">
        <Group gap="sm" role="status">
          <StateBadge tone={tone}>{label}</StateBadge>
          {hint ? (
            <Text size="sm" c="dimmed">
              {hint}
            </Text>
          ) : null}
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
