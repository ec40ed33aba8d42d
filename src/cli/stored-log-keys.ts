import process from 'node:process';
import { createLogKeys, type LogKeys } from '../audit/log/log-keys.ts';
import { readEnv } from '../platform/config/read-env.ts';
import { Faults, secretsKey } from '../platform/config/settings.ts';
import { StartupError } from '../platform/errors.ts';
import { loadDatabaseConfig } from './database-config.ts';
import { readSecretsKey } from './doctor/secrets.ts';

/** The keys of audit logs, opened with the secrets key of the configuration; null where a command has none. */
export async function storedLogKeys(): Promise<LogKeys | null> {
  const env = readEnv(process.env, process.cwd());
  const faults = new Faults();
  const given = secretsKey(faults, env.SECRETS_KEY || null, false);
  if (faults.lines.length > 0) throw new StartupError(faults.lines.join('\n'));
  const { data_dir, database_url } = loadDatabaseConfig(env);
  // The key of a data directory is the embedded server's.
  const key = database_url === null ? await readSecretsKey({ secrets_key: given, data_dir }) : given;
  return key && createLogKeys(key);
}
