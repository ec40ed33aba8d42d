import { createHmac } from 'node:crypto';

const PREFIX = 'whsec_';
export const SECRET_BYTES = 32;

/** As Standard Webhooks writes it. */
export const formatSecret = (bytes: Buffer): string => `${PREFIX}${bytes.toString('base64')}`;

/** Of the contract. The key is the secret as it was shown, every character of it. */
export function serviceSignature(secret: string, payload: string): string {
  return `sha256=${createHmac('sha256', secret).update(payload).digest('hex')}`;
}

/** Of Standard Webhooks. The key is what stands in base64 after the prefix. */
export function standardSignature(
  secret: string,
  { id, timestamp, payload }: { id: string; timestamp: string; payload: string },
): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${payload}`).digest('base64')}`;
}

/** The first secret signs the header that has room for one signature. */
export interface SigningSecrets {
  first: string;
  second: string | null;
}

export function signatureHeaders(
  { first, second }: SigningSecrets,
  { id, payload, now }: { id: string; payload: string; now: number },
): Record<string, string> {
  const timestamp = String(Math.floor(now / 1_000));
  const headers: Record<string, string> = {
    'x-service-signature': serviceSignature(first, payload),
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': standardSignature(first, { id, timestamp, payload }),
  };
  if (second !== null) {
    headers['x-service-signature-alternate'] = serviceSignature(second, payload);
    headers['webhook-signature'] += ` ${standardSignature(second, { id, timestamp, payload })}`;
  }
  return headers;
}

/** Answers that a receiver gives to a signature it does not know. */
export const REFUSED_SIGNATURE: ReadonlySet<number> = new Set([400, 401, 403]);

/** Both secrets sign for this long after a new one was made. */
export const ROTATION_MS = 86_400_000;
