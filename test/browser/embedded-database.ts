import { attachEmbeddedServer } from '@lapse/embedded-postgres';
import pg from 'pg';

/** The database of a Lapse that was started here, as its only tenant, for what no call of the API can bring about. */
async function connect(data_dir: string): Promise<pg.Client> {
  const server = await attachEmbeddedServer(data_dir);
  if (server === null) throw new Error(`No PostgreSQL runs for ${data_dir}.`);
  const client = new pg.Client(server.connection('owner'));
  await client.connect();
  await client.query(
    "SELECT set_config('lapse.tenant_id', (SELECT min(tenant_id)::text FROM tenants), false)",
  );
  return client;
}

export async function changeDatabase(data_dir: string, sql: string, values: unknown[] = []): Promise<void> {
  const client = await connect(data_dir);
  await client.query(sql, values).finally(() => client.end());
}

/** Runs in a transaction that stays open, such as a lock that others wait for, until it is released. */
export async function holdInDatabase(data_dir: string, sql: string): Promise<() => Promise<void>> {
  const client = await connect(data_dir);
  await client.query('BEGIN');
  await client.query(sql);
  return async () => {
    await client.query('COMMIT');
    await client.end();
  };
}
