import { Alert, Progress, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { formatNumber } from '../../parts/format.ts';
import { Panel } from '../../parts/panel.tsx';
import { policyStrings as strings } from '../../strings/policy.ts';
import type { DryRun } from './dry-run.ts';
import { DryRunNumbers } from './dry-run-numbers.tsx';

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
          {run.status === 'running' ? <Running run={run} /> : null}
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

function Running({ run }: { run: DryRun }) {
  const percent = run.total === 0 ? 0 : Math.floor((100 * run.processed) / run.total);
  return (
    <Stack gap={4}>
      <Text size="sm">{strings.running}</Text>
      <Progress value={percent} aria-label={strings.running} animated />
      <Text size="xs" c="dimmed" className="numbers">
        {strings.progress(formatNumber(run.processed), formatNumber(run.total))}
      </Text>
    </Stack>
  );
}
