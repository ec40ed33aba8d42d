import { Box, Group, Paper, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Hint } from './text.ts';

const STYLE = {
  overflowWrap: 'anywhere',
  scrollMarginTop: 'calc(var(--app-shell-header-offset, 0px) + 16px)',
} as const;

/** A part of a page under its own heading. */
export function Panel(props: {
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
  /** What a link on the page leads to. */
  id?: string;
  /** Without a frame, for what brings its own. */
  bare?: boolean;
  children: ReactNode;
}) {
  const { id, title, description, actions, bare = false, children } = props;
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
      <Stack id={id} gap="sm" component="section" style={STYLE}>
        {head}
        {children}
      </Stack>
    );
  }
  return (
    <Paper id={id} withBorder p="md" component="section" style={STYLE}>
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
