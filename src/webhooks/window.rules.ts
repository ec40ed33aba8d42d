/** How many deliveries one worker has under way to one endpoint. */
export const WINDOW_MIN = 8;
export const WINDOW_MAX = 64;
/** Slower than this is not helped by more at once. */
export const FAST_MS = 1_000;

/**
 * Grows while attempts succeed quickly, shrinks a little with a failure and by half with a slow answer: a receiver that is
 * overloaded gets less, one that fails now and then is not starved. One that is gone has the breaker.
 */
export function nextWindow(window: number, { is_success, latency_ms }: WindowSample): number {
  if (latency_ms > FAST_MS) return Math.max(WINDOW_MIN, Math.floor(window / 2));
  return is_success ? Math.min(WINDOW_MAX, window + 1) : Math.max(WINDOW_MIN, window - 1);
}

export interface WindowSample {
  is_success: boolean;
  latency_ms: number;
}
