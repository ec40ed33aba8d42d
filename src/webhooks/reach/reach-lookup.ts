import { promises as dns, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { hostFault, isLocalhost } from '../url.rules.ts';
import { addressFault, isLoopback, type WebhookReach } from './reach.rules.ts';

/** The addresses of a name. */
export type Resolve = (name: string) => Promise<readonly string[]>;

/** The address must not be reached. Nothing was connected. */
export class RefusedByReachError extends Error {
  readonly code = 'REFUSED_BY_REACH';
}

/** The name has no address here. */
export class UnresolvedNameError extends Error {
  readonly code = 'UNRESOLVED_NAME';
}

/**
 * Asks the name servers without the four threads that getaddrinfo shares with files and hashing: names whose servers are
 * dead would block them all. What the name servers do not know may be in the hosts file.
 */
export function createResolve(
  resolver = new dns.Resolver({ timeout: 2_000, tries: 2 }),
  hostsFile: Resolve = async (name) => (await dns.lookup(name, { all: true })).map(({ address }) => address),
): Resolve {
  return async (name) => {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    const isTimedOut = answers.some(
      (answer) => answer.status === 'rejected' && (answer.reason as { code?: string }).code === 'ETIMEOUT',
    );
    if (addresses.length > 0 || isTimedOut) return addresses;
    return hostsFile(name).catch(() => []);
  };
}

/**
 * Every address of the host, each of them allowed. One that is not refuses the name as a whole: who mixes inner addresses
 * among public ones is not to be reached by luck.
 */
export async function checkedAddresses(
  host: string,
  {
    reach,
    resolve,
    loopback_only = false,
  }: { reach: WebhookReach; resolve: Resolve; loopback_only?: boolean },
): Promise<LookupAddress[]> {
  const fault = hostFault(host, reach);
  if (fault !== null) throw new RefusedByReachError(fault);
  const addresses =
    isIP(host) !== 0 ? [host] : isLocalhost(host) ? ['127.0.0.1', '::1'] : await resolve(host);
  if (addresses.length === 0) throw new UnresolvedNameError(`${host} has no address`);
  for (const address of addresses) {
    const refusal = addressFault(address, reach);
    if (refusal !== null)
      throw new RefusedByReachError(`expected a host on the public internet; ${host} leads to ${refusal}`);
    if (loopback_only && !isLoopback(address))
      throw new RefusedByReachError(`expected https; http is for loopback only, and ${host} is not`);
  }
  return addresses.map((address) => ({ address, family: isIP(address) }));
}

/** For `lookup` of net.connect: the socket goes to what this hands out, so a later answer changes nothing. */
export function checkedLookup(check: (host: string) => Promise<LookupAddress[]>): LookupFunction {
  return (host, { all }, callback) => {
    check(host).then(
      (addresses) => {
        const [first] = addresses as [LookupAddress];
        if (all) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, ''),
    );
  };
}
