import { Box, Group, Stack, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { organisationOf, useSession } from '../api/session.ts';
import { shellStrings } from '../strings/shell.ts';
import { Hint } from './text.ts';

/** Frame of every page: its one heading, a line on what it is for, and what can be done on it. */
export function Page(props: {
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
  /** Takes the whole height, for lists that scroll by themselves. */
  fill?: boolean;
}) {
  const { title, description, actions, children, fill = false } = props;
  const organisation = organisationOf(useSession());
  useEffect(() => {
    document.title = `${title} · ${organisation} · ${shellStrings.product}`;
  }, [title, organisation]);
  return (
    <Stack gap="md" style={fill ? { height: '100%', minHeight: 0 } : undefined}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <Box miw={0} flex="1 1 20rem">
          <Title order={1} size="h2" style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Title>
          {description ? <Hint>{description}</Hint> : null}
        </Box>
        {actions ? <Group gap="xs">{actions}</Group> : null}
      </Group>
      {children}
    </Stack>
  );
}
