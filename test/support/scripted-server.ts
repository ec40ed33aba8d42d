import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SeenRequest {
  method: string;
  path: string;
  headers: http.IncomingHttpHeaders;
  body: string;
  /** Requests of one connection have one number. */
  connection: number;
}

export interface ScriptedAnswer {
  status?: number;
  headers?: Record<string, string>;
  json?: unknown;
  text?: string;
  /** The connection breaks instead of an answer, or in the middle of it. */
  cut?: 'before' | 'within';
}

export interface ScriptedServer {
  url: string;
  seen: SeenRequest[];
  close(): Promise<void>;
}

/** Answers what the test says, and remembers what it was asked. */
export async function startScriptedServer(
  answer: (request: SeenRequest, index: number) => ScriptedAnswer | Promise<ScriptedAnswer>,
): Promise<ScriptedServer> {
  const seen: SeenRequest[] = [];
  let connections = 0;
  const numbers = new WeakMap<object, number>();
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const asked: SeenRequest = {
      method: request.method as string,
      path: request.url as string,
      headers: request.headers,
      body: Buffer.concat(chunks).toString('utf8'),
      connection: numbers.get(request.socket) ?? 0,
    };
    seen.push(asked);
    const { status = 200, headers = {}, json, text, cut } = await answer(asked, seen.length - 1);
    if (cut === 'before') return void request.socket.destroy();
    const body = text ?? (json === undefined ? '' : JSON.stringify(json));
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    if (cut === 'within') {
      response.write(`${body.slice(0, 5)} `, () => request.socket.destroy());
      return;
    }
    response.end(body);
  });
  server.on('connection', (socket) => numbers.set(socket, ++connections));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
