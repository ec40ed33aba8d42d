import { Anchor, Box, Grid, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { formatRelative } from '../../parts/format.ts';
import { lookAgainMs } from '../../parts/look-again.ts';
import { Page } from '../../parts/page.tsx';
import { QueryState } from '../../parts/query-state.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { useNow } from '../../parts/use-now.ts';
import { remediationStrings as words } from '../../strings/remediations.ts';
import { BreakerBanner } from './breaker-banner.tsx';
import { GuardsPanel } from './guards-panel.tsx';
import { PlanPanel } from './plan-panel.tsx';
import { RemediationAbout } from './remediation-about.tsx';
import { RemediationOrders } from './remediation-orders.tsx';
import { movingRemediations, type RemediationDetail, remediationState } from './remediation-state.ts';
import { StepsPanel } from './steps-panel.tsx';
import { UndoPanel } from './undo-panel.tsx';

export function RemediationPage() {
  const { id = '' } = useParams({ strict: false });
  const query = useQuery({
    queryKey: ['remediations', id],
    queryFn: () => api.get('/v1/remediations/{id}', { params: { id } }),
    refetchInterval: ({ state: { data } }) =>
      data ? lookAgainMs(movingRemediations([data]), Date.now()) : false,
  });
  const { data } = query;
  return (
    <Page
      title={data ? words.detail.heading(data.principal_name, data.asset_name) : words.title}
      description={
        <Anchor component={Link} to="/remediations" size="sm">
          ← {words.detail.back}
        </Anchor>
      }
      actions={data ? <RemediationOrders remediation={data} /> : null}
    >
      {data?.status === 'blocked' ? <BreakerBanner /> : null}
      <QueryState query={query}>
        {(remediation) => (
          <Stack gap="md">
            <Situation remediation={remediation} />
            <Grid gap="md">
              <Grid.Col span={{ base: 12, lg: 7 }}>
                <Stack gap="md">
                  <RemediationAbout remediation={remediation} />
                  <PlanPanel remediation={remediation} />
                  <UndoPanel remediation={remediation} />
                </Stack>
              </Grid.Col>
              <Grid.Col span={{ base: 12, lg: 5 }}>
                <Stack gap="md">
                  <GuardsPanel guards={remediation.guards} />
                  <StepsPanel steps={remediation.steps} />
                </Stack>
              </Grid.Col>
            </Grid>
          </Stack>
        )}
      </QueryState>
    </Page>
  );
}

function Situation({ remediation }: { remediation: RemediationDetail }) {
  const now = useNow();
  const { tone, label, meaning } = remediationState(remediation, {
    now,
    say: (at) => formatRelative(at, now),
  });
  return (
    <Box role="status">
      <Group gap="sm">
        <StateBadge tone={tone}>{label}</StateBadge>
        <Text size="sm">{meaning}</Text>
      </Group>
      {remediation.error ? (
        <Text size="sm" mt={6}>
          {remediation.error}
        </Text>
      ) : null}
    </Box>
  );
}
