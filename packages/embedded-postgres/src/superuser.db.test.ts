import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EmbeddedServer, startEmbeddedServer } from './embedded-server.ts';

let data_dir: string;
let server: EmbeddedServer;

beforeAll(async () => {
  data_dir = await mkdtemp(path.join('/var/tmp', 'lapse-superuser-'));
  server = await startEmbeddedServer({ data_dir, admits_superuser: false, log: () => {} });
}, 120_000);
afterAll(async () => {
  await server.stop('immediate');
  await rm(data_dir, { recursive: true, force: true });
});

test('nobody enters as the superuser, and the other roles cannot read a file', async () => {
  const key = path.join(data_dir, 'secrets.key');
  await writeFile(key, 'secret', { mode: 0o644 });
  for (const database of ['lapse', 'postgres', 'template1']) {
    const client = new pg.Client(server.connection('superuser', database));
    client.on('error', () => {});
    await expect(client.connect()).rejects.toThrow(/pg_hba\.conf rejects/);
  }
  for (const role of ['owner', 'application'] as const) {
    const client = new pg.Client(server.connection(role));
    await client.connect();
    await expect(client.query('SET ROLE lapse_superuser')).rejects.toThrow(/permission denied/);
    await expect(client.query('SELECT pg_read_file($1)', [key])).rejects.toThrow(/permission denied/);
    await client.query('CREATE TEMP TABLE lines (line text)');
    for (const source of [`'${key}'`, `PROGRAM 'cat ${key}'`]) {
      await expect(client.query(`COPY lines FROM ${source}`)).rejects.toThrow(/permission denied/);
    }
    await expect(client.query('SELECT lo_import($1)', [key])).rejects.toThrow(/permission denied/);
    await client.end();
  }
});
