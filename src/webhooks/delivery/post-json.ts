import { performance } from 'node:perf_hooks';
import { type Dispatcher, request } from 'undici';
import { retryAfterMs } from '../schedule.rules.ts';
import { describeNetworkError, isRefusedAddress } from './network-errors.ts';
import { readStart } from './read-start.ts';
import { type AttemptResult, withoutAnswer } from './sender.ts';

export interface PostMeans {
  dispatcher: Dispatcher;
  user_agent: string;
  now: () => number;
}

/** One POST, and what came of it. Sentences about the other side begin with the name of the receiver. */
export async function postJson(
  { dispatcher, user_agent, now }: PostMeans,
  receiver: string,
  {
    url,
    headers = {},
    body,
    signal,
  }: { url: string; headers?: Record<string, string>; body: string; signal: AbortSignal },
): Promise<AttemptResult> {
  const begun = performance.now();
  const latency = (): number => performance.now() - begun;
  try {
    const answer = await request(url, {
      dispatcher,
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'user-agent': user_agent },
      body,
      signal,
      // The signal limits the whole exchange.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const response = await readStart(answer.body);
    const status = answer.statusCode;
    const seen = { status_code: status, latency_ms: latency(), response };
    if (status >= 200 && status < 300) return { outcome: 'success', error: null, ...seen };
    const failure = { outcome: 'failure' as const, error: `${receiver} answered ${status}.`, ...seen };
    if (status === 410)
      return { ...failure, is_final: true, disable_reason: `${receiver} answered 410 (gone).` };
    const asked = answer.headers['retry-after'];
    return { ...failure, retry_after_ms: retryAfterMs(typeof asked === 'string' ? asked : null, now()) };
  } catch (error) {
    const failure = withoutAnswer('failure', describeNetworkError(error as Error), latency());
    return { ...failure, is_final: isRefusedAddress(error) };
  }
}
