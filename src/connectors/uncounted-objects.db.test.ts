import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { blocksOf, explain } from '../../test/support/explain.ts';
import { accountsByKey } from '../core/accounts/accounts.sql.ts';
import type { Querier } from '../platform/database/database.ts';
import { knownObjects } from './objects.sql.ts';

let database: TestDatabase;
const OBJECTS = 3_000;
const ASKED = 200;
/** Two levels of an index, and the row. */
const BLOCKS_PER_KEY_MAX = 4;

/** The first pages of a first sync: nothing has counted what they have stored. */
beforeAll(async () => {
  database = await createTestDatabase();
  const { admin, tenants } = database;
  for (const table of ['connector_objects', 'accounts']) {
    await admin(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`);
  }
  await admin(
    `INSERT INTO connectors (tenant_id, id, platform, name, settings, sealed_secrets, secret_names, sync_every_seconds, created_by)
     VALUES ($1, 'c1', 'azure_ad', 'Entra ID', '{}', '', '{}', 300, 'root')`,
    [tenants.a],
  );
  await admin(
    `INSERT INTO connector_objects (tenant_id, connector_id, kind, external_key, lapse_id, is_owned, details)
     SELECT $1, 'c1', 'principal', 'user/a0000000-0000-4000-8000-' || lpad(i::text, 12, '0'), gen_random_uuid(), true, '{}'
     FROM generate_series(1, $2::integer) i`,
    [tenants.a, OBJECTS],
  );
  await admin(
    `INSERT INTO accounts (tenant_id, id, connector_id, external_key, type, home_id, principal_id, name, disabled, profile, how,
       linked_at, linked_by, first_seen_at)
     SELECT $1, lapse_id, 'c1', external_key, 'user', lapse_id, lapse_id, external_key, false, '{}', 'own', now(), 'system', now()
     FROM connector_objects WHERE tenant_id = $1`,
    [tenants.a],
  );
});
afterAll(() => database.drop());

const keys = Array.from(
  { length: ASKED },
  (_, i) => `user/a0000000-0000-4000-8000-${String(i + 1).padStart(12, '0')}`,
);

test.each([
  ['objects', (q: Querier) => knownObjects(q, 'c1', 'principal', keys)],
  ['accounts', (q: Querier) => accountsByKey(q, 'c1', keys)],
])('each of a page of known %s is found by its key', async (_, find) => {
  const [plan] = await explain(database, find);
  expect(plan?.['Actual Rows']).toBe(ASKED);
  expect(plan && blocksOf(plan)).toBeLessThan(ASKED * BLOCKS_PER_KEY_MAX);
});
