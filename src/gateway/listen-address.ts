import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { StartupError } from '../platform/errors.ts';

export interface ListenAddress {
  host: string;
  port: number;
  /** What begins the names of the two settings. */
  setting?: 'METRICS_' | '';
}

/** Fails early, before anything slow is done for a service that could not listen in the end. */
export async function requireFreePort(address: ListenAddress): Promise<void> {
  if (address.port === 0) return;
  const probe = createServer();
  await listenAt(probe, address);
  probe.close();
  await once(probe, 'close');
}

/** Where something else listens too, this fails. */
export async function listenAt(server: Server, address: ListenAddress): Promise<void> {
  try {
    server.listen({ host: address.host, port: address.port, exclusive: true });
    await once(server, 'listening');
  } catch (error) {
    throw explainListenError(error, address);
  }
}

export function explainListenError(
  error: unknown,
  { host, port, setting: named = '' }: ListenAddress,
): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new StartupError(
        `Port ${port} of ${host} is taken by another program: stop that, or choose another port with ${named}PORT.`,
      );
    case 'EACCES':
    case 'EPERM':
      return new StartupError(
        `Listening on port ${port} needs more permission than this user has: choose one above 1023 with ${named}PORT.`,
      );
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
      return new StartupError(`${named}HOST is ${host}, which is not an address of this machine.`);
    default:
      return error;
  }
}

export function asUrl(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
