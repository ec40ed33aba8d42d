/**
 * What finding crossings and listing scores reads, at 10,000 and at 1,000,000 grants: buffers and rows from EXPLAIN
 * (ANALYZE, BUFFERS) of the very statements that are sent, with the generic plans they run with. Counts do not depend
 * on how busy the machine is.
 *
 *   npm run bench:scores [-- --large 1000000 --half-lives]
 *
 * With --half-lives scores have five of them, as by the second model; by the first all have one.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedServer } from '@lapse/embedded-postgres';
import type pg from 'pg';
import { listCountedAssets } from '../../src/core/directory/lists/asset-list.sql.ts';
import { listScoredGrants } from '../../src/core/directory/lists/grant-list.sql.ts';
import { listScoredPrincipals } from '../../src/core/directory/lists/principal-list.sql.ts';
import { DEFAULT_POLICY } from '../../src/core/policy/policy.rules.ts';
import { lapseDateOf } from '../../src/core/scores/decay.rules.ts';
import { byClass, HALF_LIFE_CLASSES } from '../../src/core/scores/half-life.rules.ts';
import { instantTexts, stalenessSql } from '../../src/core/scores/half-life.sql.ts';
import type { LapsePageRequest } from '../../src/core/scores/lists/lapse-page.sql.ts';
import { listPairScores } from '../../src/core/scores/lists/pair-scores.sql.ts';
import { listPrincipalScores } from '../../src/core/scores/lists/principal-scores.sql.ts';
import { type Querier, sessionSettings } from '../../src/platform/database/database.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import type { OrderedPageRequest } from '../../src/platform/database/ordered-page.ts';
import { isoInstant } from '../../src/platform/iso-instant.ts';
import { withClient } from '../../test/support/with-client.ts';
import { record } from '../result.ts';
import { explained, type Reading } from './explained.ts';
import { explainedSweep } from './explained-sweep.ts';
import { fill } from './fill.ts';

const { values } = parseArgs({
  options: {
    large: { type: 'string', default: '1000000' },
    'half-lives': { type: 'boolean', default: false },
  },
});
const SMALL = 10_000;
const LARGE = Number(values.large);
const CROSSINGS = 300;
const TENANT = 1;

/** A number per line of the report; what it is read as is in its name. */
type Report = Map<string, number>;

async function main(): Promise<void> {
  const data_dir = await mkdtemp(path.join(tmpdir(), 'lapse-bench-'));
  const server = await startEmbeddedServer({ data_dir, log: () => {} });
  try {
    const reports: Report[] = [];
    for (const grants of [SMALL, LARGE]) {
      const database = `bench_${grants}`;
      await withClient(server.connection('superuser', 'postgres'), (client) =>
        client.query(`CREATE DATABASE ${database} OWNER lapse_owner`),
      );
      await migrate(server.connection('owner', database), { role: 'lapse_app' });

      const now = Date.now();
      await withClient(server.connection('superuser', database), async (client) => {
        await client.query(
          `INSERT INTO tenants (tenant_id, tid) OVERRIDING SYSTEM VALUE VALUES (${TENANT}, 'bench')`,
        );
        const half_life_classes = values['half-lives'] ? HALF_LIFE_CLASSES : ([0] as const);
        await fill(client, TENANT, { grants, crossings: CROSSINGS, half_life_classes, now });
      });
      const application = sessionSettings(
        server.connection('application', database),
        'lapse bench',
        'force_generic_plan',
      );
      const report: Report = new Map();
      await withClient(application, async (client) => {
        await client.query(`SET lapse.tenant_id = '${TENANT}'`);
        await measureLists(client, report, now);
        await measureSweep(client, report, now);
      });
      reports.push(report);
    }
    print(reports as [Report, Report]);
  } finally {
    await server.stop();
    await rm(data_dir, { recursive: true, force: true });
  }
}

async function measureSweep(client: pg.Client, report: Report, now: number): Promise<void> {
  const { crossings, readings } = await explainedSweep(client, TENANT, now);
  const sum = (of: Reading[], what: 'buffers' | 'examined'): number =>
    of.reduce((total, reading) => total + reading[what], 0) / crossings;
  const finding = readings.filter(({ text }) => text.includes('SKIP LOCKED'));
  report.set('sweep: crossings found', crossings);
  report.set('sweep: rows examined per crossing', sum(finding, 'examined'));
  report.set('sweep: buffers per crossing, finding', sum(finding, 'buffers'));
  report.set('sweep: buffers per crossing, with marks, names and audit', sum(readings, 'buffers'));
  report.set('sweep: sequential scans', readings.flatMap((reading) => reading.seq_scans).length);

  const again = await explainedSweep(client, TENANT, now);
  report.set(
    'sweep with nothing due: buffers',
    again.readings.reduce((total, reading) => total + reading.buffers, 0),
  );
}

