import { LapseError } from '@lapse/client';
import { Alert, Button, Center, Paper, Stack, Text, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import { ErrorNote } from '../parts/query-state.tsx';
import { shellStrings, signInStrings } from '../strings/shell.ts';

export const signInUrl = (returnTo: string, tenant?: string): string =>
  `/auth/sign-in?${new URLSearchParams({ return_to: returnTo, ...(tenant ? { tenant } : {}) })}`;

/** Instead of every page while nobody is signed in. */
export function SignIn({ error }: { error: unknown }) {
  useEffect(() => {
    document.title = `${signInStrings.title} · ${shellStrings.product}`;
  }, []);
  const isSignedOut = error instanceof LapseError && error.status === 401;
  return (
    <Center mih="100vh" p="md" component="main">
      <Paper withBorder p="xl" maw={420} w="100%">
        <Stack>
          <img src="/dashboard/lapse.svg" width={40} height={40} alt="" />
          <Title order={1} size="h2">
            {signInStrings.title}
          </Title>
          {isSignedOut ? (
            <Invitation />
          ) : (
            <ErrorNote error={error} onRetry={() => window.location.reload()} />
          )}
        </Stack>
      </Paper>
    </Center>
  );
}

function Invitation() {
  const status = useSignInStatus();
  const { pathname, search, hash } = window.location;
  if (status === 'off') return <Alert color="yellow">{signInStrings.notConfigured}</Alert>;
  return (
    <>
      <Text size="sm">{signInStrings.hint}</Text>
      <Button component="a" href={signInUrl(pathname + search + hash)}>
        {signInStrings.action}
      </Button>
    </>
  );
}

type SignInStatus = 'on' | 'off' | 'disabled';

/** Whether people can sign in with a browser here; `null` until it is known, and when it cannot be found out. */
function useSignInStatus(): SignInStatus | null {
  const [status, setStatus] = useState<SignInStatus | null>(null);
  useEffect(() => {
    let isGone = false;
    fetch('/auth/status')
      .then((response) => response.json() as Promise<{ sign_in: SignInStatus }>)
      .then(({ sign_in }) => {
        if (!isGone) setStatus(sign_in);
      })
      .catch(() => {});
    return () => {
      isGone = true;
    };
  }, []);
  return status;
}
