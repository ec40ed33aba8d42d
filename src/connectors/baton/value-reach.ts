import { isIP } from 'node:net';
import { isMetadataAddress } from '../../platform/network/metadata-address.ts';
import { parseUrl } from '../../platform/parse-url.ts';
import { type ConnectorReach, hostFault } from '../reach.rules.ts';

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
/** A host by itself, with a port or a path behind it. */
const HOST = /^(?:\/\/)?(\[[\da-f:.]+\]|[a-z0-9_-]+(?:\.[a-z0-9_-]+)*)\.?(:\d{1,5})?(?:[/?#].*)?$/i;
/** What the last part of a host's name can be; tokens and versions have dots in them, too. */
const TOP = /\.(?:[a-z]{2,24}|xn--[a-z0-9-]{2,59})$/i;

/**
 * What can be seen of where a value of a setting leads: it is an address, a host, or several of them. What it is a part of,
 * and what the program makes of it, cannot be seen.
 */
export function valueReachFault(value: string, reach: Pick<ConnectorReach, 'hosts'>): string | null {
  for (const item of value.split(/[\s,;]+/)) {
    const fault = SCHEME.test(item) ? urlFault(item, reach) : bareHostFault(item, reach);
    if (fault !== null) return fault;
  }
  return null;
}

function urlFault(text: string, reach: Pick<ConnectorReach, 'hosts'>): string | null {
  const url = parseUrl(text);
  if (url === null) return 'expected an address that can be read';
  const host = plain(url.hostname);
  if (url.protocol === 'file:' || host === '') return 'expected a value that is no address of a file';
  return placeFault(host, reach);
}

function bareHostFault(text: string, reach: Pick<ConnectorReach, 'hosts'>): string | null {
  const [, name, port] = isIP(text) === 0 ? (HOST.exec(text) ?? []) : [text, text];
  if (name === undefined) return null;
  const host = plain(name);
  const isHost =
    port !== undefined || isIP(host) !== 0 || TOP.test(host) || host.toLowerCase() === 'localhost';
  if (!isHost) return null;
  const fault = placeFault(host, reach);
  return fault === null ? null : `reads as a host: ${fault}`;
}

const plain = (host: string): string => host.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');

const placeFault = (host: string, reach: Pick<ConnectorReach, 'hosts'>): string | null =>
  isMetadataAddress(host)
    ? 'expected a platform; the address belongs to a metadata service'
    : hostFault(host, reach);
