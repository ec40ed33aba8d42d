import { Button, Code, Stack, Text } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { Page } from '../parts/page.tsx';
import { shellStrings } from '../strings/shell.ts';

export function NotFound() {
  const { pathname } = useLocation();
  return (
    <Page title={shellStrings.notFound}>
      <Stack align="flex-start" gap="md">
        <Code style={{ overflowWrap: 'anywhere' }}>{pathname}</Code>
        <Text>{shellStrings.notFoundHint}</Text>
        <Button component={Link} to="/" variant="default">
          {shellStrings.home}
        </Button>
      </Stack>
    </Page>
  );
}
