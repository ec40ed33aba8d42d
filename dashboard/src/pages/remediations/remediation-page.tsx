import { Box, Grid, Group, Stack, Text, Timeline } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { Facts } from '../../parts/facts.tsx';
import { formatDateTime, formatNumber } from '../../parts/format.ts';
import { lookAgainMs } from '../../parts/look-again.ts';
import { Page } from '../../parts/page.tsx';
import { TextLink } from '../../parts/page-link.tsx';
import { Panel } from '../../parts/panel.tsx';
import { QueryState } from '../../parts/query-state.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { Small, Strong } from '../../parts/text.ts';
import { When } from '../../parts/when.tsx';
import { heldBy } from '../../strings/accounts.ts';
import { platformName } from '../../strings/platforms.ts';
import { remediationStrings as words } from '../../strings/remediations.ts';
import { BreakerBanner } from './breaker-banner.tsx';
import { PlanPanel, UndoPanel } from './plan-panel.tsx';
import { RemediationOrders } from './remediation-orders.tsx';
import { movingRemediations, type RemediationDetail, useRemediationState } from './remediation-state.ts';

const { steps: names, guards: guardNames } = words;

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
      description={<TextLink to="/remediations">← {words.detail.back}</TextLink>}
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
  const { tone, label, meaning } = useRemediationState(remediation);
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

function StepsPanel({ steps }: { steps: RemediationDetail['steps'] }) {
  return (
    <Panel title={words.detail.timeline}>
      {steps.length === 0 ? <Text size="sm">{words.detail.noSteps}</Text> : null}
      <Timeline active={steps.length} bulletSize={14} lineWidth={2}>
        {steps.map(({ attempt, step, outcome, detail, at }, place) => (
          <Timeline.Item
            // biome-ignore lint/suspicious/noArrayIndexKey: steps are only added.
            key={place}
            title={
              <Strong>
                {names[step] ?? step}: {outcome.replaceAll('_', ' ')}
              </Strong>
            }
          >
            {detail ? <Text size="sm">{detail}</Text> : null}
            <Small>
              {formatDateTime(at)}
              {attempt > 0 ? `, ${words.detail.attempt(attempt)}` : ''}
            </Small>
          </Timeline.Item>
        ))}
      </Timeline>
    </Panel>
  );
}

function GuardsPanel({ guards }: { guards: RemediationDetail['guards'] }) {
  // What stops it is what somebody came to read.
  const sorted = [...(guards ?? [])].sort((a, b) => Number(a.passed) - Number(b.passed));
  return (
    <Panel title={words.detail.guards} description={words.detail.guardsDescription}>
      {guards === null ? <Text size="sm">{words.detail.noGuards}</Text> : null}
      <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
        {sorted.map(({ guard, passed, message, remedy }) => (
          <li key={guard}>
            <Group gap="xs" justify="space-between">
              <Strong>{guardNames[guard] ?? guard}</Strong>
              <StateBadge tone={passed ? 'good' : 'bad'}>
                {passed ? words.detail.passed : words.detail.stopped}
              </StateBadge>
            </Group>
            <Text size="sm" c={passed ? 'dimmed' : undefined}>
              {message}
            </Text>
            {remedy ? (
              <Text size="sm">
                <b>{words.detail.remedy}:</b> {remedy}
              </Text>
            ) : null}
          </li>
        ))}
      </Stack>
    </Panel>
  );
}

const { facts } = words.detail;

const personAt = (who: string, at: string | null) => (
  <span>
    {who}, <When at={at} />
  </span>
);

function RemediationAbout({ remediation }: { remediation: RemediationDetail }) {
  const { mode, action, execution, observed } = remediation;
  const { approved_by, attested_by, verified_by, verified_at, observed_by } = remediation;
  const seen = observed === 'gone' ? facts.observedGone : facts.observedPresent;
  const link = (to: string, id: string, text: string) => (
    <TextLink to={to} id={id}>
      {text}
    </TextLink>
  );
  return (
    <Panel title={words.detail.about}>
      <Facts
        single
        items={[
          [facts.target, remediation.target],
          [facts.kind, words.actions[action] ?? action],
          [facts.principal, link('/principals/$id', remediation.principal_id, remediation.principal_name)],
          [facts.account, remediation.account && heldBy(remediation.account)],
          [facts.asset, link('/assets/$id', remediation.asset_id, remediation.asset_name)],
          [facts.platform, platformName(remediation.platform)],
          [facts.reason, remediation.reason],
          [facts.requested, personAt(remediation.requested_by, remediation.created_at)],
          [facts.approved, approved_by && personAt(approved_by, remediation.approved_at)],
          [facts.carriedOut, facts[execution]],
          [
            facts.assigned,
            execution !== 'person' || remediation.requested_at === null
              ? null
              : (remediation.assigned_to_name ?? remediation.assigned_to_id ?? facts.nobody),
          ],
          [facts.attested, attested_by && personAt(attested_by, remediation.attested_at)],
          [facts.attestation, remediation.attestation],
          [facts.verified, verified_by && verified_at && personAt(verified_by, verified_at)],
          [facts.observed, observed && personAt(`${seen} ${observed_by ?? ''}`, remediation.observed_at)],
          [facts.mode, mode === null ? null : (words.modes[mode] ?? mode)],
          [facts.attempts, remediation.attempts > 0 ? formatNumber(remediation.attempts) : null],
          [facts.review, link('/reviews/$id', remediation.review_id, facts.openReview)],
        ]}
      />
    </Panel>
  );
}
