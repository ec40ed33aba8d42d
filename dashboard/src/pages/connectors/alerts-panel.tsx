import type { Item } from '@lapse/client';
import { Anchor, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { api } from '../../api/client.ts';
import { RowButton } from '../../parts/buttons.tsx';
import { formatDuration } from '../../parts/duration.ts';
import { Panel } from '../../parts/panel.tsx';
import { QueryState } from '../../parts/query-state.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { Hint, Small } from '../../parts/text.ts';
import { When } from '../../parts/when.tsx';
import { connectorStrings } from '../../strings/connectors.ts';
import { AlertHandling } from './alert-handling.tsx';
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
          const quiet = items.filter(
            ({ state, silenced }) => silenced && state !== 'firing' && state !== 'pending',
          );
          const shown = [...firing, ...(showsPending ? pending : []), ...quiet];
          return (
            <>
              {firing.length === 0 ? (
                <Text size="sm" role="status">
                  {pending.length === 0 ? words.none : words.noneFiring}
                </Text>
              ) : null}
              {shown.length > 0 ? (
                <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
                  {gathered(shown).map((alerts) => (
                    <AlertItem key={alerts[0]?.id} alerts={alerts} nameOf={nameOf} />
                  ))}
                </Stack>
              ) : null}
              {pending.length > 0 ? (
                <Group>
                  <RowButton onClick={toggle} aria-expanded={showsPending}>
                    {showsPending ? words.hidePending : words.showPending(pending.length)}
                  </RowButton>
                </Group>
              ) : null}
            </>
          );
        }}
      </QueryState>
    </Panel>
  );
}

function AlertItem({ alerts, nameOf }: { alerts: Alert[]; nameOf: (label: string) => string }) {
  const { alert, state, severity, summary, action, since, for_seconds } = alerts[0] as Alert;
  const isFiring = state === 'firing';
  const { what = action, place } = words.actions[alert] ?? {};
  const about = alerts.flatMap(({ labels, subject }) => (subject ? [] : Object.values(labels))).map(nameOf);
  return (
    <li>
      <Group gap="xs">
        <StateBadge tone={isFiring ? (severity === 'critical' ? 'bad' : 'warning') : 'waiting'}>
          {stateWord(state)}, {words.severity[severity] ?? severity}
        </StateBadge>
        <Text size="sm" fw={500}>
          {summary} {about.length > 0 ? `(${about.join(', ')})` : ''}
        </Text>
        <Small>
          {words.since} <When at={since} />
          {state === 'pending' ? `, ${words.pendingHint(formatDuration(for_seconds))}` : ''}
        </Small>
      </Group>
      <Hint>
        {what}{' '}
        {place ? (
          <Anchor component={Link} to={place.to} search={place.search as never} size="sm" underline="always">
            {place.label}
          </Anchor>
        ) : null}
      </Hint>
      {alerts.map((each) => (
        <Fragment key={each.id}>
          {each.subject ? (
            <Text size="sm">
              {each.subject}{' '}
              {each.link ? (
                <Anchor component={Link} to={each.link} size="sm" underline="always">
                  {words.openSubject}
                </Anchor>
              ) : null}
            </Text>
          ) : null}
          <AlertHandling
            alert={each}
            name={alerts.length > 1 && !each.subject ? Object.values(each.labels).map(nameOf).join(', ') : ''}
          />
        </Fragment>
      ))}
    </li>
  );
}

const stateWord = (state: Alert['state']): string =>
  state === 'firing' ? words.firing : state === 'pending' ? words.pending : words.silencedState;

/** The same alert about several connectors or stages is one to read. */
function gathered(alerts: Alert[]): Alert[][] {
  const groups = new Map<string, Alert[]>();
  for (const each of alerts) {
    const key = `${each.state} ${each.alert}`;
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return [...groups.values()];
}

const rank = ({ severity }: Alert): number => (severity === 'critical' ? 0 : 1);
