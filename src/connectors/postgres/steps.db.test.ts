import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOSTILE_TEXT } from '../../../test/support/hostile-text.ts';
import { TARGETS, type TargetServer } from '../../../test/support/target-server.ts';
import { fillSnippet } from '../snippets.ts';
import { POSTGRES_STEPS } from './steps.ts';

const BYTES_MAX = 63;
const roleNames = HOSTILE_TEXT.filter(
  (name) => Buffer.byteLength(name) <= BYTES_MAX && !/^(pg_|public$|none$)/.test(name),
);
const snippetsOf = (setting: string) =>
  POSTGRES_STEPS.find(({ settings }) => settings.some(({ name }) => name === setting))?.snippets ?? [];

const SERVERS = TARGETS.flatMap(({ name, start }) =>
  ['on', 'off'].map((conforming) => ({ name, start, conforming })),
);

describe.each(SERVERS)('on $name, with standard_conforming_strings $conforming', ({ start, conforming }) => {
  let server: TargetServer;
  let client: pg.Client;
  beforeAll(async () => {
    server = await start();
    await server.query('CREATE DATABASE closed');
    await server.query('REVOKE CONNECT ON DATABASE closed FROM PUBLIC');
    await server.query('CREATE ROLE "the ""owner"""');
    await server.query('CREATE TABLE owned (); ALTER TABLE owned OWNER TO "the ""owner"""');
    client = new pg.Client({ ...server.superuser });
    await client.connect();
    await client.query(`SET standard_conforming_strings = ${conforming}; SET escape_string_warning = off`);
  });
  afterAll(async () => {
    await client?.end();
    await server?.stop();
  });

  /** One statement at most ran, whatever the name was: of several, pg answers a list of results. */
  const run = async (text: string): Promise<pg.QueryResult> => {
    const result = await client.query(text);
    expect(Array.isArray(result)).toBe(false);
    return result;
  };
  const scalar = async (text: string, ...values: unknown[]): Promise<unknown> =>
    Object.values((await client.query(text, values)).rows[0] ?? {})[0];

  test.each([
    ['user', `SELECT has_database_privilege($1::name, 'closed', 'CONNECT')`],
    ['remediation_user', `SELECT pg_has_role($1::name, 'the "owner"', 'MEMBER')`],
  ])('what is copied makes the role of any %s, by that name, and lets it in', async (setting, allowed) => {
    const [creating, printing] = snippetsOf(setting).map(({ parts }) => parts);
    await fc.assert(
      fc.asyncProperty(roleNames, async (name) => {
        await client.query('BEGIN');
        try {
          const before = Number(await scalar('SELECT count(*) FROM pg_roles'));
          await run(fillSnippet(creating ?? [], { [setting]: name }));
          expect(await scalar('SELECT rolname FROM pg_roles WHERE rolname = $1', name)).toBe(name);
          expect(Number(await scalar('SELECT count(*) FROM pg_roles'))).toBe(before + 1);
          expect(await scalar(allowed, name)).toBe(false);
          const printed = await run(fillSnippet(printing ?? [], { [setting]: name }));
          expect(printed.rows).toHaveLength(1);
          for (const row of printed.rows) await run(row.format);
          expect(await scalar(allowed, name)).toBe(true);
        } finally {
          await client.query('ROLLBACK');
        }
      }),
      { numRuns: 60 },
    );
  });
});
