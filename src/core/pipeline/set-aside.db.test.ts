import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import { importDirectory } from '../directory/import/import-directory.ts';
import { processTenant } from './process-tenant.ts';

let service: TestApp;
let tenant: number;
const failures: string[] = [];
const ALL = ['g-00', 'g-01', 'g-02', 'g-03', 'g-04', 'g-05', 'g-06', 'g-07', 'g-08', 'g-09', 'g-10'];
/** Of the same pair as g-05. */
const BAD = 'g-04';
const GOOD = ALL.filter((id) => id !== BAD);

beforeAll(async () => {
  service = await createTestApp();
  tenant = service.test.tenants.a;
  await service.test.admin(`CREATE FUNCTION refuse_poison() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'this grant is poisoned'; END $$`);
});
afterAll(() => service.close());
beforeEach(async () => {
  failures.length = 0;
  await service.test.admin(`DROP TRIGGER IF EXISTS poison ON grant_scores; SET session_replication_role = replica;
    TRUNCATE grants, assets, principals, substitutes, memberships, identities, search_terms, tallies, recalculations, dead_letters,
    grant_scores, principal_scores, score_history, peer_groups, peer_moves, jobs CASCADE; SET session_replication_role = origin`);
});

const poison = () =>
  service.test.admin(`CREATE TRIGGER poison BEFORE INSERT OR UPDATE ON grant_scores FOR EACH ROW
    WHEN (NEW.grant_id = '${BAD}') EXECUTE FUNCTION refuse_poison()`);
const cure = () => service.test.admin('DROP TRIGGER poison ON grant_scores');

async function importGrants(): Promise<void> {
  const lines: object[] = [{ kind: 'asset', id: 'wiki', name: 'wiki', type: 'table', platform: 'fabric' }];
  for (const [n, id] of ALL.entries()) {
    const person = `p-${n >> 1}`;
    lines.push({ kind: 'principal', id: person, display_name: person, type: 'user' });
    const permission = n % 2 === 0 ? 'read' : 'write';
    lines.push({
      kind: 'grant',
      id,
      principal_id: person,
      asset_id: 'wiki',
      permission,
      granted_at: '2026-01-01T00:00:00Z',
    });
  }
  const summary = await importDirectory(
    { db: service.test.db, tenant_id: tenant },
    (async function* () {
      for (const [n, line] of lines.entries()) yield { number: n + 1, text: JSON.stringify(line) };
    })(),
  );
  expect(summary.rejections).toEqual([]);
}

/** Until nothing waits, also not for its next attempt. */
async function drain(): Promise<void> {
  const context = {
    db: service.test.db,
    now: Date.now,
    onError: (error: Error) => failures.push(error.message),
  };
  for (let turn = 0; turn < 200; turn += 1) {
    if (await processTenant(context, tenant)) continue;
    const later = await service.test.admin("UPDATE recalculations SET not_before = '-infinity' RETURNING id");
    if (later.length === 0) return;
  }
  throw new Error('the pipeline does not come to rest');
}

const scored = async () =>
  (await service.test.admin('SELECT grant_id FROM grant_scores ORDER BY 1')).map((row) => row.grant_id);
const letters = async () => (await service.call({ url: '/v1/events/dead-letters' })).json().items;

test('one grant that cannot be computed is set aside, shown and replayed; all others are scored', async () => {
  await poison();
  await importGrants();
  await drain();
  expect(await scored()).toEqual(GOOD);
  expect(failures.length).toBeGreaterThan(0);
  expect(await letters()).toMatchObject([
    {
      event: {},
      recalculation: { grant_id: BAD, cause: 'imported' },
      reason: 'this grant is poisoned',
      attempts: 3,
    },
  ]);
  await cure();
  const replayed = await service.call({ method: 'POST', url: '/v1/events/dead-letters/replay' });
  expect(replayed.json()).toEqual({ replayed: 1 });
  await drain();
  expect(await scored()).toEqual(ALL);
  expect(await letters()).toEqual([]);
});

test.each([
  ['policy', ALL.length, { processed: GOOD.length, failed: 1 }],
  ['refresh', 1, { processed: 1, failed: 0 }],
])('a job of cause %s ends, and says how much failed', async (cause, total_items, outcome) => {
  await poison();
  await importGrants();
  await service.test.admin('TRUNCATE recalculations');
  await service.test.admin(
    `INSERT INTO jobs (tenant_id, id, kind, status, total_items) VALUES ($1, 'job', 'refresh', 'accepted', $2)`,
    [tenant, total_items],
  );
  await service.test.admin(
    `INSERT INTO recalculations (tenant_id, cause, grant_ids, job_id) VALUES ($1, $2, $3, 'job')`,
    [tenant, cause, ALL],
  );
  await drain();
  const [job] = await service.test.admin('SELECT status, processed, failed FROM jobs');
  expect(job).toEqual({ status: 'completed', ...outcome });
});

test('a group of peers with such a grant moves without it', async () => {
  await importGrants();
  await drain();
  const before = await service.test.admin('SELECT grant_id, lapses_at FROM grant_scores ORDER BY 1');
  await poison();
  await service.test.admin('UPDATE peer_groups SET holders = 50, active = 50');
  await service.test.admin(
    'INSERT INTO peer_moves (tenant_id, asset_id, department, type) SELECT tenant_id, asset_id, department, type FROM peer_groups',
  );
  await drain();
  const after = await service.test.admin('SELECT grant_id, lapses_at FROM grant_scores ORDER BY 1');
  const moved = after.filter((row, index) => row.lapses_at !== before[index]?.lapses_at);
  expect(moved.map((row) => row.grant_id)).toEqual(GOOD);
  expect(await letters()).toMatchObject([{ recalculation: { grant_id: BAD, cause: 'peers' } }]);
});
