import { Box, Tooltip } from '@mantine/core';
import { useEffect, useState } from 'react';
import { formatDateTime, formatRelative } from './format.ts';
import { useNow } from './use-now.ts';

interface Instant {
  at: string | null | undefined;
  fallback?: string;
}

/** Where nothing can hover: how long a touch shows the exact instant. */
const TOUCHED_MS = 3_000;

/** An instant as one says it, with the exact one on hover, on touch and for screen readers. Plain, because lists have one in every row. */
export function When({ at, fallback = '–' }: Instant) {
  const now = useNow();
  const [isTouched, setIsTouched] = useState(false);
  useEffect(() => {
    if (!isTouched) return;
    const timer = setTimeout(() => setIsTouched(false), TOUCHED_MS);
    return () => clearTimeout(timer);
  }, [isTouched]);
  if (!at) return <>{fallback}</>;
  const exact = formatDateTime(at);
  const time = (
    <time dateTime={at} title={exact} onTouchStart={() => setIsTouched(true)}>
      {formatRelative(at, now)}
    </time>
  );
  return isTouched ? (
    <Tooltip label={exact} opened>
      {time}
    </Tooltip>
  ) : (
    time
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
