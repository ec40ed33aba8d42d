import type { IncomingHttpHeaders } from 'node:http';
import { LapseError } from '../../platform/errors.ts';

/**
 * A browser says where a request comes from, and no page can make it lie. Sec-Fetch-Site is the finer word: under our
 * referrer policy the Origin of a plain form is `null`.
 */
function isFromOurPages(headers: IncomingHttpHeaders, publicOrigin: string): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined ? headers.origin === publicOrigin : site === 'same-origin';
}

/** Before a cookie may change anything: another site can make a browser send it along. */
export function requireOurPages(headers: IncomingHttpHeaders, publicOrigin: string): void {
  if (isFromOurPages(headers, publicOrigin)) return;
  throw new LapseError(
    'forbidden',
    `A session of a browser may change something only from the pages of ${publicOrigin} (Sec-Fetch-Site or Origin).`,
  );
}

/** Forms cannot send it, and scripts of other sites would have to ask first, which nobody answers. */
export function requireOurClient(headers: IncomingHttpHeaders): void {
  if (headers['x-lapse-request'] !== undefined) return;
  throw new LapseError(
    'forbidden',
    'With a session of a browser, a request that changes something needs the header x-lapse-request.',
  );
}
