import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { hasWaiting } from './inbox-claims.ts';

let store: TestDatabase;
beforeAll(async () => {
  store = await createTestDatabase();
});
afterAll(() => store.drop());
beforeEach(() => store.admin('TRUNCATE inbox, recalculations, peer_moves'));

const waiting = async (): Promise<boolean[]> =>
  Promise.all([store.tenants.a, store.tenants.b].map((tenant) => hasWaiting(store.db.tenant(tenant))));

test('a tenant without anything to do has nothing waiting', async () => {
  expect(await waiting()).toEqual([false, false]);
});

test.each([
  ['events', "INSERT INTO inbox (tenant_id, events, payload) VALUES ($1, 1, '[]')"],
  [
    'a recalculation',
    "INSERT INTO recalculations (tenant_id, cause, grant_ids) VALUES ($1, 'imported', '{g}')",
  ],
  [
    'a group of peers',
    "INSERT INTO peer_moves (tenant_id, asset_id, department, type) VALUES ($1, 'a', 'd', 't')",
  ],
])('%s of one tenant wait for it, and not for another', async (_what, insert) => {
  await store.admin(insert.replace('$1', String(store.tenants.a)));
  expect(await waiting()).toEqual([true, false]);
});

test('events that were put back wait for their time', async () => {
  const put = (not_before: string) =>
    store.admin(
      `INSERT INTO inbox (tenant_id, events, payload, not_before) VALUES (${store.tenants.b}, 1, '[]', ${not_before})`,
    );
  await put("now() + interval '1 minute'");
  expect(await waiting()).toEqual([false, false]);
  await put("now() - interval '1 second'");
  expect(await waiting()).toEqual([false, true]);
});
