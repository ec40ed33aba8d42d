import { Group, List, Stack, Text } from '@mantine/core';
import { formatDate, formatDateTime } from '../../parts/format.ts';
import { Part } from '../../parts/panel.tsx';
import { StateBadge, type Tone } from '../../parts/state-badge.tsx';
import { connectorStrings } from '../../strings/connectors.ts';
import type { Connector } from './connector-settings.ts';

const { connectors: words } = connectorStrings;

export function coverageText(connector: Connector): string {
  const coverage = coverageOf(connector);
  if (coverage === null) return words.unknownCoverage;
  if (!coverage.observes_use) return words.blind;
  return coverage.observed_since === null ? words.seesNow : words.sees(formatDate(coverage.observed_since));
}

const SOURCE_TONES: Record<string, Tone> = { available: 'good', degraded: 'warning', unavailable: 'bad' };

/** How much of the use is seen, source by source, and when it was not. */
export function CoverageDetails({ connector, order }: { connector: Connector; order: 3 | 4 }) {
  const coverage = coverageOf(connector);
  return (
    <>
      {coverage && coverage.sources.length > 0 ? (
        <Part title={words.sources} order={order} mb={6}>
          <Stack gap="sm">
            {coverage.sources.map(({ source, status, reason, sees, does_not_see }) => (
              <div key={source}>
                <Group gap="xs">
                  <Text size="sm" ff="monospace">
                    {source}
                  </Text>
                  <StateBadge tone={SOURCE_TONES[status] ?? 'idle'}>
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
        </Part>
      ) : null}
      {coverage && coverage.gaps.length > 0 ? (
        <Part title={words.gaps} order={order}>
          <List size="sm">
            {coverage.gaps.map(({ from, to, reason }) => (
              <List.Item key={from}>
                {formatDateTime(from)} – {formatDateTime(to)}: {reason}
              </List.Item>
            ))}
          </List>
        </Part>
      ) : null}
    </>
  );
}

interface Source {
  source: string;
  status: string;
  reason: string | null;
  sees: string[];
  does_not_see: string[];
}

interface Coverage {
  observes_use: boolean;
  observed_since: string | null;
  gaps: { from: string; to: string; reason: string }[];
  sources: Source[];
}

/** What a platform says about how much of the use it sees; not every one says everything. */
export function coverageOf({ coverage }: Pick<Connector, 'coverage'>): Coverage | null {
  if (coverage === null) return null;
  const given = coverage as Partial<Coverage>;
  return {
    observes_use: given.observes_use === true,
    observed_since: given.observed_since ?? null,
    gaps: given.gaps ?? [],
    sources: (given.sources ?? []).map((source) => ({
      source: source.source,
      status: source.status ?? 'available',
      reason: source.reason ?? null,
      sees: source.sees ?? [],
      does_not_see: source.does_not_see ?? [],
    })),
  };
}
