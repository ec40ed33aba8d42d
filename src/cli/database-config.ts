import process from 'node:process';
import { loadConfig } from '../config.ts';
import { type DatabaseConfig, withDatabase } from '../open-store.ts';
import { type Env, readEnv } from '../platform/config/read-env.ts';
import type { Database } from '../platform/database/database.ts';

const SETTINGS = [
  ...['DATA_DIR', 'DATABASE_URL', 'MIGRATIONS_DATABASE_URL', 'DATABASE_POOL_SIZE'],
  // They decide where the data directory is when DATA_DIR does not.
  ...['HOME', 'XDG_DATA_HOME'],
];
/** Required with DATABASE_URL, but no command of this kind encrypts anything. */
const UNUSED_KEY = Buffer.alloc(32).toString('base64');

/** Only these settings are looked at: a missing identity provider must not keep anyone from importing a file. */
export function loadDatabaseConfig(env: Env = readEnv(process.env, process.cwd())): DatabaseConfig {
  const relevant = Object.fromEntries(SETTINGS.map((name) => [name, env[name]]));
  return loadConfig('start', { ...relevant, SECRETS_KEY: UNUSED_KEY });
}

/** Opens the database of the configuration for a command, beside a running Lapse or without one. */
export function withConfiguredDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const quiet = () => {};
  return withDatabase(
    loadDatabaseConfig(),
    {
      logger: { info: quiet, warn: quiet, error: (message) => process.stderr.write(`lapse: ${message}\n`) },
      onProgress: quiet,
      onFailure: (error) => {
        process.stderr.write(`lapse: ${error.message}\n`);
        process.exit(1);
      },
    },
    work,
  );
}
