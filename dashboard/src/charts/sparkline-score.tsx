import { Group, Text } from '@mantine/core';
import { RiskBadge } from '../parts/risk-badge.tsx';
import { Sparkline } from './sparkline.tsx';
import type { SparklinePoint } from './sparkline-path.ts';

/** A score of a row: how it came to be, and what it is now. */
export function SparklineScore(props: {
  points: readonly SparklinePoint[] | undefined;
  score: number | null | undefined;
  level: string | null | undefined;
  none: string;
}) {
  const { points, score, level, none } = props;
  if (score === null || score === undefined || !level) {
    return (
      <Text size="sm" c="dimmed">
        {none}
      </Text>
    );
  }
  return (
    <Group gap={10} wrap="nowrap">
      <Sparkline points={points} width={84} />
      <RiskBadge level={level} score={score} />
    </Group>
  );
}
