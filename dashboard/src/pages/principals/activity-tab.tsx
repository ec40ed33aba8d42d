import { Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { InsidersOnly } from '../../parts/insiders-only.tsx';
import { PageLink } from '../../parts/page-link.tsx';
import { Panel } from '../../parts/panel.tsx';
import { QueryState } from '../../parts/query-state.tsx';
import { Hint } from '../../parts/text.ts';
import { When } from '../../parts/when.tsx';
import { principalPageStrings } from '../../strings/principals.ts';
import { DecisionsPanel } from '../audit/decisions-panel.tsx';
import { TrailPanel } from '../audit/trail-panel.tsx';
import { principalQueries } from './principal-queries.ts';

const strings = principalPageStrings.activity;

/** What was unusual about a principal, and what the audit trail says about it. */
export function ActivityTab({ id }: { id: string }) {
  const context = useQuery(principalQueries.context(id));
  return (
    <Stack gap="lg">
      <Panel title={strings.anomalies} bare>
        <QueryState query={context} skeleton={<Skeleton height={60} />}>
          {({ anomalies }) =>
            anomalies.length === 0 ? (
              <Hint>{strings.noAnomalies}</Hint>
            ) : (
              <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
                {anomalies.map((anomaly) => (
                  <Group key={anomaly.id} component="li" gap="xs" wrap="nowrap" align="flex-start">
                    <IconAlertTriangle
                      size={16}
                      color="var(--lapse-high)"
                      aria-hidden
                      style={{ flexShrink: 0, marginTop: 3 }}
                    />
                    <Text size="sm">
                      {anomaly.reason}{' '}
                      <Hint span>
                        {strings.on}{' '}
                        <PageLink to="/assets/$id" id={anomaly.asset_id} inherit>
                          {anomaly.asset_name ?? anomaly.asset_id}
                        </PageLink>
                        {', '}
                        <When at={anomaly.at} />
                      </Hint>
                    </Text>
                  </Group>
                ))}
              </Stack>
            )
          }
        </QueryState>
      </Panel>
      <InsidersOnly>
        <Stack gap="md">
          <DecisionsPanel filter={{ principal_id: id }} />
          <TrailPanel filter={{ principal_id: id }} />
        </Stack>
      </InsidersOnly>
    </Stack>
  );
}
