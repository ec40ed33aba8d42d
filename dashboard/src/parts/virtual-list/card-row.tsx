import { Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { TwoLines } from './two-lines.tsx';

/** A row on a narrow screen: two lines, and what counts at the end. */
export function CardRow(props: { first: ReactNode; second: ReactNode; end: ReactNode }) {
  const { first, second, end } = props;
  return (
    <Group gap="xs" wrap="nowrap" justify="space-between">
      <div style={{ minWidth: 0 }}>
        <TwoLines first={first} second={second} />
      </div>
      <Stack gap={2} align="flex-end" style={{ flexShrink: 0 }}>
        {end}
      </Stack>
    </Group>
  );
}
