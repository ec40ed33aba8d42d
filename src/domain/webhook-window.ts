/** How many deliveries one worker has under way to one endpoint. */
export const WINDOW_MIN = 8;
export const WINDOW_MAX = 64;
/** Slower than this is not helped by more at once. */
export const FAST_MS = 1_000;

/** Grows while everything succeeds quickly, and falls back at once: a receiver in trouble gets less, not more. */
export function nextWindow(window: number, { is_success, latency_ms }: WindowSample): number {
  if (!is_success || latency_ms > FAST_MS) return Math.max(WINDOW_MIN, Math.floor(window / 2));
  return Math.min(WINDOW_MAX, window + 1);
}

export interface WindowSample {
  is_success: boolean;
  latency_ms: number;
}
