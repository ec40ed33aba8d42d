import { Button, Group, Text } from '@mantine/core';
import { operationStrings } from '../strings/operations.ts';
import { formatNumber } from './format.ts';

/** Under a list: how much of it is shown, and the way to the rest. */
export function More(props: {
  shown: number;
  total: number;
  hasMore: boolean;
  isLoading: boolean;
  onMore: () => void;
}) {
  const { shown, total, hasMore, isLoading, onMore } = props;
  return (
    <Group justify="space-between" gap="xs">
      <Text size="xs" c="dimmed" role="status">
        {operationStrings.shown(formatNumber(shown), formatNumber(total))}
      </Text>
      {hasMore ? (
        <Button size="xs" variant="default" loading={isLoading} onClick={onMore}>
          {operationStrings.more}
        </Button>
      ) : null}
    </Group>
  );
}
