import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isMetadataAddress } from '../../platform/network/metadata-address.ts';

/**
 * What outgoing deliveries may reach from here. Tenants choose the addresses; only the operator knows the network behind
 * them, so everything but the public internet is closed until the operator opens it.
 */
export interface WebhookReach {
  /** Also opens http, which is never spoken to anything else. */
  allow_loopback: boolean;
  /** CIDRs of the operator's own network in which receivers may live. */
  allowed_networks: readonly string[];
  proxy: WebhookProxy | null;
}

export interface WebhookProxy {
  url: string;
  /** Hosts that are reached directly, as in NO_PROXY. */
  exceptions: readonly string[];
  /** The proxy is asked by name for what does not resolve here, and is trusted to keep inside from outside. */
  resolves_names: boolean;
}

export const PUBLIC_INTERNET: WebhookReach = { allow_loopback: false, allowed_networks: [], proxy: null };

type Address = ipaddr.IPv4 | ipaddr.IPv6;

const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3');
const IPV4_COMPATIBLE = ipaddr.parseCIDR('::/96');

const NAMES: Record<string, string> = {
  private: 'private',
  uniqueLocal: 'private',
  deprecatedSiteLocal: 'private',
  carrierGradeNat: 'shared (carrier-grade NAT)',
  loopback: 'a loopback address',
  linkLocal: 'link-local',
  multicast: 'multicast',
  broadcast: 'broadcast',
  unspecified: 'unspecified',
};
/** They carry another address inside, which the network in between would go to. */
const TRANSLATED: ReadonlySet<string> = new Set([
  'ipv4Mapped',
  'rfc6145',
  'rfc6052',
  '6to4',
  'teredo',
  'amt',
]);
/** What no operator can open by naming a network. */
const NEVER: ReadonlySet<string> = new Set([
  ...TRANSLATED,
  'loopback',
  'linkLocal',
  'multicast',
  'broadcast',
  'unspecified',
]);

/** Null when the address, which must be in its canonical form, may be connected to; else why not. */
export function addressFault(address: string, reach: WebhookReach): string | null {
  if (isIP(address) === 0 || address.includes('%')) return `${address} is not a plain IP address`;
  const parsed = ipaddr.parse(address);
  if (isMetadataAddress(address)) return `${address} belongs to a metadata service`;
  const range = rangeOf(parsed);
  if (range === 'loopback' && reach.allow_loopback) return null;
  if (range === 'unicast') return null;
  if (!NEVER.has(range) && reach.allowed_networks.some((cidr) => isIn(parsed, ipaddr.parseCIDR(cidr))))
    return null;
  if (TRANSLATED.has(range)) return `${address} is translated to another address`;
  return `${address} is ${NAMES[range] ?? 'reserved'}`;
}

export function isLoopback(address: string): boolean {
  return isIP(address) !== 0 && rangeOf(ipaddr.parse(address)) === 'loopback';
}

/** Null when the operator can open this network to deliveries. */
export function networkFault(cidr: string): string | null {
  if (!ipaddr.isValidCIDR(cidr) || isIP(cidr.split('/', 1)[0] as string) === 0)
    return 'expected networks such as 10.20.0.0/16, separated by commas';
  const [address] = ipaddr.parseCIDR(cidr);
  return NEVER.has(rangeOf(address))
    ? 'expected networks that hosts live in; loopback has WEBHOOK_ALLOW_LOOPBACK, and link-local, multicast and translated addresses are never reached'
    : null;
}

/** `unicast` only for what the whole internet routes. ipaddr.js says it of everything it has no other name for. */
function rangeOf(address: Address): string {
  if (address.kind() === 'ipv4') return address.range();
  const v6 = address as ipaddr.IPv6;
  const range = v6.range();
  if (range === 'unspecified' || range === 'loopback') return range;
  if (isIn(v6, IPV4_COMPATIBLE) || isIsatap(v6)) return 'ipv4Mapped';
  return range === 'unicast' && !isIn(v6, GLOBAL_IPV6) ? 'reserved' : range;
}

/** Interface identifiers of RFC 5214, whose last 32 bits are the IPv4 address that is really reached. */
const isIsatap = ({ parts }: ipaddr.IPv6): boolean =>
  ((parts[4] as number) & 0xfcff) === 0 && parts[5] === 0x5efe;

const isIn = (address: Address, network: [Address, number]): boolean =>
  address.kind() === network[0].kind() && address.match(network);
