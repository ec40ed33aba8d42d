import type { FastifyInstance } from 'fastify';
import { LapseError } from '../platform/errors.ts';
import { hostName, isLocalHost, type LocalHosts } from '../platform/network/local-host.ts';
import { parseUrl } from '../platform/parse-url.ts';

const READING = ['GET', 'HEAD', 'OPTIONS'];

/** While authentication is off, everything that a browser can be made to send counts: pages of other sites must not get through. */
export function registerLocalOnly(app: FastifyInstance, hosts: LocalHosts): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { host, origin, 'sec-fetch-site': site } = request.headers;
    if (host !== undefined && !isLocalHost(hostName(host), hosts)) {
      done(new LapseError('forbidden', UNKNOWN_HOST));
      return;
    }
    const isOurs = site === undefined ? isSameHost(origin, host) : site === 'same-origin' || site === 'none';
    if (READING.includes(request.method) || isOurs) done();
    else done(new LapseError('forbidden', OTHER_SITE));
  });
}

const UNKNOWN_HOST =
  'Authentication is off (AUTH_DISABLED=true), so this service answers only to names of this machine, such as localhost or 127.0.0.1; the Host header has another one. To serve other names, turn authentication on.';
const OTHER_SITE =
  'Authentication is off (AUTH_DISABLED=true), so pages of other sites may not change anything here (Origin, Sec-Fetch-Site).';

/** No browser leaves it out where another site is asked to change something. */
function isSameHost(origin: string | undefined, host: string | undefined): boolean {
  if (origin === undefined) return true;
  const url = parseUrl(origin);
  return url !== null && url.host === host?.toLowerCase();
}
