import type { EndpointKind, WaitsFor } from '../types.rules.ts';
import type { ClaimedDelivery, ClaimedEndpoint } from '../work.sql.ts';

/** What became of one attempt. */
export interface AttemptResult {
  /** `skipped`: there was nobody to send it to; `waits`: not now. Both say nothing about the other side. */
  outcome: 'success' | 'failure' | 'skipped' | 'waits';
  /** Null when there was no answer. */
  status_code: number | null;
  latency_ms: number;
  /** One sentence; null when it succeeded. Of what was skipped, the reason. */
  error: string | null;
  /** The beginning of the answer, at most 4 KiB. */
  response: string | null;
  /** How long the other side asks us to wait. */
  retry_after_ms?: number | null;
  /** Trying again cannot help: the delivery is dead at once. */
  is_final?: boolean;
  /** The other side is well; it refuses this recipient. */
  is_recipient_fault?: boolean;
  /** Of what waits: until when and why; it is not an attempt. */
  waits?: { until: number; waits_for: WaitsFor };
  /** The other side wants nothing any more: the endpoint is disabled for this reason. */
  disable_reason?: string;
}

/** Of an attempt that nobody answered. */
export const withoutAnswer = (
  outcome: 'failure' | 'skipped' | 'waits',
  error: string,
  latency_ms: number,
): AttemptResult => ({ outcome, status_code: null, latency_ms, error, response: null });

/**
 * One attempt to deliver. It never throws for what the other side does; the signal ends it after the time limit and when
 * the worker stops. A kind is added by a file that exports its `Send` and a line where `Senders` are put together
 * (webhook-worker.ts).
 */
export type Send = (
  endpoint: ClaimedEndpoint,
  delivery: ClaimedDelivery,
  signal: AbortSignal,
) => Promise<AttemptResult>;

export type Senders = Readonly<Partial<Record<EndpointKind, Send>>>;
