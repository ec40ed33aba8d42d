import { getPriority } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { openDatabase } from '../database/database.ts';
import { backendPriority } from './lower-priority.ts';

let store: TestDatabase;
beforeAll(async () => {
  store = await createTestDatabase();
});
afterAll(() => store.drop());

test('a database tells the process behind every connection that it opens', async () => {
  const told: number[] = [];
  const db = openDatabase({
    connection: store.application,
    pool_size: 2,
    onError: () => {},
    onBackend: (pid) => told.push(pid),
  });
  const ask = 'SELECT pg_backend_pid() AS pid';
  const answers = [
    ...(await db.registry<{ pid: number }>(ask)),
    ...(await db.tenant(store.tenants.a).query<{ pid: number }>(ask)),
    ...(await db.snapshot(store.tenants.a, (snapshot) => snapshot.query<{ pid: number }>(ask))),
  ];
  await db.close();
  expect(told.sort()).toEqual(answers.map(({ pid }) => pid).sort());
});

test('only processes of our own server are touched', () => {
  expect(backendPriority({ host: '10.0.0.5' })).toEqual({});
  const { onBackend } = backendPriority({ is_own_server: true });
  const before = getPriority(process.pid);
  // A process that is not PostgreSQL's, and one that does not exist.
  onBackend?.(process.pid);
  onBackend?.(2 ** 22 + 1);
  expect(getPriority(process.pid)).toBe(before);
});
