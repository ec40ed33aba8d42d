import { LapseError } from '@lapse/client';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSession } from '../api/session.ts';
import { signInStrings } from '../strings/shell.ts';
import { signInUrl } from './sign-in.tsx';

/** A session that ends under a page leaves the page as it is: what was typed must not be lost. */
export function SessionEnded() {
  const client = useQueryClient();
  const { tenant } = useSession();
  const [isEnded, setIsEnded] = useState(false);
  useEffect(() => {
    const notice = (error: unknown) => {
      if (error instanceof LapseError && error.status === 401) setIsEnded(true);
    };
    const stops = [
      client.getQueryCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') notice(event.action.error);
      }),
      client.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') notice(event.action.error);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client]);
  const goOn = () => {
    setIsEnded(false);
    void client.invalidateQueries();
  };
  return (
    <Modal
      opened={isEnded}
      onClose={() => setIsEnded(false)}
      title={signInStrings.ended}
      centered
      // Above the dialog in which somebody was typing.
      zIndex={1_000}
    >
      <Stack>
        <Text size="sm">{signInStrings.endedHint}</Text>
        <Group>
          <Button component="a" href={signInUrl('/', tenant)} target="_blank" rel="noopener">
            {signInStrings.again}
          </Button>
          <Button variant="default" onClick={goOn}>
            {signInStrings.done}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
