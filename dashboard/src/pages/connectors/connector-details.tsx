import { Group, List, Stack, Text, Title } from '@mantine/core';
import { formatDateTime, formatNumber } from '../../parts/format.ts';
import { StateBadge, type Tone } from '../../parts/state-badge.tsx';
import { connectorStrings } from '../../strings/connectors.ts';
import type { Connector } from './connector-settings.ts';
import { coverageOf } from './coverage-of.ts';

const { connectors: words } = connectorStrings;
const TONES: Record<string, Tone> = { available: 'good', degraded: 'warning', unavailable: 'bad' };

/** How much of the use is seen, source by source, and what the last sync could not make sense of. */
export function ConnectorDetails({ connector }: { connector: Connector }) {
  const coverage = coverageOf(connector);
  const { progress } = connector;
  return (
    <Stack gap="sm">
      {progress && progress.skipped > 0 ? (
        <Text size="sm">{words.skipped(formatNumber(progress.skipped))}.</Text>
      ) : null}
      {progress && progress.removed > 0 ? (
        <Text size="sm">{words.removed(formatNumber(progress.removed))}.</Text>
      ) : null}
      {coverage && coverage.sources.length > 0 ? (
        <div>
          <Title order={4} size="sm" mb={6}>
            {words.sources}
          </Title>
          <Stack gap="sm">
            {coverage.sources.map(({ source, status, reason, sees, does_not_see }) => (
              <div key={source}>
                <Group gap="xs">
                  <Text size="sm" ff="monospace">
                    {source}
                  </Text>
                  <StateBadge tone={TONES[status] ?? 'idle'}>
                    {words.sourceStatus[status] ?? status}
                  </StateBadge>
                </Group>
                {reason ? <Text size="sm">{reason}</Text> : null}
                <List size="sm">
                  {sees.map((what) => (
                    <List.Item key={what}>
                      {words.seen}: {what}
                    </List.Item>
                  ))}
                  {does_not_see.map((what) => (
                    <List.Item key={what}>
                      {words.notSeen}: {what}
                    </List.Item>
                  ))}
                </List>
              </div>
            ))}
          </Stack>
        </div>
      ) : null}
      {coverage && coverage.gaps.length > 0 ? (
        <div>
          <Title order={4} size="sm" mb={4}>
            {words.gaps}
          </Title>
          <List size="sm">
            {coverage.gaps.map(({ from, to, reason }) => (
              <List.Item key={from}>
                {formatDateTime(from)} – {formatDateTime(to)}: {reason}
              </List.Item>
            ))}
          </List>
        </div>
      ) : null}
    </Stack>
  );
}
