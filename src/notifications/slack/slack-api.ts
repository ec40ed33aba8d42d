import { performance } from 'node:perf_hooks';
import { request } from 'undici';
import { describeNetworkError, isRefusedAddress } from '../../webhooks/delivery/network-errors.ts';
import type { PostMeans } from '../../webhooks/delivery/post-json.ts';
import { type AttemptResult, withoutAnswer } from '../../webhooks/delivery/sender.ts';
import { retryAfterMs } from '../../webhooks/schedule.rules.ts';

/** An app of Slack: where its API is, and what lets one call it. */
export interface SlackApp {
  api_url: string;
  bot_token: string;
}

export interface SlackAnswer {
  /** What came of the call, as an attempt to deliver. */
  result: AttemptResult;
  /** Null unless Slack said that it did it. */
  body: Record<string, unknown> | null;
  /** The word of Slack for what is wrong. */
  error: string | null;
}

/** What trying again does not help: the app was removed, or may not do it. */
const FINAL_ERRORS: ReadonlySet<string> = new Set([
  'invalid_auth',
  'account_inactive',
  'token_revoked',
  'missing_scope',
  'not_authed',
]);

/** One call of a method of Slack. Some of them read forms only, so all are sent as forms. */
export async function callSlack(
  { dispatcher, user_agent, now }: PostMeans,
  { api_url, bot_token }: SlackApp,
  method: string,
  fields: Record<string, string>,
  signal: AbortSignal,
): Promise<SlackAnswer> {
  const begun = performance.now();
  const latency = (): number => performance.now() - begun;
  const failed = (result: AttemptResult, error: string | null = null) => ({ result, body: null, error });
  try {
    const answer = await request(`${api_url}/${method}`, {
      dispatcher,
      method: 'POST',
      headers: {
        authorization: `Bearer ${bot_token}`,
        'content-type': 'application/x-www-form-urlencoded',
        'user-agent': user_agent,
      },
      body: new URLSearchParams(fields).toString(),
      signal,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const text = await read(answer.body);
    const status_code = answer.statusCode;
    // What Slack answers may name people: the record of an attempt has the word of what was wrong and no more.
    const seen = { status_code, latency_ms: latency(), response: null };
    if (status_code !== 200) {
      const asked = answer.headers['retry-after'];
      return failed({
        outcome: 'failure',
        error: `Slack answered ${status_code} to ${method}.`,
        ...seen,
        retry_after_ms: retryAfterMs(typeof asked === 'string' ? asked : null, now()),
      });
    }
    const body = parsed(text);
    if (body?.ok === true) return { result: { outcome: 'success', error: null, ...seen }, body, error: null };
    const said = typeof body?.error === 'string' && /^[a-z0-9_]{1,80}$/.test(body.error) ? body.error : null;
    const refused =
      said === null ? `Slack answered ${method} unreadably.` : `Slack refused ${method}: ${said}.`;
    const is_final = said !== null && FINAL_ERRORS.has(said);
    return failed({ outcome: 'failure', error: refused, ...seen, is_final }, said);
  } catch (error) {
    const failure = withoutAnswer('failure', describeNetworkError(error as Error), latency());
    return failed({ ...failure, is_final: isRefusedAddress(error) });
  }
}

/** Of a person with many pictures, or a message with many blocks. */
const ANSWER_LENGTH_MAX = 262_144;

async function read(body: AsyncIterable<Buffer>): Promise<string> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of body) {
    pieces.push(piece);
    length += piece.length;
    if (length > ANSWER_LENGTH_MAX) break;
  }
  return Buffer.concat(pieces).toString('utf8');
}

function parsed(json: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
