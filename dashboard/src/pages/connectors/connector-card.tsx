import { Box, Button, Group, List, Paper, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMay } from '../../api/session.ts';
import { formatDuration } from '../../parts/duration.ts';
import { Facts } from '../../parts/facts.tsx';
import { formatDate, formatDateTime, formatNumber } from '../../parts/format.ts';
import { Part } from '../../parts/panel.tsx';
import { StateBadge, type Tone } from '../../parts/state-badge.tsx';
import { Small } from '../../parts/text.ts';
import { When } from '../../parts/when.tsx';
import { connectorStrings } from '../../strings/connectors.ts';
import { ConnectorActions } from './connector-actions.tsx';
import type { Connector } from './connector-settings.ts';
import { troubleInWords } from './trouble-in-words.ts';

const { connectors: words } = connectorStrings;
const TONES: Record<string, Tone> = { healthy: 'good', degraded: 'warning', failing: 'bad', unknown: 'idle' };

export function ConnectorCard({ connector }: { connector: Connector }) {
  const may = useMay();
  const [isOpen, { toggle }] = useDisclosure(false);
  const { name, platform, enabled, health, health_message, error, is_syncing, progress } = connector;
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" gap="xs">
          <Box>
            <Title order={3} size="h5">
              {name}
            </Title>
            <Small>{platform}</Small>
          </Box>
          <Group gap={6} role="status">
            {is_syncing ? (
              <StateBadge tone="working">
                {words.syncing}
                {progress ? `: ${words.phases[progress.phase] ?? progress.phase}` : ''}
              </StateBadge>
            ) : null}
            <StateBadge tone={enabled ? (TONES[health] ?? 'idle') : 'idle'}>
              {enabled ? (words.health[health] ?? health) : words.off}
            </StateBadge>
          </Group>
        </Group>
        {error ? (
          <div>
            <Text size="sm">{troubleInWords(error) ?? error}</Text>
            {troubleInWords(error) ? <Small>{error}</Small> : null}
          </div>
        ) : null}
        {!error && health_message ? <Text size="sm">{health_message}</Text> : null}
        <Facts
          items={[
            [words.lastSync, <When key="sync" at={connector.last_sync_at} fallback={words.never} />],
            [
              words.lag,
              connector.lag_seconds === null
                ? words.never
                : words.lagAgo(formatDuration(connector.lag_seconds)),
            ],
            [words.coverage, coverageText(connector)],
            [words.mode, words.modes[connector.mode] ?? connector.mode],
            [
              words.next,
              enabled ? (
                <When key="next" at={connector.next_sync_at} fallback={words.syncing} />
              ) : (
                words.paused
              ),
            ],
            [
              words.lastFound,
              progress &&
                words.found({
                  principals: formatNumber(progress.principals),
                  assets: formatNumber(progress.assets),
                  grants: formatNumber(progress.grants),
                  events: formatNumber(progress.events),
                }),
            ],
          ]}
        />
        <Group gap="xs">
          {may('service.admin') ? <ConnectorActions connector={connector} /> : null}
          <Button size="xs" variant="subtle" onClick={toggle} aria-expanded={isOpen}>
            {isOpen ? words.hide : words.details}
          </Button>
        </Group>
        {isOpen ? <ConnectorDetails connector={connector} /> : null}
      </Stack>
    </Paper>
  );
}

function coverageText(connector: Connector): string {
  const coverage = coverageOf(connector);
  if (coverage === null) return words.unknownCoverage;
  if (!coverage.observes_use) return words.blind;
  return coverage.observed_since === null ? words.seesNow : words.sees(formatDate(coverage.observed_since));
}

const SOURCE_TONES: Record<string, Tone> = { available: 'good', degraded: 'warning', unavailable: 'bad' };

/** How much of the use is seen, source by source, and what the last sync could not make sense of. */
function ConnectorDetails({ connector }: { connector: Connector }) {
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
        <Part title={words.sources} order={4} mb={6}>
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
        <Part title={words.gaps} order={4}>
          <List size="sm">
            {coverage.gaps.map(({ from, to, reason }) => (
              <List.Item key={from}>
                {formatDateTime(from)} – {formatDateTime(to)}: {reason}
              </List.Item>
            ))}
          </List>
        </Part>
      ) : null}
    </Stack>
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
function coverageOf({ coverage }: Pick<Connector, 'coverage'>): Coverage | null {
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
