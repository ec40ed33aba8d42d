import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runner } from 'node-pg-migrate';
import pg from 'pg';
import { counted } from '../counted.ts';
import { StartupError } from '../errors.ts';
import { type ConnectionSettings, type Database, sessionSettings } from './database.ts';
import { grantPrivileges } from './privileges.ts';

const MIGRATIONS_DIR = fileURLToPath(new URL('./migrations', import.meta.url));
const MIGRATIONS_TABLE = 'schema_migrations';
/** Any number will do as long as every version of Lapse waits on the same one. */
const MIGRATION_LOCK = 7_216_420_118;

export function knownMigrations(): string[] {
  return readdirSync(MIGRATIONS_DIR)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.slice(0, -'.sql'.length))
    .sort();
}

/**
 * Brings the schema up to date as the role that owns it, then gives the application's role what it needs and
 * no more. Processes that start together wait for the first and find nothing left to do.
 */
export async function migrate(
  owner: ConnectionSettings,
  application: { role: string; password?: string },
): Promise<string[]> {
  const client = new pg.Client(sessionSettings(owner, 'lapse migrate', 'auto'));
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    refuseNewerSchema(await appliedMigrations(client));
    const done = await runner({
      dbClient: client,
      dir: MIGRATIONS_DIR,
      direction: 'up',
      migrationsTable: MIGRATIONS_TABLE,
      checkOrder: true,
      noLock: true,
      singleTransaction: true,
      log: () => {},
    });
    await grantPrivileges(client, application);
    return done.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}

/** For a program that may not migrate: is the schema exactly the one it was written for? */
export async function requireCurrentSchema(db: Database): Promise<void> {
  const applied = await appliedMigrations({
    query: async (text: string) => ({ rows: await db.registry(text) }),
  });
  refuseNewerSchema(applied);
  const missing = knownMigrations().filter((name) => !applied.includes(name));
  if (missing.length > 0) {
    throw new StartupError(
      `The database schema is ${counted(missing.length, 'migration')} behind: run "lapse migrate" with MIGRATIONS_DATABASE_URL set to a role that owns the tables, or set it for "lapse serve" to migrate at start.`,
    );
  }
}

async function appliedMigrations(client: {
  query(text: string): Promise<{ rows: Record<string, unknown>[] }>;
}): Promise<string[]> {
  const { rows: tables } = await client.query(
    `SELECT to_regclass('${MIGRATIONS_TABLE}') IS NOT NULL AS found`,
  );
  if (!tables[0]?.found) return [];
  const { rows } = await client.query(`SELECT name FROM ${MIGRATIONS_TABLE} ORDER BY name`);
  return rows.map((row) => String(row.name));
}

function refuseNewerSchema(applied: readonly string[]): void {
  const known = new Set(knownMigrations());
  const unknown = applied.filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new StartupError(
      `The database was migrated by a newer Lapse (it has ${unknown.join(', ')}, which this version does not know): start that version or a later one.`,
    );
  }
}
