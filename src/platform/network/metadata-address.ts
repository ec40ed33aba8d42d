import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Where clouds answer anyone who asks with the credentials of the machine. Closed even inside an allowed network,
 * because some of them lie in ranges that operators open, and 168.63.129.16 looks like a public address.
 */
const METADATA = [
  '169.254.0.0/16',
  '168.63.129.16/32',
  '100.100.100.200/32',
  '192.0.0.192/32',
  'fd00:ec2::/32',
  'fd20:ce::254/128',
].map((cidr) => ipaddr.parseCIDR(cidr));

/** Of a plain IP address. An IPv4 address inside an IPv6 one counts as itself. */
export function isMetadataAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.process(address);
  return METADATA.some(([network, bits]) => parsed.kind() === network.kind() && parsed.match(network, bits));
}
