import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { Reference, readTables, valuesByKey } from '../../../test/support/summary-reference.ts';
import { faultOfSentence, type RowFigures } from '../../../test/support/summary-sentences.ts';
import { addFuture, fillSummaryWorld, type SummaryWorld } from '../../../test/support/summary-world.ts';
import { DEFAULT_POLICY } from '../../core/policy/policy.rules.ts';
import type { ReportFilters } from '../report.rules.ts';
import { type BuiltSummary, buildSummary, spacedInstants } from './build-summary.ts';
import { SUMMARY_COLUMNS } from './compliance-rows.rules.ts';
import type { ComplianceSummary } from './compliance-summary.rules.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  // Rows are written as they would have come to be, so nothing may be derived from when that is done.
  await db.admin('SET session_replication_role = replica');
});
afterAll(() => db.drop());

const EVERYTHING: ReportFilters = { department: null, platform: null, classification: null };

async function newTenant(name: string): Promise<number> {
  const rows = await db.db.registry<{ tenant_id: number }>(
    'INSERT INTO tenants (tid) VALUES ($1) RETURNING tenant_id',
    [name],
  );
  return rows[0]?.tenant_id as number;
}

function build({ tenant_id, start, end }: SummaryWorld, filters = EVERYTHING): Promise<BuiltSummary> {
  const asked = {
    period_start: new Date(start).toISOString(),
    period_end: new Date(end).toISOString(),
    filters,
  };
  return db.db.transaction(tenant_id, (tx) => buildSummary(tx, asked, DEFAULT_POLICY), 'force_custom_plan');
}

async function compare(world: SummaryWorld, filters = EVERYTHING): Promise<ComplianceSummary> {
  const { summary } = await build(world, filters);
  const tables = await readTables(db, world.tenant_id);
  const reference = new Reference(tables, filters);
  const { start, end } = world;
  // Nothing is said of the time before anything was observed, and something of the end in any case.
  const instants = spacedInstants(start, end).filter((at) => at === end || reference.observed(at).length > 0);
  expect(summary.score_bands).toEqual(instants.map((at) => reference.bands(at)));
  const first = (table: string, column: string) =>
    Math.min(...(tables[table] ?? []).map((row) => Date.parse(row[column])));
  const earliest = { records: first('audit_entries', 'at') };
  const { observed_share: _, ...figures } = valuesByKey(summary.key_figures);
  expect(figures).toEqual(reference.keyFigures(start, end, earliest));
  expect(summary.telemetry).toEqual(reference.telemetry(start, end));
  expect(summary.reviews).toEqual(reference.reviews(start, end));
  expect(summary.overdue).toEqual(reference.overdue(start, end));
  expect(summary.remediations).toEqual(reference.remediations(start, end));
  expect(summary.stale_access).toEqual(reference.staleAccess(end));
  const exceptions = reference.exceptions(start, end);
  expect(summary.exceptions.without_reason).toBe(exceptions.without_reason);
  for (const kind of ['confirmed_against_recommendation', 'fast_decisions', 'bulk_confirmations'] as const) {
    expect(summary.exceptions[kind].total).toBe(exceptions[kind].total);
    // Which of many are shown is not the point; that they are true is.
    const rows: object[] = summary.exceptions[kind].rows;
    for (const row of rows) expect(exceptions[kind].rows).toContainEqual(row);
    expect(rows).toHaveLength(Math.min(25, exceptions[kind].total));
  }
  const byKey = reference.keyFigures(start, end, earliest);
  const removals = reference.remediations(start, end) as unknown as Record<string, number>;
  const said: RowFigures = {
    held: Object.fromEntries(Object.entries(byKey).map(([key, { value }]) => [key, value])),
    holders: reference.holders(end),
    reviews: reference.reviews(start, end) as RowFigures['reviews'],
    removals: { ...removals, all: (removals.requested ?? 0) + (removals.carried_over ?? 0) },
    exceptions: {
      against: exceptions.confirmed_against_recommendation.total,
      fast: exceptions.fast_decisions.total,
      bulk: exceptions.bulk_confirmations.total,
      without_reason: exceptions.without_reason,
    },
    previous_stale_share: byKey.stale_share?.previous ?? null,
  };
  const sentences = [...summary.executive_summary, ...summary.controls.map(({ evidence }) => evidence)];
  for (const sentence of sentences) expect(faultOfSentence(sentence, said)).toBeNull();
  // A share stands beside a sentence about the same whole.
  const share = summary.controls.find(({ control }) => control === 'CC6.3')?.value;
  const { all, verified } = said.removals as { all: number; verified: number };
  expect(share).toBe(all === 0 ? null : Math.round((verified / all) * 10_000) / 100);
  // The parts of a whole are the whole.
  const byRisk = (key: 'created' | 'decided' | 'decided_by_people' | 'decided_within_sla') =>
    summary.reviews.by_risk.reduce((sum, row) => sum + row[key], 0);
  expect(byRisk('created')).toBe(summary.reviews.created);
  expect(byRisk('decided')).toBe(summary.reviews.decided);
  expect(byRisk('decided_by_people')).toBe(summary.reviews.confirmed + summary.reviews.revoked);
  expect(byRisk('decided_within_sla')).toBe(summary.reviews.decided_within_sla);
  const { remediations: done, reviews } = summary;
  expect(done.requested + done.carried_over).toBe(
    done.completed +
      done.contradicted +
      done.failed +
      done.blocked +
      done.reverted +
      done.cancelled +
      done.rehearsed +
      done.open,
  );
  expect(done.completed).toBe(done.verified + done.attested + done.simulated + done.not_verified);
  expect(reviews.decided).toBe(
    reviews.confirmed +
      reviews.revoked +
      reviews.confirmed_by_use +
      reviews.removed_elsewhere +
      reviews.revoked_unanswered +
      reviews.revoked_by_rule,
  );
  return summary;
}

