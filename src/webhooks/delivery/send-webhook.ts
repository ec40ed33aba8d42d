import { performance } from 'node:perf_hooks';
import { type Dispatcher, request } from 'undici';
import { retryAfterMs } from '../schedule.rules.ts';
import { openSigningSecrets } from '../secrets.sql.ts';
import { type SigningSecrets, signatureHeaders } from '../signature.rules.ts';
import { wireId } from '../types.rules.ts';
import type { ClaimedEndpoint } from '../work.sql.ts';
import { describeNetworkError, isRefusedAddress } from './network-errors.ts';
import { readStart } from './read-start.ts';
import type { AttemptResult, Send } from './sender.ts';

export interface WebhookSenderOptions {
  dispatcher: Dispatcher;
  secrets_key: Buffer;
  user_agent: string;
  now: () => number;
}

/** Signed POSTs to programs. */
export function createWebhookSender(options: WebhookSenderOptions): Send {
  const { dispatcher, secrets_key, user_agent, now } = options;
  // Opened once per claim; what was opened is forgotten with it.
  const opened = new WeakMap<ClaimedEndpoint, SigningSecrets>();
  const secretsOf = (endpoint: ClaimedEndpoint): SigningSecrets => {
    const known = opened.get(endpoint);
    if (known) return known;
    const secrets = openSigningSecrets(secrets_key, endpoint, now());
    opened.set(endpoint, secrets);
    return secrets;
  };

  return async (endpoint, { event_id, payload }, signal) => {
    const signed = signatureHeaders(secretsOf(endpoint), { id: wireId(event_id), payload, now: now() });
    const begun = performance.now();
    const latency = (): number => performance.now() - begun;
    try {
      const answer = await request(endpoint.url as string, {
        dispatcher,
        method: 'POST',
        headers: { ...signed, 'content-type': 'application/json', 'user-agent': user_agent },
        body: payload,
        signal,
        // The signal limits the whole exchange.
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      const response = await readStart(answer.body);
      return judge(answer, response, { latency_ms: latency(), now: now() });
    } catch (error) {
      return {
        outcome: 'failure',
        status_code: null,
        latency_ms: latency(),
        error: describeNetworkError(error as Error),
        response: null,
        is_final: isRefusedAddress(error),
      };
    }
  };
}

function judge(
  { statusCode, headers }: Dispatcher.ResponseData,
  response: string,
  { latency_ms, now }: { latency_ms: number; now: number },
): AttemptResult {
  const seen = { status_code: statusCode, latency_ms, response };
  if (statusCode >= 200 && statusCode < 300) return { outcome: 'success', error: null, ...seen };
  const failure: AttemptResult = {
    outcome: 'failure',
    error: `The receiver answered ${statusCode}.`,
    ...seen,
  };
  if (statusCode === 410) {
    return { ...failure, is_final: true, disable_reason: 'The receiver answered 410 (gone).' };
  }
  if (statusCode >= 300 && statusCode < 400) {
    return {
      ...failure,
      error: `The receiver answered ${statusCode}; redirects are not followed, register the final URL.`,
    };
  }
  if (statusCode === 429 || statusCode === 503) {
    const asked = headers['retry-after'];
    return { ...failure, retry_after_ms: retryAfterMs(typeof asked === 'string' ? asked : null, now) };
  }
  return failure;
}
