import { Stack, Text } from '@mantine/core';
import { BAND_SERIES } from '../../charts/band-series.ts';
import { Bars } from '../../charts/bars.tsx';
import type { Series } from '../../charts/series.ts';
import { formatDate, formatNumber, formatShortDate } from '../../parts/format.ts';
import { BANDS } from '../../parts/risk-badge.tsx';
import { policyStrings as strings } from '../../strings/policy.ts';
import type { DryRunResult } from './dry-run.ts';
import { DryRunGrants } from './dry-run-grants.tsx';
import classes from './policy.module.css';

const NOW_THEN: readonly Series[] = [
  {
    key: 'now',
    label: strings.inForceNow,
    color: 'var(--mantine-color-dimmed)',
    area: 'var(--lapse-grid)',
    shape: '○',
    pattern: 'plain',
  },
  {
    key: 'then',
    label: strings.proposed,
    color: 'var(--lapse-line)',
    area: 'color-mix(in srgb, var(--lapse-line) 22%, var(--mantine-color-body))',
    shape: '●',
    pattern: 'slopes',
  },
];

/** A date without a time is that day wherever the reader is. */
const dayOf = (date: string): string => `${date}T12:00:00`;

export function DryRunNumbers({ result }: { result: DryRunResult }) {
  const { today, last_90_days: past } = result;
  const figures: [string, number, number][] = [
    [strings.today, today.packets_now, today.packets_then],
    [strings.past, past.packets_now, past.packets_then],
  ];
  return (
    <Stack gap="md">
      <dl className={classes.numbers}>
        {figures.map(([label, now, then]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{strings.nowThen(formatNumber(now), formatNumber(then))}</dd>
          </div>
        ))}
        <div>
          <dt>{strings.changed}</dt>
          <dd>{formatNumber(today.grants_changed)}</dd>
        </div>
      </dl>
      <dl className={classes.numbers}>
        {BAND_SERIES.map(({ label, shape, color }, i) => {
          const band = BANDS[i] ?? 'low';
          return (
            <div key={band}>
              <dt>
                <span aria-hidden style={{ color }}>
                  {shape}
                </span>{' '}
                {label}
              </dt>
              <dd>
                {strings.nowThen(formatNumber(today.bands_now[band]), formatNumber(today.bands_then[band]))}
              </dd>
            </div>
          );
        })}
      </dl>
      <div>
        <Text fw={600} size="sm" component="h3" mb={4}>
          {strings.weeks}
        </Text>
        <Bars
          label={strings.weeks}
          corner={strings.week}
          series={NOW_THEN}
          mode="grouped"
          height={180}
          columns={past.weeks.map(({ week, packets_now, packets_then }) => ({
            key: week,
            short: formatShortDate(dayOf(week)),
            label: formatDate(dayOf(week)),
            values: [packets_now, packets_then],
          }))}
        />
      </div>
      <DryRunGrants grants={today.grants} />
    </Stack>
  );
}
