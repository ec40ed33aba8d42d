/** Milliseconds that the platform asks to wait: seconds or an HTTP date. `undefined` when it asks for nothing. */
export function retryAfterMs(header: string | undefined, now: Date): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000);
  // `Date.parse` takes numbers and other things for dates, too.
  const at = /[a-z]{3}/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime());
}

/** Doubles with each attempt; a random half keeps callers who failed together from coming back together. */
export function backoffMs(attempt: number, random: () => number): number {
  const ceiling = Math.min(BACKOFF_MS_MAX, BACKOFF_MS_FIRST * 2 ** attempt);
  return Math.round(ceiling / 2 + (ceiling / 2) * random());
}

const BACKOFF_MS_FIRST = 500;
const BACKOFF_MS_MAX = 16_000;
