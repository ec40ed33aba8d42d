import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import { createReviewWorld, daysAgo, GRANTS, type ReviewWorld } from '../../../test/support/review-world.ts';
import { createDevAuthenticate } from '../../gateway/tokens/token-verifier.ts';
import { processTenant } from '../pipeline/process-tenant.ts';
import { addTenant } from '../tenants/add-tenant.ts';
import { DEFAULT_POLICY } from './policy.rules.ts';

const MIGRATIONS = ['0086_first_model_of_those_there', '0091_first_model_of_those_since'].map(
  (name) => new URL(`../../platform/database/migrations/${name}.sql`, import.meta.url),
);
const WEEKS = Array.from({ length: 12 }, (_, i) => 3 + 7 * i);

/** Has never changed its policy. */
let world: ReviewWorld;
/** Has changed it twice, before there were two models. */
let changer: TestApp;

beforeAll(async () => {
  world = await createReviewWorld(undefined, { keeps_first_model: true });
  const { test: store } = world;
  changer = await createTestApp({
    test: store,
    authenticate: ({ tenants }) => createDevAuthenticate(tenants.b),
  });
  for (const days of WEEKS) await world.use('ann', 'crm', Date.now() - days * 86_400_000);
  await world.drain();
  await world.sweep();
  await putPolicy(changer, { half_life_days: 12 });
  await putPolicy(changer, { half_life_days: 14 });
  // As an earlier version left it.
  await store.admin('DELETE FROM policies WHERE version = 0');
  await store.admin('DELETE FROM jobs');
  await store.admin("UPDATE policies SET policy = policy - 'model_version'");
});
afterAll(async () => {
  await changer.app.close();
  await world.close();
});

const putPolicy = async ({ call }: TestApp, payload: object) => {
  const answer = await call({ method: 'PUT', url: '/v1/policy', payload });
  expect([answer.statusCode, answer.body]).toEqual([200, answer.body]);
};
const policyOf = async ({ call }: TestApp) => (await call({ url: '/v1/policy' })).json();
const scores = () => world.test.admin('SELECT * FROM grant_scores ORDER BY tenant_id, grant_id');
const entries = () => world.test.admin('SELECT count(*) FROM audit_entries');

/** As the role that owns the tables, which row security holds for too. */
async function migrate(migrations: URL[] = MIGRATIONS): Promise<void> {
  const client = new pg.Client(world.test.owner);
  await client.connect();
  try {
    for (const file of migrations) await client.query(`BEGIN; ${await readFile(file, 'utf8')}; COMMIT`);
  } finally {
    await client.end();
  }
}

test('who is there keeps the first model, now and for all of the past, and nothing is computed anew', async () => {
  const before = { scores: await scores(), entries: await entries() };
  expect(before.scores.map(({ model_version }) => model_version)).toEqual(GRANTS.map(() => 1));
  await migrate();
  const builtIn = { version: 0, changed_by: 'system', changed_at: null, job_id: null };
  expect(await policyOf(world)).toEqual({ ...DEFAULT_POLICY, ...builtIn, model_version: 1 });
  expect(await policyOf(changer)).toMatchObject({ version: 2, half_life_days: 14, model_version: 1 });
  await world.drain();
  await world.sweep();
  expect({ scores: await scores(), entries: await entries() }).toEqual(before);
  expect(await world.test.admin('SELECT FROM recalculations')).toEqual([]);
  expect(await world.test.admin('SELECT FROM jobs')).toEqual([]);

  // Whatever computes a lapse date later takes the first model as well: here all of them, told anew.
  await world.import(GRANTS.map((grant) => ({ ...grant, permission: 'write' })));
  await world.import(GRANTS);
  await world.drain();
  const told = (rows: Record<string, unknown>[]) =>
    rows.map(({ grant_id, lapses_at, half_life_class, model_version }) => ({
      grant_id,
      lapses_at,
      half_life_class,
      model_version,
    }));
  expect(told(await scores())).toEqual(told(before.scores));
  const history = (await world.call({ url: '/v1/scores/history?principal_id=ann' })).json().items;
  expect(new Set(history.map((item: { model_version: number }) => item.model_version))).toEqual(new Set([1]));
});

test('they choose the second when they want, as the first change of their policy', async () => {
  await putPolicy(world, { expected_version: 0, model_version: 2 });
  expect(await policyOf(world)).toMatchObject({ version: 1, changed_by: 'dev-admin', model_version: 2 });
  await world.drain();
  expect((await scores()).map(({ model_version }) => model_version)).toEqual(GRANTS.map(() => 2));
  await putPolicy(world, { model_version: 1 });
});

test('so does who was added while the first was still the default; what others have stays', async () => {
  const { admin, db } = world.test;
  const added = { tid: 'between', issuer: null, name: null, actor: 'operator' };
  const { tenant_id } = await addTenant(db, added);
  const before = await admin('SELECT * FROM policies ORDER BY tenant_id, version');
  await migrate(MIGRATIONS.slice(1));
  const of = (rows: typeof before, isNew: boolean) =>
    rows.filter((row) => (row.tenant_id === tenant_id) === isNew);
  const after = await admin('SELECT * FROM policies ORDER BY tenant_id, version');
  expect(of(after, false)).toEqual(before);
  expect(of(after, true)).toMatchObject([{ version: 0, policy: { model_version: 1 }, changed_by: 'system' }]);
  const between = await createTestApp({
    test: world.test,
    authenticate: () => createDevAuthenticate(tenant_id),
  });
  try {
    expect(await policyOf(between)).toMatchObject({ version: 0, changed_at: null, model_version: 1 });
  } finally {
    await between.app.close();
  }
});

test('who comes later has the default', async () => {
  const { test: store } = world;
  const { tenant_id } = await addTenant(store.db, {
    tid: 'new',
    issuer: null,
    name: null,
    actor: 'operator',
  });
  const service = await createTestApp({ test: store, authenticate: () => createDevAuthenticate(tenant_id) });
  try {
    const { model_version } = DEFAULT_POLICY;
    expect(await policyOf(service)).toMatchObject({ version: 0, changed_at: null, model_version });
    await service.import([
      { kind: 'principal', id: 'new', display_name: 'New', type: 'service_account' },
      { kind: 'asset', id: 'crm', name: 'crm', type: 'table', platform: 'synapse' },
      {
        kind: 'grant',
        id: 'g-new',
        principal_id: 'new',
        asset_id: 'crm',
        permission: 'read',
        granted_at: daysAgo(9),
      },
    ]);
    while (await processTenant(world.context(), tenant_id));
    expect(
      await store.admin('SELECT model_version FROM grant_scores WHERE tenant_id = $1', [tenant_id]),
    ).toEqual([{ model_version }]);
  } finally {
    await service.app.close();
  }
});
