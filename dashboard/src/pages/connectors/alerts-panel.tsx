import type { Item } from '@lapse/client';
import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { formatDuration } from '../../parts/duration.ts';
import { formatNumber } from '../../parts/format.ts';
import { Panel } from '../../parts/panel.tsx';
import { QueryState } from '../../parts/query-state.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { When } from '../../parts/when.tsx';
import { connectorStrings } from '../../strings/connectors.ts';

const { alerts: words } = connectorStrings;
type Alert = Item<'/v1/alerts'>;

/** What an operator should look at: firing first, then what may begin to. */
export function AlertsPanel() {
  const query = useQuery({
    queryKey: ['alerts', 'list'],
    queryFn: () => api.get('/v1/alerts', { query: { limit: 100 } }),
  });
  return (
    <Panel title={words.title}>
      <QueryState query={query}>
        {({ items }) => {
          const shown = items
            .filter(({ state }) => state !== 'resolved')
            .sort((a, b) => rank(a) - rank(b) || a.id.localeCompare(b.id));
          return shown.length === 0 ? (
            <Text size="sm" role="status">
              {words.none}
            </Text>
          ) : (
            <Stack component="ul" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
              {shown.map((alert) => (
                <AlertItem key={alert.id} alert={alert} />
              ))}
            </Stack>
          );
        }}
      </QueryState>
    </Panel>
  );
}

function AlertItem({ alert }: { alert: Alert }) {
  const { state, severity, summary, action, since, for_seconds, value, threshold, labels } = alert;
  const isFiring = state === 'firing';
  const about = Object.values(labels).join(', ');
  return (
    <li>
      <Group gap="xs">
        <StateBadge tone={isFiring ? (severity === 'critical' ? 'bad' : 'warning') : 'waiting'}>
          {isFiring ? words.firing : words.pending}, {words.severity[severity] ?? severity}
        </StateBadge>
        <Text size="xs" c="dimmed">
          {words.since} <When at={since} />
          {isFiring ? '' : `, ${words.pendingHint(formatDuration(for_seconds))}`}
        </Text>
      </Group>
      <Text size="sm" mt={2}>
        {summary}
        {value !== null && threshold > 0
          ? ` (${words.value(formatNumber(value), formatNumber(threshold))})`
          : ''}
        {about ? ` ${words.about}: ${about}.` : ''}
      </Text>
      <Text size="sm" c="dimmed">
        {words.what}: {action}
      </Text>
    </li>
  );
}

const rank = ({ state, severity }: Alert): number =>
  (state === 'firing' ? 0 : 2) + (severity === 'critical' ? 0 : 1);
