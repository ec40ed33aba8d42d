import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { createAdmission } from './admit-events.ts';

const MAX = 100;
/** Longer than any measurement is believed, however long it took on a busy machine. */
const STALE_MS = 2_100;
let database: TestDatabase;
let tenant: number;
beforeAll(async () => {
  database = await createTestDatabase();
  tenant = database.tenants.a;
});
afterAll(() => database.drop());
beforeEach(() => database.admin('TRUNCATE inbox'));

const wait = (events: number) =>
  database.admin("INSERT INTO inbox (tenant_id, payload, events) VALUES ($1, '[]', $2)", [tenant, events]);

test('where there was plenty of room nobody waits until it is measured again', async () => {
  const admission = createAdmission(database.db, MAX);
  await wait(10);
  await admission.require(tenant);
  await sleep(STALE_MS);
  await database.admin('BEGIN');
  await database.admin('LOCK TABLE inbox IN ACCESS EXCLUSIVE MODE');
  try {
    await admission.require(tenant);
    await admission.require(tenant);
  } finally {
    await database.admin('ROLLBACK');
  }
});

test('what was let in meanwhile counts, and a queue that is half full is measured first', async () => {
  const admission = createAdmission(database.db, MAX);
  await admission.require(tenant);
  admission.count(tenant, 60);
  await wait(120);
  await sleep(STALE_MS);
  await expect(admission.require(tenant)).rejects.toMatchObject({ code: 'rate_limited' });
  await database.admin('TRUNCATE inbox');
  await sleep(STALE_MS);
  await admission.require(tenant);
});

test('a queue that others fill is noticed by the next measurement', async () => {
  const admission = createAdmission(database.db, MAX);
  await admission.require(tenant);
  await wait(120);
  await sleep(STALE_MS);
  // By what was known before; it is measured again beside it.
  await admission.require(tenant);
  await expect
    .poll(() => admission.require(tenant).then(String, (error) => error.code), { timeout: 120_000 })
    .toBe('rate_limited');
});
