import { isSafeAddress } from '../../platform/tenants/tenant.rules.ts';

export const FETCH_MS_MAX = 5_000;
/** Metadata, key sets and tokens have a few kilobytes. A provider gone wrong shall not fill the memory. */
const ANSWER_BYTES_MAX = 1024 * 1024;

/** The same answer, with a body that was read and has no more bytes than an answer may have. */
export async function readBounded(response: Response): Promise<Response> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > ANSWER_BYTES_MAX) throw new TypeError(`The answer has more than ${ANSWER_BYTES_MAX} bytes.`);
    chunks.push(chunk);
  }
  const { status, headers } = response;
  return new Response(size === 0 ? null : Buffer.concat(chunks), { status, headers });
}

/** `fetch` that follows no redirects and reads an answer of bounded size. */
export async function fetchBounded(
  url: string,
  { signal = AbortSignal.timeout(FETCH_MS_MAX), headers }: { signal?: AbortSignal; headers?: Headers } = {},
): Promise<Response> {
  const response = await fetch(url, { signal, redirect: 'manual', ...(headers ? { headers } : {}) });
  const read = await readBounded(response);
  if (read.status !== 200) throw new Error(`The answer has status ${read.status}, not 200.`);
  return read;
}

const metadataUrl = (issuer: string): string =>
  `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;

/** OpenID Connect Discovery: what the issuer says of itself. */
export async function fetchMetadata(issuer: string): Promise<Record<string, unknown> | null> {
  return (await (await fetchBounded(metadataUrl(issuer))).json()) as Record<string, unknown> | null;
}

/** Where the issuer publishes its keys. */
export async function discoverJwksUri(issuer: string): Promise<string> {
  const url = metadataUrl(issuer);
  const metadata = await fetchMetadata(issuer);
  // Otherwise whoever answers at this address could speak for another issuer (mix-up).
  if (metadata?.issuer !== issuer) {
    throw new Error(`${url} describes a different issuer than ${issuer}.`);
  }
  if (!isSafeAddress(metadata.jwks_uri)) {
    throw new Error(`${url} has no jwks_uri with an https address.`);
  }
  return metadata.jwks_uri;
}
