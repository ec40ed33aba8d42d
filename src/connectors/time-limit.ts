import { setMaxListeners } from 'node:events';
import { type CallOptions, ConnectorError } from './connector.ts';

const LIMIT_MS_MAX = 2 ** 31 - 1;

export interface Limit {
  /** Ends the work: the caller's wish, or the time. */
  signal: AbortSignal;
  /** What ended it; `null` while nothing has. */
  ended(): 'aborted' | 'timeout' | null;
}

/**
 * Runs work that must end by a time or when the caller loses interest. The answer comes then even if the work does not
 * heed the signal. `effect` says whether work that was cut off may have changed something.
 */
export async function withLimit<T>(
  { signal, timeout_ms }: CallOptions,
  { default_ms, effect }: { default_ms: number; effect: 'none' | 'unknown' },
  work: (limit: Limit) => Promise<T>,
): Promise<T> {
  if (signal?.aborted) throw new ConnectorError('aborted', 'the call was aborted before it began');
  const limitMs = Math.min(Math.max(timeout_ms ?? default_ms, 0), LIMIT_MS_MAX);
  const controller = new AbortController();
  // One for each request that waits.
  setMaxListeners(0, controller.signal);
  let cause: 'aborted' | 'timeout' | null = null;
  let cut: (error: ConnectorError) => void = () => {};
  const cutOff = new Promise<never>((_, reject) => {
    cut = reject;
  });
  const end = (reason: 'aborted' | 'timeout', message: string) => {
    if (cause !== null) return;
    cause = reason;
    controller.abort();
    cut(new ConnectorError(reason, message, { effect }));
  };
  const onAbort = () => end('aborted', 'the call was aborted');
  const timer = setTimeout(
    () => end('timeout', `there was no answer within ${limitMs / 1000} seconds`),
    limitMs,
  );
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work({ signal: controller.signal, ended: () => cause }), cutOff]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}
