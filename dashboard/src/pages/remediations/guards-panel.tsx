import { Group, Stack, Text } from '@mantine/core';
import { Panel } from '../../parts/panel.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { remediationStrings } from '../../strings/remediations.ts';
import type { RemediationDetail } from './remediation-state.ts';

const { detail: words, guards: names } = remediationStrings;

export function GuardsPanel({ guards }: { guards: RemediationDetail['guards'] }) {
  // What stops it is what somebody came to read.
  const sorted = [...(guards ?? [])].sort((a, b) => Number(a.passed) - Number(b.passed));
  return (
    <Panel title={words.guards} description={words.guardsDescription}>
      {guards === null ? <Text size="sm">{words.noGuards}</Text> : null}
      <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
        {sorted.map(({ guard, passed, message, remedy }) => (
          <li key={guard}>
            <Group gap="xs" justify="space-between">
              <Text size="sm" fw={600}>
                {names[guard] ?? guard}
              </Text>
              <StateBadge tone={passed ? 'good' : 'bad'}>{passed ? words.passed : words.stopped}</StateBadge>
            </Group>
            <Text size="sm" c={passed ? 'dimmed' : undefined}>
              {message}
            </Text>
            {remedy ? (
              <Text size="sm">
                <b>{words.remedy}:</b> {remedy}
              </Text>
            ) : null}
          </li>
        ))}
      </Stack>
    </Panel>
  );
}
