import { Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { formatDate, formatNumber } from '../../parts/format.ts';
import { Panel } from '../../parts/panel.tsx';
import { RiskBadge } from '../../parts/risk-badge.tsx';
import { principalStrings, principalPageStrings as strings } from '../../strings/principals.ts';
import { Figure } from './figure.tsx';
import { LapseReasons } from './lapse-reasons.tsx';
import type { PrincipalScore } from './principal-queries.ts';

/** The score in one sentence, what else speaks for or against it, and why. */
export function ScorePanel({ score }: { score: PrincipalScore }) {
  const [stalest] = score.grants;
  const { factors } = score;
  const login = factors.last_login_days;
  const mfa = factors.mfa_enabled;
  return (
    <Panel
      title={strings.score}
      description={strings.scoreHint}
      actions={stalest ? <RiskBadge level={score.risk_level} score={score.overall_score} /> : null}
    >
      <Text>
        {stalest ? sentence(stalest.asset_name, stalest.lapses_at, score.calculated_at) : strings.noGrants}
      </Text>
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm">
        <Figure
          label={strings.factors.login}
          value={login === null ? principalStrings.unknown : strings.daysAgo(formatNumber(login), login)}
        />
        <Figure
          label={strings.factors.mfa}
          value={mfa === null ? principalStrings.unknown : mfa ? strings.mfaOn : strings.mfaOff}
        />
        <Figure
          label={strings.factors.unused}
          value={strings.ofTotal(formatNumber(factors.unused_grants), formatNumber(score.grants_total))}
        />
        <Figure label={strings.factors.anomalies} value={formatNumber(factors.anomaly_signals)} />
      </SimpleGrid>
      {stalest ? (
        <Stack gap={6}>
          <Group gap="xs">
            <Title order={3} size="h6">
              {strings.access.whyOf(stalest.asset_name)}
            </Title>
          </Group>
          <LapseReasons grant={stalest} />
        </Stack>
      ) : null}
    </Panel>
  );
}

function sentence(asset: string, lapsesAt: string, now: string): string {
  const date = formatDate(lapsesAt);
  const when = lapsesAt <= now ? strings.passed(date) : strings.willPass(date);
  return `${strings.stalest(asset)} ${when}`;
}
