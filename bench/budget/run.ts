/**
 * The first twelve weeks of an organisation that is imported whole: how many questions are asked in each, how many of them one
 * reviewer gets at most, and how many wait, with the weekly budget of the policy and without one. Every question is answered in
 * the week in which it is asked: every second one is revoked. A table, and bench/budget.svg.
 *
 *   npm run bench:budget [-- --grants 20000 --weeks 12]
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedServer } from '@lapse/embedded-postgres';
import { importDirectory } from '../../src/core/directory/import/import-directory.ts';
import { processTenant } from '../../src/core/pipeline/process-tenant.ts';
import { changePolicy } from '../../src/core/policy/change-policy.ts';
import { DEFAULT_POLICY } from '../../src/core/policy/policy.rules.ts';
import { weekStart } from '../../src/core/reviews/budget/budget.rules.ts';
import { decideReview } from '../../src/core/reviews/decisions/decide-review.ts';
import { sweepTenant } from '../../src/core/scores/sweep/sweep.ts';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { ensureTenants } from '../../src/platform/tenants/tenants.sql.ts';
import { directoryText, organisation } from '../../src/synthetic/organisation.ts';
import { callerOf } from '../../test/support/callers.ts';
import { withClient } from '../../test/support/with-client.ts';
import { record } from '../result.ts';
import { plotWeeks, type Week } from './plot.ts';

const { values } = parseArgs({
  options: {
    grants: { type: 'string', default: '20000' },
    weeks: { type: 'string', default: '12' },
    plot: { type: 'string', default: 'bench/budget.svg' },
  },
});
const GRANTS = Number(values.grants);
const WEEKS = Number(values.weeks);
const WEEK_MS = 7 * 86_400_000;

type Server = Awaited<ReturnType<typeof startEmbeddedServer>>;

async function main(): Promise<void> {
  const data_dir = await mkdtemp(path.join(tmpdir(), 'lapse-bench-'));
  const server = await startEmbeddedServer({ data_dir, log: () => {} });
  try {
    const budget = DEFAULT_POLICY.review.weekly_budget;
    const runs = new Map([
      [`${budget} a week for each reviewer`, await simulate(server, 'bench_budget', budget)],
      ['without a budget', await simulate(server, 'bench_unlimited', null)],
    ]);
    for (const [name, weeks] of runs) print(name, weeks);
    await writeFile(values.plot, plotWeeks(GRANTS, runs));
  } finally {
    await server.stop();
    await rm(data_dir, { recursive: true, force: true });
  }
}

async function simulate(server: Server, name: string, weekly_budget: number | null): Promise<Week[]> {
  await withClient(server.connection('superuser', 'postgres'), (client) =>
    client.query(`CREATE DATABASE ${name} OWNER lapse_owner`),
  );
  await migrate(server.connection('owner', name), { role: 'lapse_app' });
  const db = openDatabase({
    connection: server.connection('application', name),
    pool_size: 3,
    onError: (error) => console.error(error.message),
  });
  const [tenant] = await ensureTenants(db, ['bench']);
  const tenant_id = tenant?.tenant_id as number;
  const begun = weekStart(Date.now()) + WEEK_MS / 7;
  await fill(db, tenant_id, begun);
  const review = { weekly_budget, deciders: 'any_reviewer', when_overdue: 'expire' };
  await changePolicy(db, { tenant_id, actor: 'bench', input: { review } });
  const weeks: Week[] = [];
  for (let week = 0; week < WEEKS; week += 1) {
    const now = begun + week * WEEK_MS;
    const context = { db, now: () => now, onError: throwIt };
    while (await processTenant(context, tenant_id));
    while ((await sweepTenant(context, tenant_id)) > 0);
    weeks.push(await lookAt(db, tenant_id, now));
    await answerAll(db, tenant_id, now);
  }
  await db.close();
  return weeks;
}

async function fill(db: Database, tenant_id: number, now: number): Promise<void> {
  const { lines } = organisation({
    seed: 1,
    principals: Math.max(500, GRANTS / 20),
    assets: Math.max(100, GRANTS / 100),
    grants: GRANTS,
    days: 0,
    now: new Date(now),
  });
  await importDirectory(
    { db, tenant_id },
    (async function* () {
      let number = 0;
      for (const line of lines()) yield { number: ++number, text: directoryText(line) };
    })(),
  );
}

async function lookAt(db: Database, tenantId: number, now: number): Promise<Week> {
  const [row] = await db.tenant(tenantId).query<Week & Record<string, number>>(
    `WITH asked AS (SELECT assigned_to_id, count(*)::integer AS n FROM reviews
                    WHERE tenant_id = $1 AND created_at >= $2 GROUP BY assigned_to_id)
     SELECT coalesce(sum(n), 0)::integer AS asked, coalesce(max(n), 0)::integer AS most, count(*)::integer AS reviewers,
            (SELECT count(*)::integer FROM waiting_reviews WHERE tenant_id = $1) AS waiting
     FROM asked`,
    [tenantId, new Date(weekStart(now)).toISOString()],
  );
  return row as Week;
}

/** As reviewers do, one by one. */
async function answerAll(db: Database, tenantId: number, now: number): Promise<void> {
  const open = await db
    .tenant(tenantId)
    .query<{ id: string }>(
      "SELECT id FROM reviews WHERE tenant_id = $1 AND status IN ('PENDING', 'ESCALATED')",
      [tenantId],
    );
  const caller = callerOf(tenantId, { subject: 'bench', is_synthetic: true });
  for (const [place, { id }] of open.entries()) {
    const answer = {
      decision: place % 2 === 0 ? ('REVOKE' as const) : ('CONFIRM' as const),
      grant_id: null,
      reason: 'Looked at',
      reason_at: ['body', 'reason'],
    };
    await db.transaction(tenantId, (tx) => decideReview(tx, answer, { review_id: id, caller, now }));
  }
}

function print(name: string, weeks: readonly Week[]): void {
  console.log(`\n${GRANTS.toLocaleString('en-GB')} grants, ${name}:\n`);
  console.log('| week | asked | most of one reviewer | reviewers asked | waiting afterwards |');
  console.log('|---|---|---|---|---|');
  for (const [week, { asked, most, reviewers, waiting }] of weeks.entries())
    console.log(`| ${week + 1} | ${asked} | ${most} | ${reviewers} | ${waiting} |`);
  const line = `questions to one reviewer in the first week, ${name}`;
  record({ line, unit: 'questions', values: [weeks[0]?.most ?? 0] });
}

function throwIt(error: Error): never {
  throw error;
}

await main();
