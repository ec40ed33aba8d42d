import type { CustomFetchOptions } from 'openid-client';

/** Metadata and tokens have a few kilobytes. A provider gone wrong shall not fill the memory. */
const ANSWER_BYTES_MAX = 1024 * 1024;

/** `fetch` that reads an answer of bounded size. The client library follows no redirects and sets the time limit. */
export async function fetchWithin(url: string, options: CustomFetchOptions): Promise<Response> {
  const response = await fetch(url, options as RequestInit);
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
