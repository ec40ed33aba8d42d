import { Anchor, Box, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../api/session.ts';
import { formatDuration } from '../../parts/duration.ts';
import { Facts } from '../../parts/facts.tsx';
import { formatNumber } from '../../parts/format.ts';
import { StateBadge, type Tone } from '../../parts/state-badge.tsx';
import { Small } from '../../parts/text.ts';
import { When } from '../../parts/when.tsx';
import { connectorStrings } from '../../strings/connectors.ts';
import { platformName } from '../../strings/platforms.ts';
import { ConnectorActions } from './connector-actions.tsx';
import type { Connector } from './connector-settings.ts';
import { CoverageDetails, coverageText } from './coverage.tsx';
import { troubleInWords } from './trouble-in-words.ts';

const { connectors: words } = connectorStrings;
const TONES: Record<string, Tone> = { healthy: 'good', degraded: 'warning', failing: 'bad', unknown: 'idle' };

export function ConnectorCard({ connector }: { connector: Connector }) {
  const may = useMay();
  const [isOpen, { toggle }] = useDisclosure(false);
  const { name, platform, enabled, health, health_message, error, is_syncing, progress } = connector;
  return (
    <Paper withBorder p="md" component="article">
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" gap="xs">
          <Box>
            <Title order={3} size="h5">
              <Anchor
                component={Link}
                inherit
                to="/connectors/$id"
                params={{ id: connector.id } as never}
                style={{ overflowWrap: 'anywhere' }}
              >
                {name}
              </Anchor>
            </Title>
            <Small>{platformName(platform)}</Small>
          </Box>
          <Group gap={6} role="status">
            {is_syncing ? (
              <StateBadge tone="working">
                {(progress && words.phases[progress.phase]) ?? words.syncing}
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

/** How much of the use is seen, source by source, and what the last sync could not make sense of. */
function ConnectorDetails({ connector }: { connector: Connector }) {
  const { progress } = connector;
  return (
    <Stack gap="sm">
      {progress && progress.skipped > 0 ? (
        <Text size="sm">{words.skipped(formatNumber(progress.skipped))}.</Text>
      ) : null}
      {progress && progress.removed > 0 ? (
        <Text size="sm">{words.removed(formatNumber(progress.removed))}.</Text>
      ) : null}
      <CoverageDetails connector={connector} order={4} />
    </Stack>
  );
}
