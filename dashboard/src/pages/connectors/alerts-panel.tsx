import type { Item } from '@lapse/client';
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { formatDuration } from '../../parts/duration.ts';
import { formatNumber } from '../../parts/format.ts';
import { Panel } from '../../parts/panel.tsx';
import { QueryState } from '../../parts/query-state.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { When } from '../../parts/when.tsx';
import { connectorStrings } from '../../strings/connectors.ts';
import { connectorsQuery } from './connector-queries.ts';

const { alerts: words } = connectorStrings;
type Alert = Item<'/v1/alerts'>;

/** What an operator should look at: what is firing, and on demand what may begin to. */
export function AlertsPanel() {
  const [showsPending, { toggle }] = useDisclosure(false);
  const query = useQuery({
    queryKey: ['alerts', 'list'],
    queryFn: () => api.get('/v1/alerts', { query: { limit: 100 } }),
  });
  const { data: connectors } = useQuery(connectorsQuery);
  const nameOf = (label: string) => connectors?.items.find(({ id }) => id === label)?.name ?? label;
  return (
    <Panel title={words.title}>
      <QueryState query={query}>
        {({ items }) => {
          const of = (state: Alert['state']) =>
            items.filter((alert) => alert.state === state).sort((a, b) => rank(a) - rank(b));
          const [firing, pending] = [of('firing'), of('pending')];
          const shown = showsPending ? [...firing, ...pending] : firing;
          return (
            <>
              {firing.length === 0 ? (
                <Text size="sm" role="status">
                  {pending.length === 0 ? words.none : words.noneFiring}
                </Text>
              ) : null}
              {shown.length > 0 ? (
                <Stack component="ul" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
                  {shown.map((alert) => (
                    <AlertItem key={alert.id} alert={alert} nameOf={nameOf} />
                  ))}
                </Stack>
              ) : null}
              {pending.length > 0 ? (
                <Group>
                  <Button size="compact-sm" variant="default" onClick={toggle} aria-expanded={showsPending}>
                    {showsPending ? words.hidePending : words.showPending(pending.length)}
                  </Button>
                </Group>
              ) : null}
            </>
          );
        }}
      </QueryState>
    </Panel>
  );
}

function AlertItem({ alert, nameOf }: { alert: Alert; nameOf: (label: string) => string }) {
  const { state, severity, summary, action, since, for_seconds, value, threshold, labels } = alert;
  const isFiring = state === 'firing';
  const place = words.actions[alert.alert]?.place;
  const about = Object.values(labels).map(nameOf).join(', ');
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
        {words.actions[alert.alert]?.what ?? action}{' '}
        {place ? (
          <Anchor component={Link} to={place.to} search={place.search as never} size="sm" underline="always">
            {place.label}
          </Anchor>
        ) : null}
      </Text>
    </li>
  );
}

const rank = ({ severity }: Alert): number => (severity === 'critical' ? 0 : 1);
