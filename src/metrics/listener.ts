import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EXPOSITION_TYPE } from './exposition.ts';
import { isScraper, type Metrics } from './metrics.ts';

/** Metrics on a port of their own, which need not be reachable from where the gateway is. */
export async function listenForScrapes(
  metrics: Metrics,
  { host, port, token }: { host: string; port: number; token: string | null },
) {
  const server = createServer(async (request, response) => {
    const isAsked = request.url?.split('?', 1)[0] === '/metrics' && /^(GET|HEAD)$/.test(request.method ?? '');
    if (!isAsked || (token !== null && !isScraper(request.headers.authorization, token))) {
      response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('Not found\n');
      return;
    }
    const text = await metrics.scrape();
    response.writeHead(200, { 'content-type': EXPOSITION_TYPE, 'cache-control': 'no-store' });
    response.end(request.method === 'HEAD' ? undefined : text);
  });
  server.requestTimeout = 10_000;
  server.listen({ host, port });
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      const closed = once(server.close(), 'close');
      server.closeAllConnections();
      await closed;
    },
  };
}
