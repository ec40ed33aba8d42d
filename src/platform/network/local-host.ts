import { isIP } from 'node:net';

/** Which names a gateway answers to while everybody is an administrator. */
export interface LocalHosts {
  /** Besides loopback. */
  names: readonly string[];
  /** Also addresses, and names that nobody can register on the internet: a container on a laptop. */
  allows_private: boolean;
}

/** Of a Host header or an origin, without its port. */
export function hostName(host: string): string {
  return host
    .toLowerCase()
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
}

/**
 * Any web page can make a browser believe that a name of its own is 127.0.0.1, and then call us as if we were its server (DNS
 * rebinding). Its name is still in the Host header.
 */
export function isLocalHost(name: string, { names, allows_private }: LocalHosts): boolean {
  if (name === 'localhost' || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'))) return true;
  if (names.includes(name)) return true;
  return allows_private && (isIP(name) !== 0 || !name.includes('.') || name.endsWith('.internal'));
}
