import { Text, Timeline } from '@mantine/core';
import { formatDateTime } from '../../parts/format.ts';
import { Panel } from '../../parts/panel.tsx';
import { remediationStrings } from '../../strings/remediations.ts';
import type { RemediationDetail } from './remediation-state.ts';

const { detail: words, steps: names } = remediationStrings;

export function StepsPanel({ steps }: { steps: RemediationDetail['steps'] }) {
  return (
    <Panel title={words.timeline}>
      {steps.length === 0 ? <Text size="sm">{words.noSteps}</Text> : null}
      <Timeline active={steps.length} bulletSize={14} lineWidth={2}>
        {steps.map(({ attempt, step, outcome, detail, at }, place) => (
          <Timeline.Item
            // biome-ignore lint/suspicious/noArrayIndexKey: steps are only added.
            key={place}
            title={
              <Text size="sm" fw={600}>
                {names[step] ?? step}: {outcome.replaceAll('_', ' ')}
              </Text>
            }
          >
            {detail ? <Text size="sm">{detail}</Text> : null}
            <Text size="xs" c="dimmed">
              {formatDateTime(at)}
              {attempt > 0 ? `, ${words.attempt(attempt)}` : ''}
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
    </Panel>
  );
}