async function measureLists(client: pg.Client, report: Report, now: number): Promise<void> {
  const until = byClass(DEFAULT_POLICY, (halfLife) => lapseDateOf(80, now, halfLife));
  const page: LapsePageRequest = { limit: 50, offset: 0, after: null, ascending: false, as_of: now };
  const ordered: OrderedPageRequest = { limit: 50, offset: 0, after: null, descending: false };
  const middle = async (table: string, id: string, where: string): Promise<LapsePageRequest> => {
    const { rows } = await client.query(
      `SELECT staleness::text, ${id} AS id
       FROM (SELECT *, ${stalenessSql('s', `'${isoInstant(now)}'::timestamptz`)} AS staleness FROM ${table} s) s
       WHERE ${where} ORDER BY s.staleness DESC, ${id}
       OFFSET (SELECT count(*) / 2 FROM ${table} WHERE ${where}) LIMIT 1`,
    );
    return { ...page, after: rows[0] };
  };
  const stale = `lapses_at <= ('{${instantTexts(until)}}'::timestamptz[])[half_life_class + 2]`;
  const deepStale = await middle('grant_scores', 'grant_id', `active AND ${stale}`);
  const deep = await middle('grant_scores', 'grant_id', 'active');
  const deepPrincipal = await middle('principal_scores', 'principal_id', 'true');
  const lists: Record<string, (q: Querier) => Promise<{ items: unknown[]; total: number }>> = {
    'min_score=80, first page': (q) => listPairScores(q, { range: { until } }, page),
    'min_score=80, deep cursor': (q) => listPairScores(q, { range: { until } }, deepStale),
    'pairs, first page': (q) => listPairScores(q, { range: {} }, page),
    'pairs, deep cursor': (q) => listPairScores(q, { range: {} }, deep),
    'pairs, lowest first, deep cursor': (q) => listPairScores(q, { range: {} }, { ...deep, ascending: true }),
    'principals, first page': (q) => listPrincipalScores(q, { range: {} }, page),
    'principals, deep cursor': (q) => listPrincipalScores(q, { range: {} }, deepPrincipal),
    'principals below 80, first page': (q) => listPrincipalScores(q, { range: { after: until } }, page),
    'grants by score, first page': (q) =>
      listScoredGrants(q, { sort: 'score', range: {}, as_of: now }, ordered),
    'grants of a risk level, first page': (q) =>
      listScoredGrants(q, { sort: 'score', range: { until }, as_of: now }, ordered),
    'grants of a department by score': (q) =>
      listScoredGrants(q, { sort: 'score', range: {}, as_of: now, department: 'Department 3' }, ordered),
    'grants of a platform by score, row 5,000': (q) =>
      listScoredGrants(
        q,
        { sort: 'score', range: {}, as_of: now, platform: 'fabric' },
        { ...ordered, offset: 5_000 },
      ),
    'principals by name, first page': (q) => listScoredPrincipals(q, { sort: 'name', as_of: now }, ordered),
    'principals by score, first page': (q) => listScoredPrincipals(q, { sort: 'score', as_of: now }, ordered),
    'assets by name, first page': (q) => listCountedAssets(q, { sort: 'name', now }, ordered),
  };
  for (const [name, list] of Object.entries(lists)) {
    await client.query('BEGIN');
    let buffers = 0;
    const { items, total } = await list(
      explained(client, TENANT, (reading) => {
        buffers += reading.buffers;
        if (reading.seq_scans.length > 0) console.log(`${name}: sequential scan of ${reading.seq_scans}`);
      }),
    );
    await client.query('COMMIT');
    if (items.length !== page.limit) throw new Error(`${name}: ${items.length} items`);
    report.set(`${name}: total`, total);
    report.set(`${name}: buffers`, buffers);
  }
}

function print([small, large]: [Report, Report]): void {
  console.log(`\n| | at ${SMALL} | at ${LARGE} | ratio |\n|---|---|---|---|`);
  const shown = (value: number): string => (Number.isInteger(value) ? String(value) : value.toFixed(2));
  for (const [name, value] of large) {
    const before = small.get(name) as number;
    if (name.includes('buffers')) {
      const values = [value / Math.max(before, 1e-9)];
      record({ line: `${name}, ${LARGE} against ${SMALL} grants`, unit: 'ratio', values });
    }
    console.log(
      `| ${name} | ${shown(before)} | ${shown(value)} | ${(value / Math.max(before, 1e-9)).toFixed(2)} |`,
    );
  }
}

await main();