describe('figures are those that a plain look at every row gives', () => {
  test.each([11, 12, 13, 14, 15, 16])('organisation %i, also after more has happened', async (seed) => {
    const world = await fillSummaryWorld(db, await newTenant(`org-${seed}`), seed);
    const before = await compare(world);
    const { rows } = await build(world);
    await addFuture(db, world, seed);
    expect(await compare(world)).toEqual(before);
    expect((await build(world)).rows).toEqual(rows);
    await compare(world, { ...EVERYTHING, department: 'Finance' });
    await compare(world, { ...EVERYTHING, platform: 'fabric' });
    await compare(world, { department: 'Research', platform: 'synapse', classification: 'pii' });
  });
});

test('another tenant changes nothing', async () => {
  const world = await fillSummaryWorld(db, await newTenant('alone'), 21);
  const before = await build(world);
  await fillSummaryWorld(db, await newTenant('neighbour'), 22);
  expect(await build(world)).toEqual(before);
});

test('an empty tenant has a summary that says so', async () => {
  const tenant_id = await newTenant('empty');
  const end = Date.UTC(2026, 0, 1);
  const { summary, rows } = await build({ tenant_id, start: end - 86_400_000, end });
  expect(summary.executive_summary).toEqual([
    'Nobody held any access at the end of the period.',
    'No review was opened, open or decided in this period.',
    'No access was to be removed in this period.',
  ]);
  expect(summary.key_figures.every((figure) => !figure.value && figure.previous === null)).toBe(true);
  expect(summary.score_bands).toHaveLength(1);
  expect(summary.controls).toHaveLength(13);
  for (const row of rows) expect(row).toHaveLength(SUMMARY_COLUMNS.length);
});

test('a department nobody is in has no figures, and no other is shown', async () => {
  const world = await fillSummaryWorld(db, await newTenant('no department'), 23);
  const { summary } = await build(world, { ...EVERYTHING, department: 'No such' });
  expect(summary.key_figures.find((figure) => figure.key === 'active_grants')?.value).toBe(0);
  expect(summary.telemetry).toEqual([]);
  expect(summary.overdue.total).toBe(0);
});
