import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import {
  type ConnectionSettings,
  type Database,
  openDatabase,
  sessionSettings,
} from '../../src/platform/database/database.ts';

export interface TestDatabase {
  db: Database;
  name: string;
  application: ConnectionSettings;
  owner: ConnectionSettings;
  /** Two tenants that must never see each other. */
  tenants: { a: number; b: number };
  /** As superuser, past row security: for looking at what really is there, and for breaking it. */
  admin(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  drop(): Promise<void>;
}

/** A machine that stands still for seconds is no database that cannot be reached. */
const CONNECT_MS_MAX = 120_000;

/** Modules that remember something of a tenant outlive a test file. So no two databases of a worker have one of the same number. */
const TENANTS_MAX = 10_000;
let created = 0;

/** A database of the calling test file's own, copied from the migrated template. */
export async function createTestDatabase(poolSize = 6): Promise<TestDatabase> {
  const server = inject('testServer');
  const name = `${server.prefix}_${randomBytes(6).toString('hex')}`;
  const maintenance = new pg.Client(server.admin);
  await maintenance.connect();
  // Copying files takes half of what logging every page takes.
  await maintenance.query(
    `CREATE DATABASE ${name} TEMPLATE ${server.template} OWNER ${server.owner.user} STRATEGY FILE_COPY`,
  );

  const application = { ...server.application, database: name };
  const owner = { ...server.owner, database: name };
  const admin = new pg.Client(sessionSettings({ ...server.admin, database: name }, 'lapse test', 'auto'));
  await admin.connect();
  created += 1;
  await admin.query(`ALTER TABLE tenants ALTER COLUMN tenant_id RESTART WITH ${created * TENANTS_MAX + 1}`);
  const db = openDatabase({
    connection: application,
    pool_size: poolSize,
    connect_ms_max: CONNECT_MS_MAX,
    onError: () => {},
  });
  const tenants = await db.registry<{ tenant_id: number }>(
    "INSERT INTO tenants (tid) VALUES ('tenant-a'), ('tenant-b') RETURNING tenant_id",
  );
  return {
    db,
    name,
    application,
    owner,
    tenants: { a: tenants[0]?.tenant_id as number, b: tenants[1]?.tenant_id as number },
    admin: async (text, values) => (await admin.query(text, values)).rows,
    drop: async () => {
      await db.close();
      await admin.end();
      await maintenance.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await maintenance.end();
    },
  };
}
