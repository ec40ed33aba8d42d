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

test('a turn for one tenant claims nothing of another that has nothing to do', async () => {
  const { a } = store.tenants;
  const claims: number[] = [];
  const db: Database = {
    ...store.db,
    transaction: (tenantId, work, plans) =>
      store.db.transaction(
        tenantId,
        (tx) =>
          work({
            ...tx,
            query: (text, values) => {
              if (text.startsWith('DELETE FROM inbox')) claims.push(tenantId);
              return tx.query(text, values);
            },
          }),
        plans,
      ),
  };
  const loop = runPipeline({ db, now: Date.now, newId: uuidv7, onError: () => {} });
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
  expect(claims.length).toBeGreaterThanOrEqual(EVENTS);
  expect(claims.filter((tenantId) => tenantId !== a)).toEqual([]);
});
