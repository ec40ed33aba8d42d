import { LapseError } from '@lapse/client';
import { Text } from '@mantine/core';
import { operationStrings } from '../../strings/operations.ts';
import { stateStrings } from '../../strings/shell.ts';
import { Notice } from '../notice.tsx';

/** Why something was not done, in its dialog, above its buttons. */
export function SendError({ error }: { error: unknown }) {
  if (error === null || error === undefined) return null;
  const id = error instanceof LapseError ? error.request_id : null;
  return (
    <Notice tone="bad" title={operationStrings.notSent} role="alert">
      <Text size="sm">{reasonOf(error)}</Text>
      {id ? <Text size="xs">{stateStrings.requestId(id)}</Text> : null}
    </Notice>
  );
}

export function reasonOf(error: unknown): string {
  if (!(error instanceof LapseError)) return error instanceof Error ? error.message : String(error);
  if (error.status === 0) return operationStrings.offline;
  return error.status === 429 ? operationStrings.limited(error.retry_after ?? 60) : error.message;
}
