import { isSafeAddress } from '../../platform/tenants/tenant.rules.ts';

export const FETCH_MS_MAX = 5_000;
/** A key set has a few kilobytes. A provider gone wrong shall not fill the memory. */
const ANSWER_BYTES_MAX = 1024 * 1024;

export interface FetchOptions {
  signal: AbortSignal;
  headers?: Headers;
}

/** `fetch` that follows no redirects and reads an answer of bounded size. */
export async function fetchBounded(url: string, { signal, headers }: FetchOptions): Promise<Response> {
  const response = await fetch(url, { signal, redirect: 'manual', ...(headers ? { headers } : {}) });
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > ANSWER_BYTES_MAX) throw new Error(`The answer has more than ${ANSWER_BYTES_MAX} bytes.`);
    chunks.push(chunk);
  }
  if (response.status !== 200) throw new Error(`The answer has status ${response.status}, not 200.`);
  return new Response(Buffer.concat(chunks), { status: 200 });
}

/** OpenID Connect Discovery: where the issuer publishes its keys. */
export async function discoverJwksUri(issuer: string): Promise<string> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const response = await fetchBounded(url, { signal: AbortSignal.timeout(FETCH_MS_MAX) });
  const metadata = (await response.json()) as { issuer?: unknown; jwks_uri?: unknown } | null;
  // Otherwise whoever answers at this address could speak for another issuer (mix-up).
  if (metadata?.issuer !== issuer) {
    throw new Error(`${url} describes a different issuer than ${issuer}.`);
  }
  if (!isSafeAddress(metadata.jwks_uri)) {
    throw new Error(`${url} has no jwks_uri with an https address.`);
  }
  return metadata.jwks_uri;
}
