import { createHmac, hash, timingSafeEqual } from 'node:crypto';

/** How Slack signs what it sends: HMAC-SHA256 over `v0:timestamp:body`, of the body as it arrived. */

/** Either way: what is older may be a recording, and what is newer was made up or our clock is wrong. */
const CLOCK_SECONDS_MAX = 300;

export interface SignedRequest {
  /** X-Slack-Request-Timestamp and X-Slack-Signature, as they arrived. */
  timestamp: unknown;
  signature: unknown;
  body: Uint8Array;
}

export function slackSignature(secret: string, timestamp: string, body: Uint8Array): string {
  return `v0=${createHmac('sha256', secret).update(`v0:${timestamp}:`).update(body).digest('hex')}`;
}

/** Whether the app with this secret has sent it, just now. Takes as long for every signature of the right form. */
export function isSignedBySlack(
  secret: string,
  { timestamp, signature, body }: SignedRequest,
  now: number,
): boolean {
  if (typeof timestamp !== 'string' || !/^\d{1,11}$/.test(timestamp)) return false;
  if (typeof signature !== 'string' || !/^v0=[0-9a-f]{64}$/.test(signature)) return false;
  if (Math.abs(now / 1_000 - Number(timestamp)) > CLOCK_SECONDS_MAX) return false;
  return timingSafeEqual(Buffer.from(signature), Buffer.from(slackSignature(secret, timestamp, body)));
}

/** What is remembered of a request: a signature is over its instant and all of its body. */
export const requestHash = (signature: string): Buffer => hash('sha256', signature, 'buffer');
