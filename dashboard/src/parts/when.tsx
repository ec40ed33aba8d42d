import { Box, Text, Tooltip } from '@mantine/core';
import { formatDateTime, formatRelative } from './format.ts';
import { useNow } from './use-now.ts';

interface Instant {
  at: string | null | undefined;
  fallback?: string;
}

/** An instant as one says it, with the exact one on hover, on focus and for screen readers. */
export function When({ at, fallback = '–' }: Instant) {
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

/** The same in a row of a table. */
export function RowWhen({ nowrap = false, ...instant }: Instant & { nowrap?: boolean }) {
  return (
    <Box fz="sm" style={nowrap ? { whiteSpace: 'nowrap' } : undefined}>
      <When {...instant} />
    </Box>
  );
}
