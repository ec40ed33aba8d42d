import { execFileSync } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { attachEmbeddedServer } from '@lapse/embedded-postgres';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { isRoot, NOBODY, startLapse, temporaryDirectory } from './lapse-process.ts';

async function query(connection: pg.ClientConfig, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

describe('the embedded server', () => {
  test('serves as a role that cannot get past row security, and only to who knows a password', async () => {
    const lapse = startLapse({ data_dir: await temporaryDirectory() });
    await lapse.ready();
    const server = await attachEmbeddedServer(lapse.data_dir);
    if (server === null) throw new Error('the running server was not found');

    const roles = await query(
      server.connection('superuser'),
      `SELECT r.rolname, r.rolsuper, r.rolbypassrls, r.rolcreaterole, r.rolcreatedb,
              EXISTS (SELECT FROM pg_class c WHERE c.relowner = r.oid AND c.relnamespace = 'public'::regnamespace) AS owns
       FROM pg_roles r WHERE r.rolname IN ('lapse_app', 'lapse_owner') ORDER BY 1`,
    );
    const plain = { rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false };
    expect(roles).toEqual([
      { rolname: 'lapse_app', ...plain, owns: false },
      { rolname: 'lapse_owner', ...plain, owns: true },
    ]);
    const [settings] = await query(
      server.connection('superuser'),
      `SELECT current_setting('listen_addresses') AS addresses, current_setting('fsync') AS fsync,
              current_setting('synchronous_commit') AS synchronous_commit`,
    );
    expect(settings).toEqual({ addresses: '', fsync: 'on', synchronous_commit: 'on' });

    const used = await query(
      server.connection('superuser'),
      "SELECT DISTINCT usename FROM pg_stat_activity WHERE application_name = 'lapse'",
    );
    expect(used).toEqual([{ usename: 'lapse_app' }]);

    for (const password of ['', 'guess']) {
      await expect(query({ ...server.connection('application'), password }, 'SELECT 1')).rejects.toThrow();
    }
  });

  test('keeps its socket, its data and its secrets from other users', async () => {
    const lapse = startLapse({ data_dir: await temporaryDirectory() });
    await lapse.ready();
    const home = path.join(lapse.data_dir, 'postgres');
    const mode = async (file: string) => (await stat(path.join(lapse.data_dir, file))).mode & 0o777;
    expect(await mode('postgres/run')).toBe(0o700);
    expect(await mode('postgres/data')).toBe(0o700);
    expect(await mode('postgres/credentials.json')).toBe(0o600);
    expect(await mode('keys')).toBe(0o700);
    expect(await mode('keys/secrets.key')).toBe(0o600);
    expect(
      Buffer.from(await readFile(path.join(lapse.data_dir, 'keys/secrets.key'), 'utf8'), 'base64'),
    ).toHaveLength(32);

    if (!isRoot) return;
    for (const file of ['run/.s.PGSQL.5432', 'data/PG_VERSION', 'credentials.json']) {
      const target = path.join(home, file);
      execFileSync('test', ['-r', target]);
      expect(() => execFileSync('test', ['-r', target], { uid: NOBODY, gid: NOBODY })).toThrow();
    }
  });
});
