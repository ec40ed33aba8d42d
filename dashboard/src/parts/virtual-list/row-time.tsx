import { formatDateTime, formatRelative } from '../format.ts';
import { useNow } from '../use-now.ts';

/** An instant in a row: as one says it, with the exact one as its title. */
export function RowTime({ at, fallback = '–' }: { at: string | null | undefined; fallback?: string }) {
  const now = useNow();
  if (!at) return <>{fallback}</>;
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {formatRelative(at, now)}
    </time>
  );
}
