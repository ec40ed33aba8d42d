import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LINE_COLUMNS } from '../src/audit/columns.sql.ts';
import { foldReviewCounts } from '../src/core/reviews/counts.sql.ts';
import { createReviewWorld, type ReviewWorld } from './support/review-world.ts';

const MIGRATION = new URL(
  '../src/platform/database/migrations/0021_asset_entries_and_campaign_outcomes.sql',
  import.meta.url,
);

let world: ReviewWorld;
beforeAll(async () => {
  world = await createReviewWorld();
});
afterAll(() => world.close());

/** As the role that owns the tables, which row security holds for too. */
async function asOwner(...statements: string[]): Promise<void> {
  const client = new pg.Client(world.test.owner);
  await client.connect();
  try {
    for (const statement of ['BEGIN', ...statements, 'COMMIT']) await client.query(statement);
  } finally {
    await client.end();
  }
}

const json = async (url: string) => (await world.call({ url })).json();
const idsOf = async (url: string): Promise<string[]> =>
  (await json(url)).items.map(({ id }: { id: string }) => id);

test('entries and campaigns from before are found and counted as those from after', async () => {
  const begun = await world.call({
    method: 'POST',
    url: '/v1/campaigns',
    payload: { name: 'all', filter: {} },
  });
  await world.sweep();
  const { id } = begun.json();
  const asked = await idsOf(`/v1/reviews?campaign_id=${id}&asset_id=wiki`);
  for (const [place, decision] of ['CONFIRM', 'REVOKE', 'CONFIRM'].entries()) {
    await world.decide(asked[place] as string, { decision, justification: 'x' });
  }
  await world.test.db.transaction(world.tenant, (tx) => foldReviewCounts(tx));

  const shown = async () => ({
    entries: await idsOf('/v1/audit?asset_id=wiki&limit=100'),
    decided: (await idsOf('/v1/audit?asset_id=wiki&event_type=review.decided')).length,
    progress: (await json(`/v1/campaigns/${id}`)).progress,
  });
  const lines = () =>
    world.test.admin(`SELECT ${LINE_COLUMNS.replace('e.asset_id,', '')} FROM audit_entries e ORDER BY id`);
  const before = { shown: await shown(), lines: await lines() };
  expect(before.shown.decided).toBeGreaterThan(1);
  expect(before.shown.progress).toMatchObject({ confirmed: 2, revoked: 1 });

  await world.test.admin("DELETE FROM review_counts WHERE noun = 'campaign_revoked'");
  await asOwner(
    'ALTER TABLE audit_entries DROP COLUMN asset_id',
    // It stood in the way then, and is gone now.
    'CREATE FUNCTION audit_line(entry audit_entries) RETURNS text LANGUAGE sql RETURN (entry).id',

    'DROP TRIGGER count_revoked ON reviews',
    'DROP FUNCTION count_revoked',
  );
  await asOwner(
    await readFile(MIGRATION, 'utf8'),
    'DROP INDEX audit_entries_by_asset',
    'DROP FUNCTION audit_line(audit_entries)',
  );
  expect({ shown: await shown(), lines: await lines() }).toEqual(before);
});
