import http from 'node:http';
import { type AddressInfo, connect } from 'node:net';

export interface ProxyServer {
  url: string;
  /** What was asked for with CONNECT, in order. */
  asked: string[];
  /** The Proxy-Authorization of each. */
  credentials: (string | undefined)[];
  /** Answered instead of 200 while it is set. */
  refusal: number | null;
  close(): Promise<void>;
}

/** A proxy that leads every tunnel to one port of this machine, so that no public address is really reached. */
export async function startProxyServer(toPort: () => number): Promise<ProxyServer> {
  const server = http.createServer((_request, response) => response.writeHead(405).end());
  const proxy: ProxyServer = {
    url: '',
    asked: [],
    credentials: [],
    refusal: null,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  server.on('connect', (request, socket, head) => {
    proxy.asked.push(request.url as string);
    proxy.credentials.push(request.headers['proxy-authorization']);
    if (proxy.refusal !== null) {
      socket.end(`HTTP/1.1 ${proxy.refusal} No\r\n\r\n`);
      return;
    }
    const onward = connect(toPort(), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
    const end = () => {
      onward.destroy();
      socket.destroy();
    };
    onward.on('error', end).on('close', end);
    socket.on('error', end).on('close', end);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return proxy;
}
