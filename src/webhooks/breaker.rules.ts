/** What is known about how an endpoint answers. Instants are milliseconds. */
export interface EndpointHealth {
  breaker: 'closed' | 'open';
  /** While open: when a single delivery is tried. */
  probe_at: number | null;
  consecutive_failures: number;
  /** The first failure since the last success. */
  failing_since: number | null;
}

export interface AttemptOutcome {
  at: number;
  is_success: boolean;
  retry_after_ms: number | null;
  /** The other side says that it wants nothing any more. */
  disable_reason: string | null;
}

export const HEALTHY: EndpointHealth = {
  breaker: 'closed',
  probe_at: null,
  consecutive_failures: 0,
  failing_since: null,
};

/** One that fails three times in ten reaches this once in 170,000 deliveries. */
export const BREAKER_FAILURES = 10;
/** Nothing but failure for so long: nobody is there. */
export const DISABLE_AFTER_MS = 5 * 86_400_000;
/** One that is back is noticed within minutes, however long it was away. */
export const PROBE_MS_MAX = 300_000;
/** A probe follows after this part of the time it has been failing. */
const PROBE_SHARE = 1 / 4;

/**
 * Follows attempts in the order in which they ended. An open breaker holds the queue back: only probes are sent, and what
 * waits is not charged attempts. One success closes it.
 */
export function followOutcomes(
  before: EndpointHealth,
  outcomes: readonly AttemptOutcome[],
  probeMsMin: number,
): { health: EndpointHealth; disable_reason: string | null } {
  let health = before;
  let disableReason: string | null = null;
  for (const outcome of outcomes) {
    health = outcome.is_success ? HEALTHY : afterFailure(health, outcome, probeMsMin);
    disableReason ??= outcome.disable_reason;
    if (health.failing_since !== null && outcome.at - health.failing_since >= DISABLE_AFTER_MS)
      disableReason ??= 'Nothing but failure for five days.';
  }
  return { health, disable_reason: disableReason };
}

function afterFailure(
  before: EndpointHealth,
  { at, retry_after_ms }: AttemptOutcome,
  probeMsMin: number,
): EndpointHealth {
  const failing_since = before.failing_since ?? at;
  const failed = { consecutive_failures: before.consecutive_failures + 1, failing_since };
  if (failed.consecutive_failures < BREAKER_FAILURES) return { ...failed, breaker: 'closed', probe_at: null };
  const wait = Math.max((at - failing_since) * PROBE_SHARE, probeMsMin, retry_after_ms ?? 0);
  return { ...failed, breaker: 'open', probe_at: at + Math.min(wait, PROBE_MS_MAX) };
}
