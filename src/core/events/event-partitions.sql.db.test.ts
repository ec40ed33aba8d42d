import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { dropEventPartitions, ensureEventPartitions } from './event-partitions.sql.ts';
import { appendEvents } from './events.sql.ts';

let store: TestDatabase;
beforeAll(async () => {
  store = await createTestDatabase();
});
afterAll(() => store.drop());

const partitions = async (): Promise<string[]> =>
  (
    await store.admin(
      "SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'events'::regclass ORDER BY 1",
    )
  ).map((row) => String(row.name));

test('old months drop whole, months to come are made, and both are safe to ask for twice at once', async () => {
  const now = new Date();
  const past = new Date(now.getTime() - 500 * 86_400_000);
  await store.db.transaction(store.tenants.a, (tx) =>
    appendEvents(
      tx,
      [past, now].map((at, index) => ({
        event_id: `e${index}`,
        principal_id: 'p',
        asset_id: 'a',
        action: 'query',
        platform: 'fabric',
        timestamp: at.toISOString(),
        metadata: null,
      })),
      now.toISOString(),
    ),
  );
  const before = await partitions();
  const dropped = await dropEventPartitions(store.db, new Date(now.getTime() - 400 * 86_400_000));
  expect(dropped).toBeGreaterThan(5);
  expect(await partitions()).toHaveLength(before.length - dropped);
  expect(await store.admin('SELECT event_id FROM events')).toEqual([{ event_id: 'e1' }]);

  const later = new Date(now.getTime() + 400 * 86_400_000);
  await Promise.all([1, 2, 3].map(() => ensureEventPartitions(store.db, later)));
  const made = (await partitions()).filter((name) => !before.includes(name));
  expect(made).toHaveLength(4);
  const unprotected = await store.admin(
    'SELECT relname FROM pg_class WHERE relname = ANY ($1) AND NOT (relrowsecurity AND relforcerowsecurity)',
    [made],
  );
  expect(unprotected).toEqual([]);
});
