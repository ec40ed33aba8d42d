import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { isoInstant } from '../../../platform/iso-instant.ts';
import { listScoredGrants } from '../../directory/lists/grant-list.sql.ts';
import { lapseDateOf } from '../decay.rules.ts';
import { byClass, compareStaleness, HALF_LIFE_CLASSES, type Lapse } from '../half-life.rules.ts';
import type { LapsePageRequest, LapsePosition } from './lapse-page.sql.ts';
import { listPairScores } from './pair-scores.sql.ts';
import { listPrincipalScores } from './principal-scores.sql.ts';

let store: TestDatabase;
beforeAll(async () => {
  store = await createTestDatabase();
  await store.admin(
    `INSERT INTO principals (tenant_id, id, display_name, type, source)
     SELECT $1, 'p' || i, 'Person', 'user', 'import' FROM generate_series(0, 39) i`,
    [store.tenants.a],
  );
  await store.admin(
    `INSERT INTO assets (tenant_id, id, name, type, platform) VALUES ($1, 'a', 'asset', 'table', 'fabric')`,
    [store.tenants.a],
  );
  await store.admin(
    `INSERT INTO grants (tenant_id, id, principal_id, asset_id, permission, granted_at)
     SELECT $1, 'g' || i, 'p' || i, 'a', 'read', now() FROM generate_series(0, 39) i`,
    [store.tenants.a],
  );
});
afterAll(() => store.drop());

const NOW = Date.UTC(2026, 5, 1);
// Few enough dates that many scores are equal, also across classes, and odd ones that no slower class can equal.
const lapse = fc.record({
  lapses_at: fc.oneof(
    fc.integer({ min: -4, max: 4 }).map((steps) => NOW + steps * 8_000),
    fc.integer({ min: -40, max: 40 }).map((ms) => NOW + ms),
  ),
  half_life_class: fc.constantFrom(...HALF_LIFE_CLASSES),
});

async function put(lapses: readonly Lapse[]): Promise<void> {
  const values = [
    store.tenants.a,
    lapses.map((_, i) => i),
    lapses.map(({ lapses_at }) => isoInstant(lapses_at)),
    lapses.map(({ half_life_class }) => half_life_class),
  ];
  const rows = 'unnest($2::integer[], $3::timestamptz[], $4::smallint[]) AS r (i, l, c)';
  await store.admin('DELETE FROM grant_scores');
  await store.admin('DELETE FROM principal_scores');
  await store.admin(
    `INSERT INTO grant_scores (tenant_id, grant_id, principal_id, asset_id, active, active_days, lapses_at, half_life_class,
       reached, calculated_at) SELECT $1, 'g' || i, 'p' || i, 'a', true, '', l, c, 0, now() FROM ${rows}`,
    values,
  );
  await store.admin(
    `INSERT INTO principal_scores (tenant_id, principal_id, grant_id, lapses_at, half_life_class, reached, calculated_at)
     SELECT $1, 'p' || i, 'g' || i, l, c, 0, now() FROM ${rows}`,
    values,
  );
}

type Page = { items: { id: string; position: string }[]; total: number; has_more: boolean };

/** All pages, one after the other. */
async function ids(list: (page: Omit<LapsePageRequest, 'as_of'>) => Promise<Page>, ascending: boolean) {
  const found: string[] = [];
  for (let after: LapsePosition | null = null; ; ) {
    const page = await list({ limit: 3, offset: 0, after, ascending });
    found.push(...page.items.map(({ id }) => id));
    const last = page.items.at(-1);
    if (!page.has_more || !last) return found;
    after = { staleness: last.position, id: last.id };
  }
}

const byText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

test('pages of any list by score, one after the other, are all of it in the order of scores, and in reverse', async () => {
  const q = store.db.tenant(store.tenants.a);
  await fc.assert(
    fc.asyncProperty(
      fc.array(lapse, { maxLength: 40 }),
      fc.integer({ min: -60_000, max: 60_000 }),
      fc.boolean(),
      fc.constantFrom(0, 20, 50, 50.0001),
      async (lapses, later, ascending, min_score) => {
        await put(lapses);
        const as_of = NOW + later;
        const range = {
          until: byClass({ half_life_days: 0.001 }, (halfLife) => lapseDateOf(min_score, as_of, halfLife)),
        };
        const expected = lapses
          .map((each, i) => ({ ...each, i }))
          .filter(
            ({ lapses_at, half_life_class }) => lapses_at <= (range.until[half_life_class + 1] as number),
          )
          .sort((a, b) => compareStaleness(b, a, as_of) || byText(`g${a.i}`, `g${b.i}`));
        if (ascending) expected.reverse();
        const pairs = await ids((page) => listPairScores(q, { range }, { ...page, as_of }), ascending);
        expect(pairs).toEqual(expected.map(({ i }) => `g${i}`));
        const principals = await ids(
          (page) => listPrincipalScores(q, { range }, { ...page, as_of }),
          ascending,
        );
        expect(principals).toEqual(expected.map(({ i }) => `p${i}`));
        for (const filters of [{}, { platform: 'fabric' }, { asset_id: 'a' }]) {
          const grants = await ids(
            ({ after, ascending: descending, ...page }) =>
              listScoredGrants(
                q,
                { sort: 'score', range, as_of, ...filters },
                { ...page, descending, after: after && { key: after.staleness, id: after.id } },
              ),
            ascending,
          );
          expect(grants).toEqual(pairs);
        }
        const skipped = await listPairScores(
          q,
          { range },
          { limit: 3, offset: 4, after: null, ascending, as_of },
        );
        expect(skipped.items.map(({ id }) => id)).toEqual(pairs.slice(4, 7));
        expect(skipped.total).toBe(pairs.length);
      },
    ),
    { numRuns: 60 },
  );
});
