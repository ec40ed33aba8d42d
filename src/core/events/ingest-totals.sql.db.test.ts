import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { addIngested } from './ingest-totals.sql.ts';
import { extendRun, type QuarterRun, quarterOf } from './steady-source.rules.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const START = Date.UTC(2026, 5, 1, 12);

test('keeps the run that the rule has, in whatever order gateways add', async () => {
  const q = database.db.alone(database.tenants.a);
  let source = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 12 }),
      async (quarters) => {
        source += 1;
        let run: QuarterRun | null = null;
        for (const quarter of quarters) {
          const at = START + quarter * 900_000 + 7;
          await addIngested(q, `s${source}`, { events: 2, at });
          run = extendRun(run, quarterOf(at));
        }
        const [row] = await database.admin(
          `SELECT events::int, last_quarter::int, run_quarters, longest_run FROM ingest_totals WHERE connector = $1`,
          [`s${source}`],
        );
        expect(row).toEqual({ events: 2 * quarters.length, ...run });
      },
    ),
    { numRuns: 30 },
  );
});
