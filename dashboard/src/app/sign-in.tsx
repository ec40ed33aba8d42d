import { LapseError } from '@lapse/client';
import { Button, Center, Paper, Stack, Text, Title } from '@mantine/core';
import { useEffect } from 'react';
import { ErrorNote } from '../parts/query-state.tsx';
import { shellStrings, signInStrings } from '../strings/shell.ts';

export const signInUrl = (returnTo: string): string =>
  `/auth/sign-in?return_to=${encodeURIComponent(returnTo)}`;

/** Instead of every page while nobody is signed in. */
export function SignIn({ error }: { error: unknown }) {
  useEffect(() => {
    document.title = `${signInStrings.title} · ${shellStrings.product}`;
  }, []);
  const isSignedOut = error instanceof LapseError && error.status === 401;
  const { pathname, search } = window.location;
  return (
    <Center mih="100vh" p="md" component="main">
      <Paper withBorder p="xl" maw={420} w="100%">
        <Stack>
          <img src="/dashboard/lapse.svg" width={40} height={40} alt="" />
          <Title order={1} size="h2">
            {signInStrings.title}
          </Title>
          {isSignedOut ? (
            <>
              <Text size="sm">{signInStrings.hint}</Text>
              <Button component="a" href={signInUrl(pathname + search)}>
                {signInStrings.action}
              </Button>
            </>
          ) : (
            <ErrorNote error={error} onRetry={() => window.location.reload()} />
          )}
        </Stack>
      </Paper>
    </Center>
  );
}
