import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { RateLimits } from './limits/gateway-limits.ts';
import { uncountedHeaders } from './limits/rate-limit.ts';
import { listenAt } from './listen-address.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

/** Answers in the place of a gateway that is being started. */
export interface StartingServer {
  /** What is being done, such as "migrating the database". */
  tell(step: string): void;
  /** Frees the port. */
  stop(): Promise<void>;
}

const RETRY_AFTER_S = 1;

/** A first start takes seconds, a migration may take minutes: whoever asks meanwhile hears what is being done, not that nobody is there. */
export async function answerWhileStarting(
  address: { host: string; port: number },
  limits: RateLimits,
): Promise<StartingServer> {
  let step = 'preparing the database';
  // Nobody could know the port that the system chooses.
  if (address.port === 0) return { tell: () => {}, stop: async () => {} };
  const server = createServer((request, response) => {
    const body = JSON.stringify({ detail: `Lapse is starting: ${step}.`, retry_after: RETRY_AFTER_S });
    response.writeHead(503, {
      ...SECURITY_HEADERS,
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'retry-after': String(RETRY_AFTER_S),
      ...uncountedHeaders(limits, request, randomUUID()),
      'cache-control': 'no-store',
      // The next request on this connection is for the gateway.
      connection: 'close',
    });
    response.end(request.method === 'HEAD' ? undefined : body);
    request.resume();
  });
  await listenAt(server, address);
  let stopped: Promise<unknown> | undefined;
  return {
    tell: (now) => {
      step = now;
    },
    stop: async () => {
      stopped ??= once(server.close(), 'close');
      server.closeAllConnections();
      await stopped;
    },
  };
}
