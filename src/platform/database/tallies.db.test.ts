import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { GRANT_STATUSES } from '../../core/directory/directory.rules.ts';
import { upsertAssets, upsertGrants, upsertPrincipals } from '../../core/directory/directory-import.sql.ts';
import { listGrants } from '../../core/directory/grants.sql.ts';
import { listPrincipals } from '../../core/directory/principals.sql.ts';
import { foldTallies } from './tallies.ts';

let store: TestDatabase;
beforeAll(async () => {
  store = await createTestDatabase();
});
afterAll(() => store.drop());

const page = { limit: 1, after: null, offset: 0 };
const grantId = fc.integer({ min: 0, max: 15 }).map((n) => `g${n}`);
const assetId = fc.constantFrom('a0', 'a1');
const change = fc.oneof(
  fc.record({
    do: fc.constant('put' as const),
    id: grantId,
    asset: assetId,
    status: fc.constantFrom(...GRANT_STATUSES),
  }),
  fc.record({ do: fc.constant('move' as const), id: grantId, department: fc.constantFrom('x', 'y', null) }),
  fc.constant({ do: 'fold' as const }),
);

test('totals equal a count after any changes, folded or not, also when changes and folds run at once', async () => {
  const { db, tenants } = store;
  await db.transaction(tenants.a, async (tx) => {
    await upsertPrincipals(tx, [{ kind: 'principal', id: 'p', display_name: 'p', type: 'user' }]);
    await upsertAssets(
      tx,
      ['a0', 'a1'].map((id) => ({ kind: 'asset', id, name: id, type: 'table', platform: 'fabric' })),
    );
  });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 25 }), async (changes) => {
      await Promise.all(
        changes.map((step) =>
          db.transaction(tenants.a, async (tx) => {
            if (step.do === 'fold') return foldTallies(tx);
            if (step.do === 'move') {
              const { id, department } = step;
              return upsertPrincipals(tx, [
                { kind: 'principal', id, display_name: id, type: 'user', department },
              ]);
            }
            const { id, asset, status } = step;
            const grant = {
              kind: 'grant',
              id,
              principal_id: 'p',
              asset_id: asset,
              permission: 'read',
              status,
            } as const;
            return upsertGrants(tx, [grant]);
          }),
        ),
      );
      const q = db.tenant(tenants.a);
      for (const filters of [
        {},
        { status: 'active' as const },
        { asset_id: 'a0' },
        { asset_id: 'a1', status: 'revoked' as const },
      ]) {
        const { total } = await listGrants(q, filters, page);
        const [counted] = await store.admin(
          'SELECT count(*)::int AS n FROM grants WHERE ($1::text IS NULL OR status = $1) AND ($2::text IS NULL OR asset_id = $2)',
          [
            ('status' in filters && filters.status) || null,
            ('asset_id' in filters && filters.asset_id) || null,
          ],
        );
        expect([filters, total]).toEqual([filters, counted?.n]);
      }
      const { total } = await listPrincipals(q, { department: 'x' }, page);
      const [counted] = await store.admin("SELECT count(*)::int AS n FROM principals WHERE department = 'x'");
      expect(total).toBe(counted?.n);
    }),
    { numRuns: 40 },
  );
});
