import { LapseError } from '@lapse/client';
import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { operationStrings } from '../strings/operations.ts';
import { stateStrings } from '../strings/shell.ts';

/** Why something was not done, in its dialog, above its buttons. */
export function SendError({ error }: { error: unknown }) {
  if (error === null || error === undefined) return null;
  const id = error instanceof LapseError ? error.request_id : null;
  return (
    <Alert
      color="red"
      variant="light"
      icon={<IconAlertTriangle />}
      title={operationStrings.notSent}
      role="alert"
    >
      <Text size="sm">{reasonOf(error)}</Text>
      {id ? (
        <Text size="xs" c="dimmed">
          {stateStrings.requestId(id)}
        </Text>
      ) : null}
    </Alert>
  );
}

export function reasonOf(error: unknown): string {
  if (!(error instanceof LapseError)) return error instanceof Error ? error.message : String(error);
  if (error.status === 0) return operationStrings.offline;
  return error.status === 429 ? operationStrings.limited(error.retry_after ?? 60) : error.message;
}
