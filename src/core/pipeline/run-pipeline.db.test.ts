import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import type { Database } from '../../platform/database/database.ts';
import { type AcceptedEvent, appendToInbox, inboxBacklog } from '../events/inbox.sql.ts';
import { requestRecalculation } from '../scores/apply/recalculations.sql.ts';
import { runSweeps } from '../scores/sweep/run-sweeps.ts';
import { sweepTenant } from '../scores/sweep/sweep.ts';
import { processTenant } from './process-tenant.ts';
import { runPipeline } from './run-pipeline.ts';

let store: TestDatabase;
/** Tenants, by transaction that was opened and by claim of events. */
let transactions: number[];
let claims: number[];

beforeAll(async () => {
  store = await createTestDatabase();
});
afterAll(() => store.drop());
beforeEach(() => {
  transactions = [];
  claims = [];
});

/** The database of the test, which notes what is asked of it. */
const observed = (): Database => ({
  ...store.db,
  transaction: (tenantId, work, plans) => {
    transactions.push(tenantId);
    return store.db.transaction(
      tenantId,
      (tx) =>
        work({
          ...tx,
          query: (text, values) => {
            if (text.includes('DELETE FROM inbox')) claims.push(tenantId);
            return tx.query(text, values);
          },
        }),
      plans,
    );
  },
});

const context = () => ({ db: observed(), now: Date.now, onError: () => {} });

const event = (): AcceptedEvent => ({
  event_id: uuidv7(),
  principal_id: 'p',
  asset_id: 'a',
  action: 'read',
  platform: 'fabric',
  timestamp: new Date().toISOString(),
  metadata: null,
});
const append = (count = 1): Promise<void> =>
  store.db.transaction(store.tenants.a, (tx) => appendToInbox(tx, Array.from({ length: count }, event)));
const backlog = (): Promise<number> => inboxBacklog(store.db.tenant(store.tenants.a));

test('a turn for one tenant claims nothing of another that has nothing to do', async () => {
  const loop = runPipeline(context());
  for (let turn = 0; turn < 8; turn += 1) {
    await append();
    loop.wake();
    while ((await backlog()) > 0) await sleep(5);
  }
  await loop.stop();
  expect(claims.length).toBeGreaterThanOrEqual(8);
  expect(claims.filter((tenantId) => tenantId !== store.tenants.a)).toEqual([]);
});

test('goes on until nothing is left, woken once', async () => {
  for (const count of [1, 1, 1, 1, 1, 900, 900, 900, 900, 900]) await append(count);
  await store.db.transaction(store.tenants.a, async (tx) => {
    for (const grant of ['g1', 'g2', 'g3']) await requestRecalculation(tx, 'imported', [grant]);
  });
  const loop = runPipeline(context());
  const left = async () =>
    (await store.admin('SELECT (SELECT count(*) FROM inbox) + (SELECT count(*) FROM recalculations) AS n'))[0]
      ?.n;
  while (Number(await left()) > 0) await sleep(5);
  await loop.stop();
});

describe('a turn tells whether there was anything to do', () => {
  const process = () => processTenant(context(), store.tenants.a);

  test('with events and with recalculations there was', async () => {
    await append(2_500);
    expect(await process()).toBe(true);
    expect(await process()).toBe(false);
    await store.db.transaction(store.tenants.a, (tx) => requestRecalculation(tx, 'imported', ['g']));
    expect(await process()).toBe(true);
    expect(await process()).toBe(false);
  });

  test('with a batch that failed there was: what was put back may be tried', async () => {
    await store.admin(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN IF NEW.action = 'poison' THEN RAISE EXCEPTION 'cannot digest this'; END IF; RETURN NEW; END $$`);
    await store.admin('CREATE TRIGGER refuse BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION refuse()');
    await store.db.transaction(store.tenants.a, (tx) =>
      appendToInbox(tx, [event(), event(), event(), { ...event(), action: 'poison' }]),
    );
    expect(await process()).toBe(true);
    while (await process());
    expect(await store.admin('SELECT attempts FROM inbox')).toEqual([{ attempts: 1 }]);
    await store.admin('DROP FUNCTION refuse() CASCADE');
  });
});

test('to sweep a tenant of which nothing is due opens no transaction', async () => {
  expect(await sweepTenant(context(), store.tenants.b)).toBe(0);
  expect(transactions).toEqual([]);
});

test('a table that has grown is counted within seconds', async () => {
  // Else the server would do it within a minute.
  await store.admin('ALTER TABLE principals SET (autovacuum_enabled = false)');
  const loop = runSweeps(context());
  await store.admin(
    `INSERT INTO principals (tenant_id, id, display_name, type, source)
     SELECT $1, 'p' || i, 'Person ' || i, 'user', 'import' FROM generate_series(1, 2000) i`,
    [store.tenants.a],
  );
  const known = async (): Promise<unknown> =>
    (await store.admin("SELECT reltuples FROM pg_class WHERE oid = 'principals'::regclass"))[0]?.reltuples;
  while ((await known()) !== 2000) {
    loop.wake();
    await sleep(50);
  }
  await loop.stop();
});
