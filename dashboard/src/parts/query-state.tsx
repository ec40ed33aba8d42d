import { LapseError } from '@lapse/client';
import { Alert, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { stateStrings } from '../strings/shell.ts';
import { SmallButton } from './buttons.tsx';
import { Hint, Small } from './text.ts';

/** What a query shows while it loads, when it failed (with a way to try again), and when it has something. */
export function QueryState<T>(props: {
  query: UseQueryResult<T>;
  children: (data: T) => ReactNode;
  /** In the shape of what will come, so that nothing jumps. */
  skeleton?: ReactNode;
}) {
  const { query, children, skeleton } = props;
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.isError) return <ErrorNote error={query.error} onRetry={() => void query.refetch()} />;
  return <Loading>{skeleton}</Loading>;
}

export function Loading({ children }: { children?: ReactNode }) {
  return (
    <div role="status">
      <span className="visually-hidden">{stateStrings.loading}</span>
      {children ?? (
        <Stack gap="sm">
          <Skeleton height={28} width="40%" />
          <Skeleton height={120} />
          <Skeleton height={120} />
        </Stack>
      )}
    </div>
  );
}

export function ErrorNote({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { title, text, id } = explain(error);
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle />} title={title} role="alert">
      <Stack gap="xs">
        <Text size="sm">{text}</Text>
        {id ? <Small>{stateStrings.requestId(id)}</Small> : null}
        {onRetry ? (
          <Group>
            <SmallButton onClick={onRetry}>{stateStrings.retry}</SmallButton>
          </Group>
        ) : null}
      </Stack>
    </Alert>
  );
}

function explain(error: unknown): { title: string; text: string; id: string | null } {
  if (!(error instanceof LapseError)) {
    return { title: stateStrings.failed, text: (error as Error)?.message ?? '', id: null };
  }
  const { status, message, retry_after, request_id: id } = error;
  if (status === 0) return { title: stateStrings.failed, text: stateStrings.offline, id };
  if (status === 403) return { title: stateStrings.forbidden, text: message, id };
  if (status === 429)
    return { title: stateStrings.failed, text: stateStrings.limited(retry_after ?? 60), id };
  return { title: stateStrings.failed, text: message, id };
}

/** Nothing to show: what that means, and what to do about it. */
export function Empty(props: { title: string; children?: ReactNode; action?: ReactNode }) {
  const { title, children, action } = props;
  return (
    <Stack align="center" gap={4} py="xl" ta="center">
      <Text fw={600}>{title}</Text>
      {children ? <Hint maw={520}>{children}</Hint> : null}
      {action}
    </Stack>
  );
}
