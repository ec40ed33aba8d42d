import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface Arrival {
  path: string;
  headers: IncomingHttpHeaders;
  /** The raw bytes, as text. */
  body: string;
  at: number;
}

type Answer = (arrival: Arrival, response: ServerResponse) => void;

export interface Receiver {
  url: string;
  arrivals: Arrival[];
  /** From now on. */
  answer: Answer;
  /** The most that were under way at once. */
  at_once_max: number;
  /** Resolves when so many have arrived. */
  arrived(count: number): Promise<void>;
  close(): Promise<void>;
}

export const answerWith =
  (status: number, headers: Record<string, string> = {}, body = ''): Answer =>
  (_, response) => {
    response.writeHead(status, headers).end(body);
  };

/** A real HTTP server on loopback that remembers what it was sent. */
export async function startReceiver(answer: Answer = answerWith(204)): Promise<Receiver> {
  const sockets = new Set<Socket>();
  const waiting = new Set<{ count: number; resolve: () => void }>();
  let atOnce = 0;
  const server = createServer((request, response) => {
    atOnce += 1;
    receiver.at_once_max = Math.max(receiver.at_once_max, atOnce);
    response.on('close', () => {
      atOnce -= 1;
    });
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const arrival = {
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
        at: Date.now(),
      };
      receiver.arrivals.push(arrival);
      receiver.answer(arrival, response);
      for (const one of waiting) if (receiver.arrivals.length >= one.count) one.resolve();
    });
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    arrivals: [],
    answer,
    at_once_max: 0,
    arrived: (count) =>
      receiver.arrivals.length >= count
        ? Promise.resolve()
        : new Promise((resolve) => waiting.add({ count, resolve })),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}
