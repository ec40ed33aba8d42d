import { Button, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BAND_SERIES } from '../../charts/band-series.ts';
import { StackedAreas } from '../../charts/stacked-areas.tsx';
import { formatDate, formatShortDate } from '../../parts/format.ts';
import { Notice } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Empty, Loading, QueryState } from '../../parts/query-state.tsx';
import { When } from '../../parts/when.tsx';
import { overviewStrings as strings } from '../../strings/overview.ts';
import { DecisionsPanel } from './decisions-panel.tsx';
import { Figures } from './figures.tsx';
import { ForecastPanel } from './forecast-panel.tsx';
import { HeatPanel } from './heat-panel.tsx';
import classes from './overview.module.css';
import { type Overview, overviewQuery } from './overview.ts';
import { RemediationsPanel } from './remediations-panel.tsx';
import { SlaPanel } from './sla-panel.tsx';
import { historyColumns } from './summaries.ts';

export function OverviewPage() {
  const query = useQuery(overviewQuery);
  return (
    <Page
      title={strings.title}
      description={
        <>
          {strings.description}{' '}
          {query.data?.computed_at ? (
            <>
              {strings.computed} <When at={query.data.computed_at} />.
            </>
          ) : null}
        </>
      }
    >
      <QueryState query={query} skeleton={<Waiting />}>
        {(overview) => {
          const isComputing = overview.status === 'computing';
          // Zeros would say that there is nothing, when it is only not counted yet.
          if (overview.grants.total === 0) return isComputing ? <Computing /> : <NoGrants />;
          return (
            <Stack gap="md">
              {isComputing ? <Computing /> : null}
              <Whole overview={overview} />
            </Stack>
          );
        }}
      </QueryState>
    </Page>
  );
}

function Whole({ overview }: { overview: Overview }) {
  return (
    <Stack gap="md">
      <Figures overview={overview} />
      <div className={classes.two}>
        <Panel title={strings.bands} description={strings.bandsHint}>
          <StackedAreas
            label={strings.bands}
            corner={strings.day}
            series={BAND_SERIES}
            height={300}
            columns={historyColumns(overview.history, formatShortDate, formatDate)}
          />
        </Panel>
        <SlaPanel overview={overview} />
      </div>
      {overview.computed_at === null ? (
        <Loading>
          <Text c="dimmed">{strings.computing}</Text>
        </Loading>
      ) : (
        <>
          <HeatPanel overview={overview} />
          <div className={classes.two}>
            <DecisionsPanel decisions={overview.decisions} />
            <RemediationsPanel removals={overview.removals} />
          </div>
          <ForecastPanel forecast={overview.forecast} />
        </>
      )}
    </Stack>
  );
}

function Computing() {
  return (
    <Notice tone="working" title={strings.computingTitle} role="status">
      <Text size="sm">{strings.computingHint}</Text>
    </Notice>
  );
}

function NoGrants() {
  return (
    <Empty
      title={strings.empty}
      action={
        <Button component={Link} to="/connectors" mt="sm">
          {strings.connect}
        </Button>
      }
    >
      {strings.emptyHint}
    </Empty>
  );
}

function Waiting() {
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 2, md: 5 }} spacing="sm">
        {[0, 1, 2, 3, 4].map((place) => (
          <Skeleton key={place} height={104} />
        ))}
      </SimpleGrid>
      <Skeleton height={360} />
      <Skeleton height={240} />
    </Stack>
  );
}
