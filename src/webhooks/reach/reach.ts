import { isIP } from 'node:net';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { addressFault, type WebhookReach } from './reach.rules.ts';
import {
  checkedAddresses,
  checkedLookup,
  createResolve,
  RefusedByReachError,
  type Resolve,
  UnresolvedNameError,
} from './reach-lookup.ts';
import { openTunnel, usesProxy } from './reach-proxy.ts';

export interface DispatcherOptions {
  resolve?: Resolve;
  connect_timeout_ms?: number;
  /** Whom to trust instead of what node does (which NODE_EXTRA_CA_CERTS adds to). */
  ca?: string | undefined;
  /** Limits per origin and the like; how connections are made is decided here. */
  agent?: Omit<Agent.Options, 'connect' | 'factory'>;
}

type Connector = ReturnType<typeof buildConnector>;
type ConnectOptions = Parameters<Connector>[0];
type ConnectCallback = Parameters<Connector>[1];

/**
 * Sends requests to nothing but what the reach allows, whatever the URL was when it was registered: addresses are checked
 * as each connection is made, and the connection goes to the checked address. Redirects are not followed by undici.
 */
export function createDispatcher(
  reach: WebhookReach,
  { resolve = createResolve(), connect_timeout_ms = 10_000, ca, agent = {} }: DispatcherOptions = {},
): Dispatcher {
  const check = (host: string, protocol: string) =>
    checkedAddresses(host, { reach, resolve, loopback_only: protocol === 'http:' });
  const connectorOf = (protocol: string): Connector =>
    buildConnector({
      timeout: connect_timeout_ms,
      rejectUnauthorized: true,
      ...(ca === undefined ? {} : { ca }),
      lookup: checkedLookup((host) => check(host, protocol)),
    });
  const connectors = { 'http:': connectorOf('http:'), 'https:': connectorOf('https:') };

  const connect = async (options: ConnectOptions, callback: ConnectCallback): Promise<void> => {
    const { hostname, protocol } = options;
    const connector = protocol === 'http:' ? connectors['http:'] : connectors['https:'];
    const port = Number(options.port) || (protocol === 'http:' ? 80 : 443);
    if (protocol === 'https:' && usesProxy(reach.proxy, hostname, port)) {
      const target = await check(hostname, protocol).then(
        // The proxy is asked for one address; IPv4 is what every proxy has.
        (addresses) => (addresses.find(({ family }) => family === 4) ?? addresses[0])?.address as string,
        (error: unknown) => {
          if (error instanceof UnresolvedNameError && reach.proxy?.resolves_names) return hostname;
          throw error;
        },
      );
      const httpSocket = await openTunnel(reach.proxy, {
        host: target,
        port,
        timeout_ms: connect_timeout_ms,
      });
      connector({ ...options, httpSocket }, callback);
      return;
    }
    // node asks no lookup about a host that is an address already.
    if (isIP(hostname) !== 0) await check(hostname, protocol);
    connector(options, requireAllowedPeer(reach, callback));
  };
  return new Agent({
    ...agent,
    connect: (options: ConnectOptions, callback: ConnectCallback) => {
      connect(options, callback).catch((error: Error) => callback(error, null));
    },
  });
}

/** The last look before anything is sent: where did the connection really go? */
function requireAllowedPeer(reach: WebhookReach, callback: ConnectCallback): ConnectCallback {
  return (...[error, socket]: Parameters<ConnectCallback>) => {
    if (error !== null) return callback(error, null);
    // Ended already, so nobody knows where it went and nothing can be sent: a failure like any other, tried again.
    if (socket.remoteAddress === undefined) {
      socket.destroy();
      return callback(Object.assign(new Error('The connection was reset.'), { code: 'ECONNRESET' }), null);
    }
    const fault = addressFault(socket.remoteAddress, reach);
    if (fault === null) return callback(null, socket);
    socket.destroy();
    callback(new RefusedByReachError(`the connection went elsewhere; ${fault}`), null);
  };
}
