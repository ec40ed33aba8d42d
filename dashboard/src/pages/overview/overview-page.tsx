import { Button, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { INSIDERS, useMay } from '../../api/session.ts';
import { BAND_SERIES } from '../../charts/band-series.ts';
import { Bars } from '../../charts/bars.tsx';
import { HeatMap } from '../../charts/heat-map.tsx';
import { dateColumn, type Series } from '../../charts/series.ts';
import { StackedAreas } from '../../charts/stacked-areas.tsx';
import { formatNumber, formatShare } from '../../parts/format.ts';
import { Notice } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Empty, Loading, QueryState } from '../../parts/query-state.tsx';
import { BANDS } from '../../parts/risk-badge.tsx';
import { When } from '../../parts/when.tsx';
import { overviewStrings as strings } from '../../strings/overview.ts';
import { platformName } from '../../strings/platforms.ts';
import { FirstRun } from '../first-run/first-run.tsx';
import { DecisionsPanel } from './decisions-panel.tsx';
import { Figures } from './figures.tsx';
import classes from './overview.module.css';
import { type Overview, overviewQuery } from './overview.ts';
import { RegretPanel } from './regret-panel.tsx';
import { RemediationsPanel } from './remediations-panel.tsx';
import { ReviewersPanel } from './reviewers-panel.tsx';
import { SlaPanel } from './sla-panel.tsx';
import { heatOrder } from './summaries.ts';

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
          if (overview.grants.total === 0) {
            return <FirstRun mayBeEmpty>{isComputing ? <Computing /> : <NoGrants />}</FirstRun>;
          }
          return (
            <Stack gap="md">
              <FirstRun />
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
  const may = useMay();
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
            columns={overview.history.map((day) =>
              dateColumn(
                day.date,
                BANDS.map((band) => day[band]),
              ),
            )}
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
      {may(...INSIDERS) ? <RegretPanel /> : null}
      {may('service.admin') ? <ReviewersPanel /> : null}
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

const SERIES: readonly Series[] = [
  {
    key: 'reviews',
    label: strings.reviews,
    color: 'var(--lapse-line)',
    area: 'color-mix(in srgb, var(--lapse-line) 25%, var(--mantine-color-body))',
    shape: '●',
    pattern: 'plain',
  },
];

function ForecastPanel({ forecast }: { forecast: Overview['forecast'] }) {
  return (
    <Panel title={strings.forecast} description={strings.forecastHint}>
      <Bars
        label={strings.forecast}
        corner={strings.week}
        series={SERIES}
        columns={forecast.map(({ week, reviews }) => dateColumn(week, [reviews]))}
      />
    </Panel>
  );
}

function HeatPanel({ overview }: { overview: Overview }) {
  const { departments, platforms } = heatOrder(overview.heat_map, strings.noDepartment);
  return (
    <Panel title={strings.heat} description={strings.heatHint}>
      <HeatMap
        label={strings.heat}
        corner={strings.department}
        rows={departments}
        columns={platforms.map(platformName)}
        to="/grants"
        legend={strings.heatLegend}
        describe={({ row, column, part, whole }) =>
          strings.heatCell(
            row,
            column,
            formatNumber(part),
            formatNumber(whole),
            formatShare(whole === 0 ? 0 : part / whole),
          )
        }
        cells={overview.heat_map.map(({ department, platform, grants, stale }) => ({
          row: department ?? strings.noDepartment,
          column: platformName(platform),
          part: stale,
          whole: grants,
          // Grants cannot be filtered by having no department.
          search: department === null ? null : { platform, department },
        }))}
      />
    </Panel>
  );
}
