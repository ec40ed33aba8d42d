import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ConnectorError } from '../../connector.ts';
import type { Codec } from '../protocol/codec.ts';
import { type Identity, makeIdentities } from './certificates.ts';
import { createTail } from './tail.ts';

export interface Launch {
  file: string;
  /** All that the child's environment has of settings. */
  variables: Readonly<Record<string, string>>;
  /** Whether it may change anything. */
  is_writing: boolean;
}

export interface Child {
  port: number;
  identity: Identity;
  /** Resolves when it has ended, with how. */
  ended: Promise<string>;
  /** The last of what it has printed. */
  printed(): string;
  stop(): Promise<void>;
}

const STOP_MS = 2_000;
const PRINTED_BYTES_MAX = 4_096;

/** Whatever still runs when Lapse ends ends with it. One that is killed closes their input, upon which they end themselves. */
const running = new Set<ChildProcess>();
let isWatched = false;

/**
 * Starts a program that waits for calls on a port of this machine. The socket is opened here and handed over, so that the
 * port is known; keys for this one child go over its standard input, which stays open for as long as it may live.
 */
export async function startChild({ file, variables, is_writing }: Launch, codec: Codec): Promise<Child> {
  const home = await mkdtemp(path.join(tmpdir(), 'lapse-baton-'));
  const listener = await listen();
  const { port } = listener.address() as { port: number };
  const { client, server } = makeIdentities();
  let child: ChildProcess;
  try {
    child = spawn(file, [...(is_writing ? ['-p'] : []), '_connector-service'], {
      // Nothing of our own environment, which has secrets in it.
      env: { ...variables, BATON_CONNECTOR_SERVICE_LISTENER_FD: '3', HOME: home, TMPDIR: home },
      cwd: home,
      // A group of its own, so that whatever it starts can be ended with it.
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe', descriptorOf(listener)],
    });
  } finally {
    // At once: from now on only the child takes connections.
    listener.close();
  }
  watch(child);
  const tail = createTail(PRINTED_BYTES_MAX);
  child.stdout?.on('data', tail.add);
  child.stderr?.on('data', tail.add);
  child.stdin?.on('error', () => {});
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error: NodeJS.ErrnoException) =>
      resolve(`it cannot be run (${error.code ?? 'error'})`),
    );
    child.once('exit', (code, signal) =>
      resolve(signal === null ? `it ended with code ${code}` : `it was ended by ${signal}`),
    );
  });
  void ended.then(() => {
    running.delete(child);
    // What it has started and left behind.
    kill(child);
    return rm(home, { recursive: true, force: true }).catch(() => {});
  });
  const config = codec.encode('ServerConfig', {
    credential: { ca_cert: server.ca, key: server.rawKey, cert: server.certificate },
    listen_port: port,
  });
  child.stdin?.write(`${config.toString('base64')}\n`);
  return {
    port,
    identity: client,
    ended,
    printed: tail.text,
    async stop() {
      child.stdin?.end();
      const timer = setTimeout(() => kill(child), STOP_MS);
      await ended;
      clearTimeout(timer);
    },
  };
}

function watch(child: ChildProcess): void {
  running.add(child);
  if (isWatched) return;
  isWatched = true;
  process.on('exit', () => {
    for (const one of running) kill(one);
  });
}

function kill(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // Nothing of it is left.
  }
}

/** Node has no other name for it; on Windows there is none. */
function descriptorOf(listener: Server): number {
  const { _handle: handle } = listener as unknown as { _handle?: { fd?: number } };
  if (handle?.fd !== undefined && handle.fd >= 0) return handle.fd;
  throw new ConnectorError('not_supported', 'Baton connectors can only be run on Linux and macOS.');
}

function listen(): Promise<Server> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', (error) =>
      reject(
        new ConnectorError('unavailable', 'no port could be opened for the connector', {
          cause: error,
          retry_after: 30,
        }),
      ),
    );
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
}
