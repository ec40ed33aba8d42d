import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EmbeddedServer, startEmbeddedServer } from '@lapse/embedded-postgres';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, startLapse } from './lapse-process.ts';

/** A gateway and a worker apart, on a server that both are given the address of. */
let server: EmbeddedServer;
let data_dir: string;
let admin: pg.Client;

beforeAll(async () => {
  data_dir = await mkdtemp(path.join(tmpdir(), 'lapse-at-rest-'));
  server = await startEmbeddedServer({ data_dir, log: () => {} });
  admin = new pg.Client(server.connection('superuser', 'lapse'));
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await server.stop();
  await rm(data_dir, { recursive: true, force: true });
});

const address = (role: 'application' | 'owner'): string => {
  const { host, user, password } = server.connection(role);
  return `postgres://${user}:${password}@localhost/lapse?host=${encodeURIComponent(host as string)}`;
};
const start = (role: 'gateway' | 'worker') =>
  startLapse({
    command: 'serve',
    args: ['--role', role],
    env: {
      DATABASE_URL: address('application'),
      MIGRATIONS_DATABASE_URL: address('owner'),
      SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
      AUTH_DISABLED: 'true',
    },
  });

async function ask<Row extends pg.QueryResultRow>(text: string): Promise<Row> {
  return (await admin.query<Row>(text)).rows[0] as Row;
}

/** Of all connections of Lapse; a connection counts them when it has nothing to do, at most ten seconds later. */
const transactions = async (): Promise<number> =>
  Number(
    (
      await ask<{ n: string }>(
        "SELECT xact_commit + xact_rollback AS n FROM pg_stat_database WHERE datname = 'lapse'",
      )
    ).n,
  );

const WATCHED_S = 30;
/** Some seventy looks, and what is done once a minute. When every loop looked several times a second it was thousands. */
const A_MINUTE_MAX = 400;

test('a worker finds at once what a gateway has stored, and asks for little while there is nothing', async () => {
  const gateway = start('gateway');
  const worker = start('worker');
  const [url] = await Promise.all([gateway.ready(), worker.ready()]);
  const send = async (place: string, type: string, body: string): Promise<void> => {
    const answer = await fetch(`${url}${place}`, { method: 'POST', headers: { 'content-type': type }, body });
    expect(answer.ok).toBe(true);
  };
  const lines = [
    { kind: 'principal', id: 'p', display_name: 'P', type: 'user' },
    { kind: 'asset', id: 'a', name: 'A', type: 'table', platform: 'fabric', classification: 'internal' },
    {
      kind: 'grant',
      id: 'g',
      principal_id: 'p',
      asset_id: 'a',
      permission: 'read',
      granted_at: '2026-01-01T00:00:00Z',
    },
  ];
  await send(
    '/v1/directory/import',
    'application/x-ndjson',
    lines.map((line) => JSON.stringify(line)).join('\n'),
  );
  await eventually(
    async () => (await ask<{ n: string }>('SELECT count(*) AS n FROM grant_scores')).n === '1',
  );
  const event = { principal_id: 'p', asset_id: 'a', action: 'read', timestamp: new Date().toISOString() };
  await send('/v1/events', 'application/json', JSON.stringify(event));
  await eventually(async () => (await ask<{ n: string }>('SELECT count(*) AS n FROM events')).n === '1');

  // What the start and the events have brought about: sweeps, an overview, the audit log.
  await sleep(15_000);
  const before = await transactions();
  await sleep(WATCHED_S * 1_000);
  const perMinute = ((await transactions()) - before) * (60 / WATCHED_S);
  expect(perMinute).toBeLessThan(A_MINUTE_MAX);
  await Promise.all([gateway.stop(), worker.stop()]);
});
