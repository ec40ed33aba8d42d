import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { drain } from '../../../test/support/drain.ts';
import { importDirectory } from '../directory/import/import-directory.ts';
import { appendToInbox } from '../events/inbox.sql.ts';
import { loadGrantFacts } from './apply/grant-facts.sql.ts';

const NOW = Date.parse('2026-06-01T12:00:00Z');
const PEOPLE = ['ann', 'bob', 'cem', 'dee'];

let store: TestDatabase;
let tenant: number;
beforeAll(async () => {
  store = await createTestDatabase();
  tenant = store.tenants.a;
});
afterAll(() => store.drop());

async function importLines(lines: object[]): Promise<void> {
  const { rejections } = await importDirectory(
    { db: store.db, tenant_id: tenant },
    (async function* () {
      for (const [index, line] of lines.entries()) yield { number: index + 1, text: JSON.stringify(line) };
    })(),
  );
  expect(rejections).toEqual([]);
}

const holding = fc.record({
  who: fc.constantFrom(...PEOPLE),
  number: fc.integer({ min: 1, max: 3 }),
  do: fc.constantFrom('grant', 'grant', 'revoke', 'use'),
});

test('whoever holds an asset through several grants is one of its holders', async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(holding, { minLength: 3, maxLength: 12 }), async (changes) => {
      run += 1;
      const asset = `asset-${run}`;
      const held = new Map<string, Set<number>>();
      const used = new Set<string>();
      const line = (who: string, number: number, status: string) => ({
        kind: 'grant',
        id: `${asset}-${who}-${number}`,
        principal_id: who,
        asset_id: asset,
        permission: 'read',
        granted_at: '2026-01-01T00:00:00Z',
        status,
      });
      await importLines([
        ...PEOPLE.map((id) => ({
          kind: 'principal',
          id,
          display_name: id,
          type: 'user',
          department: 'Sales',
        })),
        { kind: 'asset', id: asset, name: asset, type: 'table', platform: 'fabric' },
      ]);
      for (const { who, number, do: what } of changes) {
        const own = held.get(who) ?? new Set();
        held.set(who, own);
        if (what === 'use' && own.size > 0) {
          used.add(who);
          await store.db.transaction(tenant, (tx) =>
            appendToInbox(tx, [
              {
                event_id: uuidv7(),
                principal_id: who,
                asset_id: asset,
                action: 'query',
                platform: 'fabric',
                timestamp: '2026-05-30T10:00:00.000Z',
                metadata: null,
              },
            ]),
          );
        } else if (what === 'grant') {
          own.add(number);
          if (own.size === 1) used.delete(who);
          await importLines([line(who, number, 'active')]);
        } else if (what === 'revoke' && own.delete(number)) {
          await importLines([line(who, number, 'revoked')]);
        }
        await drain(store, tenant, NOW);
      }
      const holders = [...held].filter(([, grants]) => grants.size > 0).map(([who]) => who);
      const [counts] = await store.admin('SELECT holders FROM peer_groups WHERE asset_id = $1', [asset]);
      expect(counts?.holders ?? 0).toBe(holders.length);
      const ids = [...held].flatMap(([who, numbers]) => [...numbers].map((n) => `${asset}-${who}-${n}`));
      for (const { facts } of await loadGrantFacts(store.db.tenant(tenant), ids))
        expect(facts.peers.peers).toBe(holders.length - 1);
    }),
    { numRuns: 25 },
  );
});

test('a use through one of several grants counts the person once', async () => {
  await importLines([
    ...['eve', 'fay'].map((id) => ({ kind: 'principal', id, display_name: id, type: 'user' })),
    { kind: 'asset', id: 'wiki', name: 'wiki', type: 'table', platform: 'fabric' },
    ...['eve-1', 'eve-2', 'fay-1'].map((id) => ({
      kind: 'grant',
      id,
      principal_id: id.slice(0, 3),
      asset_id: 'wiki',
      permission: 'read',
      granted_at: '2026-01-01T00:00:00Z',
    })),
  ]);
  await drain(store, tenant, NOW);
  const event = {
    event_id: 'use',
    principal_id: 'eve',
    asset_id: 'wiki',
    action: 'query',
    platform: 'fabric',
    timestamp: '2026-05-30T10:00:00.000Z',
    metadata: null,
  };
  await store.db.transaction(tenant, (tx) => appendToInbox(tx, [event]));
  await drain(store, tenant, NOW);
  expect(await store.admin("SELECT holders, active FROM peer_groups WHERE asset_id = 'wiki'")).toEqual([
    { holders: 2, active: 1 },
  ]);
  const facts = await loadGrantFacts(store.db.tenant(tenant), ['eve-1', 'eve-2', 'fay-1']);
  expect(facts.map((known) => [known.grant_id, known.facts.peers])).toEqual([
    ['eve-1', { peers: 1, active: 0 }],
    ['eve-2', { peers: 1, active: 0 }],
    ['fay-1', { peers: 1, active: 1 }],
  ]);
});
