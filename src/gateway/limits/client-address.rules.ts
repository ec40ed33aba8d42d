import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Bits of an IPv6 address that one client does not choose for itself. */
const CLIENT_BITS = 64;

/** Null when proxies can be named like this: an address or a network. */
export function proxyFault(network: string): string | null {
  const [address = '', bits] = network.split('/', 2);
  const isGood =
    isIP(address) !== 0 && (bits === undefined || (ipaddr.isValidCIDR(network) && !isMapped(address)));
  return isGood ? null : 'expected addresses or networks such as 10.20.0.0/16, separated by commas, or none';
}

/**
 * Finds the address a request came from. Every proxy adds to the end of the list who asked it: the list is read backwards
 * as long as proxies of ours wrote it, because what stands before that anyone could have made up.
 */
export function createAddressFinder(
  proxies: readonly string[],
): (peer: string, forwardedFor: string | undefined) => string {
  const networks = proxies.map((proxy) => {
    const [address, bits] = proxy.split('/', 2) as [string, string?];
    const parsed = ipaddr.process(address);
    return [parsed, bits === undefined ? parsed.toByteArray().length * 8 : Number(bits)] as const;
  });
  const isOurs = (address: string): boolean => {
    const parsed = ipaddr.process(address);
    return networks.some(
      ([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits),
    );
  };
  return (peer, forwardedFor) => {
    let address = readAddress(peer);
    if (address === null) return '';
    const forwarded = forwardedFor?.split(',') ?? [];
    while (isOurs(address)) {
      const before = readAddress(forwarded.pop() ?? '');
      if (before === null) break;
      address = before;
    }
    return address;
  };
}

/** Whoever has one IPv6 address has the 2^64 around it: they count as one. */
export function clientNetwork(address: string): string {
  if (isIP(address) === 0) return '';
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const groups = (parsed as ipaddr.IPv6).parts.slice(0, CLIENT_BITS / 16);
  return `${groups.map((group) => group.toString(16)).join(':')}::/${CLIENT_BITS}`;
}

/** IPv4 is written as such. */
const isMapped = (address: string): boolean =>
  ipaddr.process(address).kind() !== ipaddr.parse(address).kind();

/** Some proxies add the port, some brackets. */
function readAddress(text: string): string | null {
  const bare = text
    .trim()
    .replace(/^\[([^\]]*)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/%.*$/, '');
  return isIP(bare) === 0 ? null : bare;
}
