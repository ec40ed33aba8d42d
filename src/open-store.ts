import {
  attachEmbeddedServer,
  placeTrouble,
  SERVER_ROLES,
  startEmbeddedServer,
} from '@lapse/embedded-postgres';
import type { Config } from './config.ts';
import { type ConnectionSettings, type Database, openDatabase } from './platform/database/database.ts';
import { migrate, requireCurrentSchema } from './platform/database/migrate.ts';
import { StartupError } from './platform/errors.ts';

/** The part of the configuration that is about the database; commands that serve nobody have no other. */
export type DatabaseConfig = Pick<
  Config,
  'data_dir' | 'database_url' | 'migrations_database_url' | 'database_pool_size' | 'embedded_superuser'
>;

export interface StoreOptions {
  logger: {
    info(message: string): void;
    error(message: string): void;
    warn(fields: object, message: string): void;
  };
  onProgress: (sentence: string) => void;
  /** Told what is being done, in a few words. */
  onStep?: (step: string) => void;
  onFailure: (error: Error) => void;
  signal?: AbortSignal;
}

/** A migrated database, and the server under it when that is Lapse's own. */
export interface OpenStore {
  readonly db: Database;
  /** For others that open connections of their own, such as the pipeline's thread. */
  readonly connection: ConnectionSettings;
  /** `false` while the embedded server is being restarted. */
  isReady(): boolean;
  stopServer(how: 'fast' | 'immediate'): Promise<void>;
}

export function openStore(config: DatabaseConfig, options: StoreOptions): Promise<OpenStore> {
  const { database_url } = config;
  return database_url === null
    ? openEmbeddedStore(config, options)
    : openExternalStore({ ...config, database_url }, options);
}

/** For a command that runs beside the service, or without it. */
export async function withDatabase<T>(
  config: DatabaseConfig,
  options: StoreOptions,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const running = config.database_url === null ? await attachEmbeddedServer(config.data_dir) : null;
  const store = running
    ? await currentStore(config, options, running.connection('application'))
    : await openStore(config, options);
  try {
    return await work(store.db);
  } finally {
    await store.db.close();
    await store.stopServer('fast');
  }
}

async function openEmbeddedStore(config: DatabaseConfig, options: StoreOptions): Promise<OpenStore> {
  const { logger, onProgress, onStep, onFailure, signal } = options;
  onStep?.('starting PostgreSQL');
  const server = await startEmbeddedServer({
    data_dir: config.data_dir,
    admits_superuser: config.embedded_superuser,
    log: (message, level) => (level === 'info' ? onProgress(message) : logger.error(message)),
    onGiveUp: onFailure,
    ...(signal ? { signal } : {}),
  });
  try {
    onStep?.('migrating the database');
    await migrate(server.connection('owner'), { role: SERVER_ROLES.application });
    const connection = server.connection('application');
    return {
      db: openDatabase({ ...poolOptions(config, options), connection }),
      connection,
      isReady: server.isReady,
      stopServer: server.stop,
    };
  } catch (error) {
    await server.stop();
    const trouble = placeTrouble((error as Error).message, config.data_dir);
    throw trouble === null ? error : new StartupError(trouble);
  }
}

async function openExternalStore(
  config: DatabaseConfig & { database_url: string },
  options: StoreOptions,
): Promise<OpenStore> {
  const { database_url, migrations_database_url } = config;
  if (migrations_database_url !== null) {
    options.onStep?.('migrating the database');
    await explained('MIGRATIONS_DATABASE_URL', migrations_database_url, () =>
      migrate({ connectionString: migrations_database_url }, applicationOf(database_url)),
    );
  }
  return explained('DATABASE_URL', database_url, () =>
    currentStore(config, options, { connectionString: database_url }),
  );
}

/** The role that a database address signs in with, for the owner to give privileges to. */
export function applicationOf(databaseUrl: string): { role: string; password?: string } {
  const { username, password } = new URL(databaseUrl);
  return {
    role: decodeURIComponent(username),
    ...(password ? { password: decodeURIComponent(password) } : {}),
  };
}

async function currentStore(
  config: DatabaseConfig,
  options: StoreOptions,
  connection: ConnectionSettings,
): Promise<OpenStore> {
  const db = openDatabase({ ...poolOptions(config, options), connection });
  try {
    await requireCurrentSchema(db);
  } catch (error) {
    await db.close();
    throw error;
  }
  return { db, connection, isReady: () => true, stopServer: async () => {} };
}

function poolOptions(config: DatabaseConfig, { logger }: StoreOptions) {
  return {
    pool_size: config.database_pool_size,
    onError: (error: Error) => logger.warn({ err: error }, 'an idle database connection was lost'),
  };
}

/** A server that cannot be reached or refuses the role is a matter of settings; the password stays out of the message. */
export async function explained<T>(setting: string, address: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StartupError) throw error;
    const cause = ((error as Error).cause ?? error) as Error & { code?: string };
    const { hostname, port, pathname } = new URL(address);
    throw new StartupError(
      `The database of ${setting} (${hostname}:${port || 5432}${pathname}) cannot be used: ${cause.message || cause.code}.`,
    );
  }
}
