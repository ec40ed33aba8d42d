import { connect, type Socket } from 'node:net';
import { addressFault, type WebhookReach } from './reach.rules.ts';
import { checkedAddresses, checkedLookup, RefusedByReachError, type Resolve } from './reach-lookup.ts';

/** A plain connection to nothing but what the reach allows. */
export async function openSocket(
  { host, port }: { host: string; port: number },
  { reach, resolve, signal }: { reach: WebhookReach; resolve: Resolve; signal: AbortSignal },
): Promise<Socket> {
  const addresses = await checkedAddresses(host, { reach, resolve });
  return new Promise((accept, reject) => {
    const socket = connect({ host, port, lookup: checkedLookup(async () => addresses) });
    const end = (): void => {
      socket.destroy(new Error('broken off'));
    };
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
    socket.once('close', () => signal.removeEventListener('abort', end));
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.removeListener('error', reject);
      const fault = addressFault(socket.remoteAddress ?? '', reach);
      if (fault === null) return accept(socket);
      socket.destroy();
      reject(new RefusedByReachError(`the connection went elsewhere; ${fault}`));
    });
  });
}
