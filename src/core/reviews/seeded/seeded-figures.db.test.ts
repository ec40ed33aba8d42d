import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callerOf } from '../../../../test/support/callers.ts';
import { explain, withChildren } from '../../../../test/support/explain.ts';
import { ADMIN, createSeededWorld, RITA, type SeededWorld } from '../../../../test/support/seeded-world.ts';
import { isoInstant } from '../../../platform/iso-instant.ts';
import { loadOutcomes } from '../../outcomes/outcomes.sql.ts';
import { DEFAULT_POLICY } from '../../policy/policy.rules.ts';
import { seedQuestion } from './seed-question.ts';
import { findCases } from './seeded-cases.sql.ts';

const EVERYBODY = 'a boss service.admin service.reviewer service.auditor';

let world: SeededWorld;
beforeAll(async () => {
  world = await createSeededWorld();
  await world.policy({ seeded_percent: 10 });
});
afterAll(() => world.close());

/** All rows of all tables but those that keep what was asked, recorded and answered to a request. */
async function everythingElse(): Promise<Record<string, unknown>> {
  const ITS_OWN = ['seeded_questions', 'audit_entries', 'audit_counts'];
  const tables = (await world.test.admin(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p') AND n.nspname = 'public' AND NOT c.relispartition AND NOT c.relname = ANY ($1)
     ORDER BY c.relname`,
    [ITS_OWN],
  )) as { name: string }[];
  expect(tables.length).toBeGreaterThan(50);
  const rows: Record<string, unknown> = {};
  for (const { name } of tables)
    [rows[name]] = await world.test.admin(
      `SELECT count(*)::integer AS rows, md5(coalesce(string_agg(md5(t::text), '' ORDER BY md5(t::text)), '')) AS content FROM ${name} t`,
    );
  return rows;
}

/** What is told of reviews, as of an instant that does not move. */
async function figures(at: number): Promise<unknown[]> {
  const to = encodeURIComponent(isoInstant(at));
  const told = [];
  for (const url of [
    '/v1/reviews?limit=100&fields=status,due_at',
    '/v1/reviews/facets',
    '/v1/reviews/workload',
    '/v1/decisions?principal_id=ann',
    '/v1/remediations',
    '/v1/campaigns',
    `/v1/outcomes/regret?to=${to}`,
    `/v1/outcomes/regretted?to=${to}`,
    '/v1/policy/learned',
  ]) {
    const { status, body } = await world.as(EVERYBODY, url);
    expect([url, status]).toEqual([url, 200]);
    told.push(body);
  }
  const { as_of: _, ...overview } = (await world.as(EVERYBODY, '/v1/overview')).body;
  const { items, reviewers_with_fewer } = (await world.as(ADMIN, `/v1/outcomes/reviewers?to=${to}`)).body;
  const outcomes = await world.test.db.transaction(world.tenant, (tx) => loadOutcomes(tx, at));
  return [...told, overview, items, reviewers_with_fewer, outcomes];
}

test('what is asked and answered changes nothing else, and no figure', async () => {
  // Reports of reviews read decisions, and so would count it if anything did.
  const caller = callerOf(world.tenant, { subject: 'rita', label: 'rita@x.example' });
  const policy = { ...DEFAULT_POLICY, review: { ...DEFAULT_POLICY.review, seeded_percent: 10 } };
  await world.decideToday(9);
  await world.test.admin('TRUNCATE seeded_questions');
  // Reading tells the service who reads, and until when.
  await world.question();
  const at = Date.now() + 60_000;
  const before = [await figures(at), await everythingElse()];
  const entries = async () => (await world.test.admin('SELECT event_type FROM audit_entries')).length;
  const recorded = await entries();
  await world.test.db.transaction(world.tenant, (tx) =>
    seedQuestion(tx, { caller, policy, now: Date.now() }),
  );
  const { id } = await world.question();
  expect([await figures(at), await everythingElse()]).toEqual(before);
  expect(await entries()).toBe(recorded);
  const { status } = await world.as(RITA, `/v1/reviews/seeded/${id}/answer`, {
    decision: 'REVOKE',
    reason: 'nobody needs it',
  });
  expect(status).toBe(200);
  expect([await figures(at), await everythingElse()]).toEqual(before);
  expect(await entries()).toBe(recorded + 1);
});

test('nothing but what is about seeded questions knows their table', () => {
  const root = path.resolve(import.meta.dirname, '../../..');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      /(?<!test)\.(ts|sql)$/.test(file) &&
      readFileSync(path.join(root, file), 'utf8').includes('seeded_questions'),
  );
  expect(files.sort()).toEqual([
    'core/outcomes/outcomes.routes.ts',
    'core/outcomes/reviewer-answers.schema.ts',
    'core/outcomes/seeded-answers.sql.ts',
    'core/reviews/seeded/seeded-cases.sql.ts',
    'core/reviews/seeded/seeded.sql.ts',
    'platform/database/migrations/0106_seeded_questions.sql',
    'platform/database/privileges.ts',
    'platform/database/schema.sql',
  ]);
});

test('a case is found without going through a table, however much was decided', async () => {
  await world.test.admin(
    `INSERT INTO review_decisions (tenant_id, id, review_id, grant_id, decision, reason, decided_by, decided_at)
     SELECT $1, 'old-' || n, 'old-' || n, 'old-' || n, CASE n % 2 WHEN 0 THEN 'CONFIRM' ELSE 'REVOKE' END, 'x',
            'olaf@x.example', now() - interval '90 days' - n * interval '1 minute' FROM generate_series(1, 20000) AS n`,
    [world.tenant],
  );
  await world.test.admin(
    `INSERT INTO reviews (tenant_id, id, principal_id, asset_id, access_grant_ids, decay_score, risk_level, recommendation,
       workflow_id, status, origin, requested_by, due_at, created_at)
     SELECT $1, 'old-' || n, 'old-' || n, 'old', ARRAY['old-' || n], 60, 'HIGH', 'REVIEW', 'w', 'DECIDED', 'threshold', 'system',
            now(), now() - interval '91 days' FROM generate_series(1, 20000) AS n`,
    [world.tenant],
  );
  await world.test.admin('ANALYZE');
  for (const known of ['CONFIRM', 'REVOKE'] as const) {
    const [plan] = await explain(world.test, (q) =>
      findCases(q, {
        known,
        asked_of: 'rita@x.example',
        names: ['rita@x.example'],
        principal_id: 'rita',
        lot: 'any',
        now: Date.now(),
      }),
    );
    const nodes = plan ? withChildren(plan) : [];
    expect(nodes.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
    // 5,000 decisions, and the reviews of 200.
    const read = (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0);
    expect(read).toBeLessThan(8_000);
  }
});
