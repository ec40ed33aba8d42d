import { Box, Group, Paper, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Hint } from './text.ts';

/** A part of a page under its own heading. */
export function Panel(props: {
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
  /** Without a frame, for what brings its own. */
  bare?: boolean;
  children: ReactNode;
}) {
  const { title, description, actions, bare = false, children } = props;
  const head = (
    <Group justify="space-between" align="flex-start" gap="xs">
      <Box flex="1 1 16rem">
        <Title order={2} size="h4">
          {title}
        </Title>
        {description ? <Hint maw={760}>{description}</Hint> : null}
      </Box>
      {actions ? <Group gap="xs">{actions}</Group> : null}
    </Group>
  );
  if (bare) {
    return (
      <Stack gap="sm" component="section" style={{ overflowWrap: 'anywhere' }}>
        {head}
        {children}
      </Stack>
    );
  }
  return (
    <Paper withBorder p="md" component="section" style={{ overflowWrap: 'anywhere' }}>
      <Stack gap="sm">
        {head}
        {children}
      </Stack>
    </Paper>
  );
}

/** A piece of a panel under a small heading. */
export function Part(props: { title: string; order?: 3 | 4; mb?: number | 'xs'; children: ReactNode }) {
  const { title, order = 3, mb = 4, children } = props;
  return (
    <div>
      <Title order={order} size="sm" mb={mb}>
        {title}
      </Title>
      {children}
    </div>
  );
}
