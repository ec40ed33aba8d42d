import { once } from 'node:events';
import { createServer } from 'node:net';
import { StartupError } from '../platform/errors.ts';

interface Address {
  host: string;
  port: number;
  /** What begins the names of the two settings. */
  setting?: 'METRICS_';
}

/** Fails early, before anything slow is done for a service that could not listen in the end. */
export async function requireFreePort({ host, port, setting }: Address): Promise<void> {
  if (port === 0) return;
  const probe = createServer();
  try {
    probe.listen({ host, port, exclusive: true });
    await once(probe, 'listening');
  } catch (error) {
    throw explainListenError(error, { host, port, ...(setting ? { setting } : {}) });
  }
  probe.close();
  await once(probe, 'close');
}

export function explainListenError(error: unknown, { host, port, setting }: Address): unknown {
  const named = setting ?? '';
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
