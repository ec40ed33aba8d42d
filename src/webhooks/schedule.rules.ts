/** Seconds between the attempts of one delivery: 8 attempts over about 28 hours. */
export const RETRY_SCHEDULE_SECONDS: readonly number[] = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];

/** Deliveries that failed together are tried again over a tenth of the wait before and after. */
const JITTER = 0.1;
/** Nobody may park a delivery for longer by asking for it. */
export const RETRY_AFTER_MS_MAX = 3_600_000;

/** How long to wait after the given number of attempts; null when there is no further one. `random` is in [0, 1). */
export function retryDelayMs(
  tries: number,
  {
    schedule,
    random,
    retry_after_ms,
  }: { schedule: readonly number[]; random: number; retry_after_ms: number | null },
): number | null {
  const seconds = schedule[tries - 1];
  if (seconds === undefined) return null;
  const delay = seconds * 1_000 * (1 - JITTER + 2 * JITTER * random);
  const asked = Math.min(Math.max(retry_after_ms ?? 0, 0), RETRY_AFTER_MS_MAX);
  return Math.round(Math.max(delay, asked));
}

/** Seconds or a date, as RFC 9110 has it; null when it is neither. */
export function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null) return null;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  if (!/^[A-Z][a-z]{2},/.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
