import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** A platform on loopback that computes its answers and counts its requests. */
export interface BenchServer {
  url: string;
  requests(): number;
  close(): Promise<void>;
}

export async function serve(answer: (url: URL) => unknown): Promise<BenchServer> {
  let requests = 0;
  const server = http.createServer((request, response) => {
    requests += 1;
    request.resume();
    const found = answer(new URL(request.url as string, `http://${request.headers.host}`));
    response.writeHead(found === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(found ?? { error_code: 'NOT_FOUND', message: 'There is no such thing.' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
