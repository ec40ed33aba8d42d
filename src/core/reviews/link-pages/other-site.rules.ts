import type { IncomingHttpHeaders } from 'node:http';
import { parseUrl } from '../../../platform/parse-url.ts';

/**
 * Whether a browser says that the page of another site sends this. What is not a browser says nothing and has the link, which is
 * what counts; where nobody said what the public address is, the host must be that of the request.
 */
export function isFromOtherSite(
  { origin, host, 'sec-fetch-site': site }: IncomingHttpHeaders,
  publicUrl: string | null,
): boolean {
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  if (origin === undefined) return false;
  const from = parseUrl(origin);
  // A plain form of our own page may be anonymous: then the other header is what tells.
  if (from === null) return site === undefined;
  return publicUrl === null ? from.host !== host?.toLowerCase() : from.origin !== new URL(publicUrl).origin;
}
