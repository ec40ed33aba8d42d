import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type EmbeddedServer, startEmbeddedServer } from '@lapse/embedded-postgres';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { refusal, startLapse, status } from './lapse-process.ts';

/** A server that Lapse is given the address of; that it is reached through a socket makes no difference. */
let server: EmbeddedServer;
let data_dir: string;

beforeAll(async () => {
  data_dir = await mkdtemp(path.join(tmpdir(), 'lapse-external-'));
  server = await startEmbeddedServer({ data_dir, log: () => {} });
});
afterAll(async () => {
  await server.stop();
  await rm(data_dir, { recursive: true, force: true });
});
// Every test finds it as it is at first: empty, and nobody's.
beforeEach(() =>
  asSuperuser(
    'postgres',
    'DROP DATABASE lapse WITH (FORCE)',
    `CREATE DATABASE lapse OWNER ${server.connection('owner').user}`,
  ),
);

function address(role: 'application' | 'owner' | 'superuser', database = 'lapse'): string {
  const { host, user, password } = server.connection(role);
  return `postgres://${user}:${password}@localhost/${database}?host=${encodeURIComponent(host as string)}`;
}

function environment(extra: Record<string, string> = {}): Record<string, string> {
  return {
    DATABASE_URL: address('application'),
    SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
    AUTH_DISABLED: 'true',
    ...extra,
  };
}

async function asSuperuser(database: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client(server.connection('superuser', database));
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

const OWNER = () => ({ MIGRATIONS_DATABASE_URL: address('owner') });

describe('a database of your own', () => {
  test('is migrated by "lapse migrate" once, and refused before that', async () => {
    const early = await refusal({ command: 'serve', env: environment() });
    expect(early.errors).toMatch(
      /^lapse: The database schema is \d+ migrations? behind: run "lapse migrate"/,
    );
    expect(early.code).toBe(1);

    const first = startLapse({ command: 'migrate', env: environment(OWNER()) });
    expect((await first.ended).code).toBe(0);
    expect(first.output).toMatch(/applied 0001_\w+\n[\s\S]*The schema is up to date\.\n$/);
    const second = startLapse({ command: 'migrate', env: environment(OWNER()) });
    expect((await second.ended).code).toBe(0);
    expect(second.output).toBe('The schema is up to date already.\n');

    const lapse = startLapse({ command: 'serve', env: environment() });
    expect(await status(`${await lapse.ready()}/v1/health`)).toBe(200);
    expect(await lapse.stop()).toEqual({ code: 0, signal: null });
    for (const line of lapse.output.trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('level');
  });

  test('is migrated once by several that start together, all of which serve', async () => {
    const all = [1, 2, 3].map(() => startLapse({ command: 'serve', env: environment(OWNER()) }));
    for (const lapse of all) await lapse.ready();
    for (const lapse of all) expect((await lapse.stop()).code).toBe(0);
  });

  test('is refused when a newer Lapse has migrated it', async () => {
    const migrated = startLapse({ command: 'migrate', env: environment(OWNER()) });
    expect((await migrated.ended).code).toBe(0);
    await asSuperuser('lapse', "INSERT INTO schema_migrations (name, run_on) VALUES ('9999_future', now())");
    for (const extra of [{}, OWNER()]) {
      const { code, errors } = await refusal({ command: 'serve', env: environment(extra) });
      expect(errors).toMatch(/^lapse: The database was migrated by a newer Lapse .*9999_future/);
      expect(code).toBe(1);
    }
  });

  test('is refused when it may lose what was acknowledged, or let tenants see each other', async () => {
    const migrated = startLapse({ command: 'migrate', env: environment(OWNER()) });
    expect((await migrated.ended).code).toBe(0);
    const refused = async (sentence: RegExp, env = environment()) => {
      const { code, errors } = await refusal({ command: 'serve', env });
      expect(errors).toMatch(/^lapse: The database is not safe to use:/);
      expect(errors).toMatch(sentence);
      expect(errors).not.toMatch(/^\s+at /m);
      expect(code).toBe(1);
    };
    await refused(/superuser; run ALTER ROLE/, environment({ DATABASE_URL: address('superuser') }));
    await refused(/owns table/, environment({ DATABASE_URL: address('owner') }));
    await asSuperuser(
      'lapse',
      'ALTER ROLE lapse_app BYPASSRLS',
      'ALTER ROLE lapse_app SET synchronous_commit = off',
    );
    await asSuperuser('lapse', 'ALTER SYSTEM SET fsync = off', 'SELECT pg_reload_conf()');
    // All of it at once, each with what to do.
    await refused(/fsync = on[\s\S]*SET synchronous_commit = on[\s\S]*NOBYPASSRLS/);
    await asSuperuser('lapse', 'ALTER SYSTEM RESET fsync', 'SELECT pg_reload_conf()');
    await asSuperuser(
      'lapse',
      'ALTER ROLE lapse_app NOBYPASSRLS',
      'ALTER ROLE lapse_app RESET synchronous_commit',
    );
    await startLapse({ command: 'serve', env: environment() }).ready();
  });
});
