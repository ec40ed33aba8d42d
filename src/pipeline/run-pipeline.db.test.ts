import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import type { Database } from '../store/database.ts';
import { appendToInbox, inboxBacklog } from '../store/inbox.ts';
import { runPipeline } from './run-pipeline.ts';

const EVENTS = 20;
let store: TestDatabase;
beforeAll(async () => {
  store = await createTestDatabase();
});
afterAll(() => store.drop());

test('a turn for one tenant opens no transaction for another that has nothing to do', async () => {
  const { a, b } = store.tenants;
  const transactions = new Map<number, number>();
  const db: Database = {
    ...store.db,
    transaction: (tenantId, work, plans) => {
      transactions.set(tenantId, (transactions.get(tenantId) ?? 0) + 1);
      return store.db.transaction(tenantId, work, plans);
    },
  };
  const loop = runPipeline({ db, now: Date.now, newId: uuidv7, onError: () => {} });
  // The first turn looks after everything.
  await sleep(700);
  transactions.clear();
  for (let event = 0; event < EVENTS; event += 1) {
    await store.db.transaction(a, (tx) =>
      appendToInbox(tx, [
        {
          event_id: uuidv7(),
          principal_id: 'p',
          asset_id: 'a',
          action: 'read',
          platform: 'fabric',
          timestamp: new Date().toISOString(),
          metadata: null,
        },
      ]),
    );
    loop.wake();
    while ((await inboxBacklog(store.db.tenant(a))) > 0) await sleep(5);
  }
  await loop.stop();
  expect(transactions.get(a)).toBeGreaterThanOrEqual(EVENTS);
  // A few of what time alone brings, every two seconds; two for every turn of the other would be many more.
  expect(transactions.get(b) ?? 0).toBeLessThan(EVENTS);
});
