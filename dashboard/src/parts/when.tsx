import { Text, Tooltip } from '@mantine/core';
import { formatDateTime, formatRelative } from './format.ts';
import { useNow } from './use-now.ts';

/** An instant as one says it, with the exact one on hover, on focus and for screen readers. */
export function When({ at, fallback = '–' }: { at: string | null | undefined; fallback?: string }) {
  const now = useNow();
  if (!at) return <>{fallback}</>;
  const exact = formatDateTime(at);
  return (
    <Tooltip label={exact} events={{ hover: true, focus: true, touch: true }}>
      <Text component="time" inherit dateTime={at} title={exact}>
        {formatRelative(at, now)}
      </Text>
    </Tooltip>
  );
}
