import { isIP } from 'node:net';
import { parseUrl } from '../platform/parse-url.ts';
import { addressFault, isLoopback, type WebhookReach } from './reach/reach.rules.ts';

export const WEBHOOK_URL_LENGTH_MAX = 2048;

/** Answered by cloud machines with their own credentials. */
const METADATA_NAMES: ReadonlySet<string> = new Set([
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'metadata.internal',
  'instance-data',
  'instance-data.ec2.internal',
  'metadata.azure.internal',
  'metadata.azure.com',
  'metadata.tencentyun.com',
  'metadata.platformequinix.com',
]);
/** Ends of names that only mean something inside a network. */
const INSIDE_NAMES = [
  'internal',
  'local',
  'localdomain',
  'lan',
  'home',
  'corp',
  'intranet',
  'private',
  'home.arpa',
  'arpa',
  'onion',
  'invalid',
];

/** Null when deliveries may be sent to this address, else what was expected instead. */
export function urlFault(text: string, reach: WebhookReach): string | null {
  if (text.length > WEBHOOK_URL_LENGTH_MAX)
    return `expected a URL of at most ${WEBHOOK_URL_LENGTH_MAX} characters`;
  const expected = reach.allow_loopback
    ? 'expected an https:// URL, or http:// to loopback'
    : 'expected an https:// URL';
  // What URL parsers repair silently is refused, so that no two of them can read the same text differently.
  if (!/^https?:\/\/[^/\\]/i.test(text)) return expected;
  if (/[\s\p{Cc}\\]/u.test(text)) return 'expected a URL without spaces, control characters or backslashes';
  const url = parseUrl(text);
  if (url === null) return expected;
  const authority = text.slice(text.indexOf('//') + 2).split(/[/?#]/, 1)[0] as string;
  if (url.username !== '' || url.password !== '' || authority.includes('@'))
    return 'expected a URL without a user name or password; deliveries are signed instead';
  if (text.includes('#')) return 'expected a URL without a fragment (#)';
  if (url.port === '0') return 'expected a port from 1 to 65535';
  const host = hostOf(url);
  const fault = hostFault(host, reach);
  if (fault !== null) return fault;
  if (url.protocol === 'http:' && !isLoopbackHost(host)) return expected;
  return null;
}

/** The host of a parsed URL, without the brackets of IPv6. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

export const isLocalhost = (host: string): boolean => host === 'localhost' || host.endsWith('.localhost');

export const isLoopbackHost = (host: string): boolean => isLocalhost(host) || isLoopback(host);

/** The same of a host as URL parsers write it. Names are judged again by their addresses at every connection. */
export function hostFault(host: string, reach: WebhookReach): string | null {
  if (isIP(host) !== 0) {
    const fault = addressFault(host, reach);
    return fault === null ? null : `expected a host on the public internet; ${fault}`;
  }
  const name = host.toLowerCase();
  if (name.endsWith('.')) return 'expected a host name without a dot at its end';
  const labels = name.split('.');
  if (name.length > 253 || !labels.every((label) => /^[a-z0-9_-]{1,63}$/.test(label)))
    return 'expected a host name of letters, digits and hyphens';
  // A last label of digits is what some resolvers read as an IPv4 address.
  if (/^(\d+|0x[0-9a-f]*)$/.test(labels.at(-1) as string))
    return 'expected a host name or an address in its usual form';
  if (METADATA_NAMES.has(name))
    return `expected a host on the public internet; ${name} is a metadata service`;
  if (isLocalhost(name))
    return reach.allow_loopback ? null : `expected a host on the public internet; ${name} is this machine`;
  // Names of the inside are the point of an allowed network; their addresses still have to be in it.
  const isInside =
    labels.length === 1 || INSIDE_NAMES.some((end) => name === end || name.endsWith(`.${end}`));
  return isInside && reach.allowed_networks.length === 0
    ? `expected a host on the public internet; ${name} is a name of an inner network`
    : null;
}
