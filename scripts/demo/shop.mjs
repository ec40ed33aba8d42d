import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';

/** A PostgreSQL of a small shop, thrown away afterwards: what Lapse is connected to. */
export async function startShop() {
  const { startEmbeddedServer } = await import('@lapse/embedded-postgres');
  const directory = await mkdtemp(path.join(tmpdir(), 'lapse-shop-'));
  const start = () => startEmbeddedServer({ data_dir: directory, log: () => {} });
  let server = await start();
  const password = randomBytes(12).toString('hex');
  const asOwner = (text, database = 'postgres') => query(server.connection('superuser', database), text);

  const stop = async () => {
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  };
  try {
    // So that the server remembers who reads what.
    await asOwner("ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'");
    await server.stop();
    server = await start();
    await asOwner(`CREATE EXTENSION pg_stat_statements;
      CREATE ROLE lapse_reader LOGIN PASSWORD '${password}' IN ROLE pg_monitor;
      CREATE ROLE lapse_admin LOGIN SUPERUSER PASSWORD '${password}';
      CREATE ROLE dana LOGIN PASSWORD '${password}';
      CREATE ROLE sam LOGIN PASSWORD '${password}'`);
    await asOwner('CREATE DATABASE shop');
    await asOwner(
      `CREATE TABLE customers (id integer, email text);
       INSERT INTO customers VALUES (1, 'someone@example.com');
       GRANT SELECT ON customers TO dana, sam`,
      'shop',
    );
  } catch (error) {
    await stop();
    throw error;
  }
  const { host, port } = server.connection('superuser', 'postgres');
  return {
    platform: 'postgres',
    title: 'PostgreSQL',
    scene:
      'A shop keeps its customers in a live PostgreSQL. The role dana may SELECT from the table customers.',
    settings: {
      host,
      port,
      user: 'lapse_reader',
      password,
      remediation_user: 'lapse_admin',
      remediation_password: password,
      databases: ['shop'],
      tls: 'disable',
    },
    dana: 'dana',
    sam: 'sam',
    asset: 'shop.public.customers',
    attempt: 'Dana: SELECT * FROM customers',
    /** As the role itself, on a new connection: the rows, or what the server says instead. */
    async tryAsDana() {
      const login = { host, port, user: 'dana', password, database: 'shop' };
      try {
        const { rows } = await query(login, 'SELECT * FROM customers');
        return { allowed: true, answer: `${rows.length} ${rows.length === 1 ? 'row' : 'rows'}` };
      } catch (error) {
        // Anything else than a refusal is no answer to whether she may.
        if (error.code !== '42501') throw error;
        return { allowed: false, answer: `refused: ${error.message}` };
      }
    },
    /** What PostgreSQL itself says that anybody may do to the table. */
    async dump() {
      const { rows } = await asOwner(
        "SELECT unnest(relacl)::text AS held FROM pg_class WHERE relname = 'customers'",
        'shop',
      );
      return rows.map(({ held }) => held).sort();
    },
    close: stop,
  };
}

async function query(connection, text) {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}
