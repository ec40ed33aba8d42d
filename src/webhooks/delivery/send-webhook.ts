import { openSigningSecrets } from '../secrets.sql.ts';
import { type SigningSecrets, signatureHeaders } from '../signature.rules.ts';
import { wireId } from '../types.rules.ts';
import type { ClaimedEndpoint } from '../work.sql.ts';
import { type PostMeans, postJson } from './post-json.ts';
import type { AttemptResult, Send } from './sender.ts';

/** Signed POSTs to programs. */
export function createWebhookSender(means: PostMeans & { secrets_key: Buffer }): Send {
  const { secrets_key, now } = means;
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
    const headers = signatureHeaders(secretsOf(endpoint), { id: wireId(event_id), payload, now: now() });
    const url = endpoint.url as string;
    return judge(await postJson(means, 'The receiver', { url, headers, body: payload, signal }));
  };
}

/** How long to wait is for those to say that have too much to do. */
function judge(result: AttemptResult): AttemptResult {
  const { status_code: status } = result;
  if (status === null || status === 429 || status === 503) return result;
  const isRedirect = status >= 300 && status < 400;
  const error = `The receiver answered ${status}; redirects are not followed, register the final URL.`;
  return { ...result, retry_after_ms: null, ...(isRedirect ? { error } : {}) };
}
