import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { openDatabase } from './database.ts';

let store: TestDatabase;
beforeAll(async () => {
  store = await createTestDatabase();
});
afterAll(() => store.drop());

test('a statement that holds a shared connection is broken off for those behind it, and answered all the same', async () => {
  const db = openDatabase({
    connection: store.application,
    pool_size: 4,
    lane_ms_max: 200,
    onError: () => {},
  });
  const answered: string[] = [];
  const slow = (name: string) =>
    db
      .tenant(store.tenants.a)
      .query<{ name: string }>('SELECT $1::text AS name FROM pg_sleep(1.5)', [name])
      .then(([row]) => answered.push(row?.name ?? ''));
  const quick = () =>
    db
      .tenant(store.tenants.b)
      .query<{ name: string }>("SELECT 'quick' AS name")
      .then(([row]) => answered.push(row?.name ?? ''));
  // More than there are connections to share, and one of another tenant behind them.
  await Promise.all([slow('first'), slow('second'), slow('third'), quick()]);
  await db.close();
  expect(answered[0]).toBe('quick');
  expect(answered.slice(1).sort()).toEqual(['first', 'second', 'third']);
});

test('what is wrong with a statement is told as before', async () => {
  const refused = store.db.tenant(store.tenants.a).query('SELECT 1 / 0');
  await expect(refused).rejects.toMatchObject({ code: '22012' });
});
