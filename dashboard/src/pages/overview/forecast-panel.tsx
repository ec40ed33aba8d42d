import { Bars } from '../../charts/bars.tsx';
import type { Series } from '../../charts/series.ts';
import { formatDate, formatShortDate } from '../../parts/format.ts';
import { Panel } from '../../parts/panel.tsx';
import { overviewStrings as strings } from '../../strings/overview.ts';
import type { Overview } from './overview.ts';
import { dayOf } from './summaries.ts';

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

export function ForecastPanel({ forecast }: { forecast: Overview['forecast'] }) {
  return (
    <Panel title={strings.forecast} description={strings.forecastHint}>
      <Bars
        label={strings.forecast}
        corner={strings.week}
        series={SERIES}
        columns={forecast.map(({ week, reviews }) => ({
          key: week,
          short: formatShortDate(dayOf(week)),
          label: formatDate(dayOf(week)),
          values: [reviews],
        }))}
      />
    </Panel>
  );
}
