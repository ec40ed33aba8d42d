import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AccountWorld, type ListedPlatform, listedPrincipal } from '../../../test/support/account-world.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { unlinkAccount } from '../../core/accounts/link-account.ts';
import { storeLines } from '../../core/directory/import/import-directory.ts';

let store: TestDatabase;
beforeAll(async () => {
  store = await createTestDatabase();
});
afterAll(() => store.drop());

const GUID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const OBJECT_ID = '11111111-2222-3333-4444-555555555555';
const PLATFORMS = ['entra', 'databricks', 'postgres'];

/** One person, with an account of each of these names on each platform. */
async function world(names: Record<string, readonly string[]>): Promise<AccountWorld> {
  const [row] = await store.db.registry<{ tenant_id: number }>(
    'INSERT INTO tenants (tid) VALUES ($1) RETURNING tenant_id',
    [uuidv7()],
  );
  const platforms = PLATFORMS.map((platform) => [
    platform,
    {
      principals: (names[platform] ?? []).map((display_name, n) =>
        listedPrincipal(`u${n}`, { display_name, entra_object_id: OBJECT_ID }),
      ),
    },
  ]);
  return new AccountWorld(store, row?.tenant_id as number, Object.fromEntries(platforms)).connect();
}

const shown = async (w: AccountWorld): Promise<unknown[]> =>
  (
    await store.admin('SELECT display_name FROM principals WHERE tenant_id = $1 AND linked_to IS NULL', [
      w.tenant,
    ])
  ).map((row) => row.display_name);
const found = async (w: AccountWorld, term: string): Promise<number> =>
  (
    await store.admin(
      "SELECT 1 FROM search_terms WHERE tenant_id = $1 AND noun = 'principals' AND term = $2",
      [w.tenant, term],
    )
  ).length;
const say = (w: AccountWorld, platform: string, display_name: string) => {
  const [first] = (w.platforms[platform] as ListedPlatform).principals;
  if (first) first.display_name = display_name;
};

test.each([
  [{ databricks: [GUID], postgres: ['aruiz'] }, 'aruiz'],
  [{ databricks: ['ana@x.example'], postgres: ['aruiz'] }, 'aruiz'],
  [{ databricks: [GUID], postgres: ['ana@x.example'] }, 'ana@x.example'],
  [{ entra: ['Ana Ruiz'], postgres: ['aruiz'] }, 'Ana Ruiz'],
  [{ entra: ['ana@x.example'], postgres: ['aruiz'] }, 'ana@x.example'],
  [{ entra: [GUID], postgres: ['aruiz'] }, 'aruiz'],
  [{ entra: [GUID], databricks: ['8112045993'], postgres: [] }, GUID],
  [{ databricks: ['Ana'], postgres: ['aruiz'] }, 'Ana'],
  [{ databricks: ['ana\uFFFD'], postgres: [GUID] }, GUID],
])('of the accounts %j the person is called %j, whichever is synced first', async (names, best) => {
  for (const order of [PLATFORMS, [...PLATFORMS].reverse()]) {
    const w = await world(names);
    await w.sync(...order);
    expect(await shown(w)).toEqual([best]);
    const before = await w.snapshot();
    await w.sync(...order);
    expect(await w.snapshot()).toEqual(before);
  }
});

const anyNames = fc.array(fc.constantFrom(GUID, '42', 'ana@x.example', 'Ana Ruiz', 'aruiz', 'ar'), {
  maxLength: 3,
});

test('the name does not depend on the order in which the platforms are synced', async () => {
  const anyWorld = fc.record({ entra: anyNames, databricks: anyNames, postgres: anyNames });
  await fc.assert(
    fc.asyncProperty(anyWorld, fc.shuffledSubarray(PLATFORMS, { minLength: 3 }), async (names, order) => {
      const [a, b] = [await world(names), await world(names)];
      await a.sync(...PLATFORMS);
      await b.sync(...order);
      expect(await shown(b)).toEqual(await shown(a));
    }),
    { numRuns: 6 },
  );
});

test('a better name that a platform tells later is taken and searched by, on record, and goes with its account', async () => {
  const w = await world({ databricks: [GUID], postgres: [GUID] });
  await w.sync('databricks', 'postgres');
  say(w, 'postgres', 'Ana Ruiz');
  await w.sync('postgres');
  await w.sync('databricks');
  expect(await shown(w)).toEqual(['Ana Ruiz']);
  expect([await found(w, 'ruiz'), await found(w, GUID)]).toEqual([1, 0]);
  expect(
    await store.admin(
      `SELECT data -> 'before' AS before, data -> 'after' AS after, data ->> 'connector_name' AS connector
       FROM audit_entries WHERE tenant_id = $1 AND event_type = 'principal.changed'`,
      [w.tenant],
    ),
  ).toEqual([{ before: { display_name: GUID }, after: { display_name: 'Ana Ruiz' }, connector: 'postgres' }]);
  const { id, principal_id } = await w.account('postgres', 'u0');
  await store.db.transaction(w.tenant, (tx) =>
    unlinkAccount(tx, { principal_id, account_id: id }, { actor: 'root', now: w.now }),
  );
  expect((await shown(w)).sort()).toEqual([GUID, 'Ana Ruiz']);
});

test('a person whom an import has named keeps that name', async () => {
  const w = await world({ entra: ['Ana Ruiz'], postgres: ['aruiz'] });
  await store.db.transaction(w.tenant, (tx) =>
    storeLines(
      tx,
      [
        { kind: 'principal' as const, id: 'p-1', display_name: 'A. Ruiz (Finance)', type: 'user' as const },
        { kind: 'identity' as const, principal_id: 'p-1', provider: 'hr', external_id: OBJECT_ID },
      ].map((line, number) => ({ number, line })) as Parameters<typeof storeLines>[1],
      { actor: 'root', now: () => w.now },
    ),
  );
  await w.sync('postgres', 'entra', 'postgres');
  expect(await shown(w)).toEqual(['A. Ruiz (Finance)']);
});
