import path from 'node:path';
import { DATABASE, ensureCluster } from './cluster.ts';
import {
  type Credentials,
  parseCredentials,
  readOrCreateCredentials,
  SERVER_ROLES,
  type ServerRole,
} from './credentials.ts';
import { lockDataDir } from './data-dir-lock.ts';
import type { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { inPlace } from './file-errors.ts';
import { makeDirectory } from './make-directory.ts';
import { startPostmaster } from './postmaster.ts';
import { readPostmasterFile } from './postmaster-file.ts';
import { readIfPresent, replaceFile } from './private-file.ts';
import { isServerOf } from './processes.ts';
import { prepareRuntime } from './runtime.ts';
import { findServerHome, homeAt, openServerHome, ROOT_PLACE, type ServerHome } from './server-home.ts';
import type { ServerLog } from './server-log.ts';
import { hostBasedAuthentication, serverSettings } from './settings.ts';
import { closeSocketDirectory, openSocketDirectory, SOCKET_PORT } from './socket-directory.ts';
import { supervise } from './supervisor.ts';

/** What a PostgreSQL client takes to sign in. */
export interface ServerConnection {
  /** The directory of the socket. */
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
  ssl: false;
  is_own_server: true;
}

export interface EmbeddedConnections {
  connection(role: ServerRole, database?: string): ServerConnection;
}

export interface EmbeddedServer extends EmbeddedConnections {
  /** `false` while the server is being restarted after its death, and once it is stopped. */
  isReady(): boolean;
  /** May be called again with `immediate` while a fast stop is under way. */
  stop(how?: 'fast' | 'immediate'): Promise<void>;
}

export interface EmbeddedServerOptions {
  data_dir: string;
  log: ServerLog;
  /** May anybody sign in as the superuser? */
  admits_superuser?: boolean;
  /** Breaks off a start that is under way. */
  signal?: AbortSignal;
  /** The server has died and cannot be brought back. */
  onGiveUp?: (error: EmbeddedPostgresError) => void;
}

/** Starts the PostgreSQL of a data directory and keeps it running. Fails when another process does so already. */
export function startEmbeddedServer(options: EmbeddedServerOptions): Promise<EmbeddedServer> {
  const { data_dir } = options;
  return inPlace(data_dir, async () => {
    await makeDirectory(data_dir, 0o700);
    const unlock = await lockDataDir(data_dir);
    try {
      return await startLocked(options, unlock);
    } catch (error) {
      await unlock();
      throw error;
    }
  });
}

async function startLocked(
  { data_dir, log, admits_superuser = true, signal, onGiveUp }: EmbeddedServerOptions,
  unlock: () => Promise<void>,
): Promise<EmbeddedServer> {
  const home = await openServerHome(data_dir);
  const [runtime, credentials, socketDirectory] = await Promise.all([
    prepareRuntime({ user: home.user, copy_places: runtimeCopyPlaces(data_dir), log }),
    readOrCreateCredentials(home.credentials_file),
    openSocketDirectory(home),
  ]);
  await ensureCluster({ home, runtime, credentials, log, signal });
  await writeSettings(home, socketDirectory, admits_superuser);

  const start = (abort: AbortSignal | undefined) => startPostmaster({ home, runtime, log, signal: abort });
  const supervisor = supervise(await start(signal), {
    start,
    log,
    onGiveUp: onGiveUp ?? ((error) => log(error.message, 'error')),
  });
  return {
    connection: connections(socketDirectory, credentials),
    isReady: supervisor.isReady,
    stop: async (how = 'fast') => {
      await supervisor.stop(how);
      await closeSocketDirectory(home, socketDirectory);
      await unlock();
    },
  };
}

/** The server that another process runs for this data directory, or `null` when none does. */
export async function attachEmbeddedServer(data_dir: string): Promise<EmbeddedConnections | null> {
  return inPlace(data_dir, async () => {
    const directory = await findServerHome(data_dir);
    if (directory === null) return null;
    const home = homeAt(directory, null);
    const file = await readPostmasterFile(home.data);
    if (file?.status !== 'ready' || !(await isServerOf(file.pid, home.data))) return null;
    const contents = (await readIfPresent(home.credentials_file)) ?? '';
    const credentials = parseCredentials(contents, home.credentials_file);
    return { connection: connections(file.socket_directory, credentials) };
  });
}

function connections(socketDirectory: string, credentials: Credentials): EmbeddedConnections['connection'] {
  return (role, database = DATABASE) => ({
    host: socketDirectory,
    port: SOCKET_PORT,
    user: SERVER_ROLES[role],
    password: credentials[role],
    database,
    // Otherwise a PGSSLMODE in the environment would ask a Unix socket for TLS.
    ssl: false,
    is_own_server: true,
  });
}

function runtimeCopyPlaces(data_dir: string): string[] {
  const inDataDir = path.join(data_dir, 'runtime');
  return process.getuid?.() === 0 ? [path.join(ROOT_PLACE, 'runtime'), inDataDir] : [inDataDir];
}

async function writeSettings(
  { config_file, hba_file }: ServerHome,
  socket_directory: string,
  admits_superuser: boolean,
): Promise<void> {
  await Promise.all([
    replaceFile(config_file, serverSettings({ hba_file, socket_directory }), 0o644),
    replaceFile(hba_file, hostBasedAuthentication({ admits_superuser }), 0o644),
  ]);
}
