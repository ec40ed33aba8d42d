import http from 'node:http';
import https from 'node:https';
import { isIP, type Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isLoopbackHost } from '../url.rules.ts';
import type { WebhookProxy } from './reach.rules.ts';

/** Whether a host is reached through the proxy. Loopback never is: the proxy's own would be meant. */
export function usesProxy(proxy: WebhookProxy | null, host: string, port: number): proxy is WebhookProxy {
  if (proxy === null || isLoopbackHost(host)) return false;
  return !proxy.exceptions.some((exception) => isExcepted(exception.toLowerCase(), host, port));
}

function isExcepted(exception: string, host: string, port: number): boolean {
  if (exception === '*') return true;
  if (ipaddr.isValidCIDR(exception) || isIP(exception) !== 0) {
    if (isIP(host) === 0) return false;
    const [network, bits] = ipaddr.isValidCIDR(exception)
      ? ipaddr.parseCIDR(exception)
      : [ipaddr.parse(exception), isIP(exception) === 4 ? 32 : 128];
    const address = ipaddr.parse(host);
    return address.kind() === network.kind() && address.match([network, bits]);
  }
  const [, name = '', only] = /^\*?\.?([^:]*)(?::(\d+))?$/.exec(exception) ?? [];
  if (name === '' || (only !== undefined && Number(only) !== port)) return false;
  return host === name || host.endsWith(`.${name}`);
}

/** A connection through the proxy to exactly this host and port. */
export function openTunnel(
  { url }: WebhookProxy,
  target: { host: string; port: number; timeout_ms: number },
): Promise<Socket> {
  const proxy = new URL(url);
  const authority = `${isIP(target.host) === 6 ? `[${target.host}]` : target.host}:${target.port}`;
  const credentials = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  return new Promise((resolve, reject) => {
    const request = (proxy.protocol === 'https:' ? https : http).request(proxy.origin, {
      method: 'CONNECT',
      path: authority,
      agent: false,
      signal: AbortSignal.timeout(target.timeout_ms),
      headers: {
        host: authority,
        ...(credentials === ':'
          ? {}
          : { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` }),
      },
    });
    const refuse = (status: number | undefined): void => {
      request.destroy();
      reject(new Error(`the proxy answered ${status} when asked for ${authority}`));
    };
    request.on('error', (error) => reject(new Error(`the proxy cannot be reached: ${error.message}`)));
    request.on('response', (response) => refuse(response.statusCode));
    request.on('connect', (response, socket) => {
      if (response.statusCode === 200) resolve(socket as Socket);
      else {
        socket.destroy();
        refuse(response.statusCode);
      }
    });
    request.end();
  });
}
