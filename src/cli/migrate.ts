import process from 'node:process';
import type { Command } from 'commander';
import { applicationOf, explained } from '../open-store.ts';
import { migrate } from '../platform/database/migrate.ts';
import { StartupError } from '../platform/errors.ts';
import { loadDatabaseConfig } from './database-config.ts';

export function register(command: Command): void {
  command.action(async () => {
    const { database_url, migrations_database_url } = loadDatabaseConfig();
    if (database_url === null || migrations_database_url === null) {
      throw new StartupError(
        'Migrating needs two addresses: DATABASE_URL with the role of the application, and MIGRATIONS_DATABASE_URL with the role that owns the tables; the embedded server migrates itself.',
      );
    }
    const done = await explained('MIGRATIONS_DATABASE_URL', migrations_database_url, () =>
      migrate({ connectionString: migrations_database_url }, applicationOf(database_url)),
    );
    for (const name of done) process.stdout.write(`applied ${name}\n`);
    process.stdout.write(
      done.length === 0 ? 'The schema is up to date already.\n' : 'The schema is up to date.\n',
    );
  });
}
