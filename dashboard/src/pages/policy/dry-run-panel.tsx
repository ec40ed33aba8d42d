import { Alert, Progress, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { BAND_SERIES } from '../../charts/band-series.ts';
import { Bars } from '../../charts/bars.tsx';
import { dateColumn, type Series } from '../../charts/series.ts';
import { formatNumber } from '../../parts/format.ts';
import { Panel } from '../../parts/panel.tsx';
import { BANDS } from '../../parts/risk-badge.tsx';
import { Small, Strong } from '../../parts/text.ts';
import { policyStrings as strings } from '../../strings/policy.ts';
import type { DryRun, DryRunResult } from './dry-run.ts';
import { DryRunGrants } from './dry-run-grants.tsx';
import classes from './policy.module.css';

/** How far a dry run is, then what it found. Takes the focus when it begins, so that its news are not missed. */
export function DryRunPanel({ run, isOutdated }: { run: DryRun; isOutdated: boolean }) {
  const place = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each run.
  useEffect(() => {
    place.current?.focus({ preventScroll: true });
    place.current?.scrollIntoView({ block: 'start' });
  }, [run.id]);
  return (
    <section
      ref={place}
      tabIndex={-1}
      aria-label={strings.result}
      style={{ outline: 'none', scrollMarginTop: 120 }}
    >
      <Panel title={strings.result}>
        <div aria-live="polite">
          {run.status === 'running' ? (
            <WorkProgress label={strings.running} processed={run.processed} total={run.total} animated />
          ) : null}
          {run.status === 'failed' ? (
            <Alert color="red" icon={<IconAlertTriangle />} title={strings.dryRunFailed}>
              {run.error}
            </Alert>
          ) : null}
          {run.result && isOutdated ? (
            <Alert color="yellow" variant="light" icon={<IconInfoCircle />} mb="sm">
              <Text size="sm">{strings.outdated}</Text>
            </Alert>
          ) : null}
          {run.result ? <DryRunNumbers result={run.result} /> : null}
        </div>
      </Panel>
    </section>
  );
}

/** How far some work on all grants is. */
export function WorkProgress(props: { label: string; processed: number; total: number; animated?: boolean }) {
  const { label, processed, total, animated = false } = props;
  const percent = total === 0 ? 0 : Math.floor((100 * processed) / total);
  return (
    <Stack gap={4}>
      <Text size="sm">{label}</Text>
      <Progress value={percent} aria-label={label} animated={animated} />
      <Small className="numbers">{strings.progress(formatNumber(processed), formatNumber(total))}</Small>
    </Stack>
  );
}

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

function DryRunNumbers({ result }: { result: DryRunResult }) {
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
        <Strong component="h3" mb={4}>
          {strings.weeks}
        </Strong>
        <Bars
          label={strings.weeks}
          corner={strings.week}
          series={NOW_THEN}
          mode="grouped"
          height={180}
          columns={past.weeks.map(({ week, packets_now, packets_then }) =>
            dateColumn(week, [packets_now, packets_then]),
          )}
        />
      </div>
      <DryRunGrants grants={today.grants} />
    </Stack>
  );
}
