import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { drain } from '../../../test/support/drain.ts';
import { DAY_MS } from '../../platform/iso-instant.ts';
import { upsertAssets, upsertGrants, upsertPrincipals } from '../directory/directory-import.sql.ts';
import { appendToInbox } from '../events/inbox.sql.ts';
import { idlePeers } from '../scores/apply/peer-groups.sql.ts';
import { requestRecalculation } from '../scores/apply/recalculations.sql.ts';
import { PEER_WINDOW_DAYS } from '../scores/peers.rules.ts';

const START = Date.parse('2026-01-01T00:00:00Z');
const PEOPLE = ['ann', 'bob', 'cem', 'dee'];
const ASSETS = ['wiki', 'crm'];
const GRANTS = PEOPLE.flatMap((person) => ASSETS.map((asset) => `${person}-${asset}`));

let store: TestDatabase;
let tenant: number;
let now = START;

beforeAll(async () => {
  store = await createTestDatabase();
  tenant = store.tenants.a;
});
afterAll(() => store.drop());

async function begin(): Promise<void> {
  now = START;
  await store.admin(`TRUNCATE grants, memberships, identities, assets, principals, substitutes, search_terms, tallies, events, inbox,
    recalculations, dead_letters, grant_scores, principal_scores, score_history, peer_groups, peer_moves, principal_baselines,
    anomaly_signals, telemetry_gaps, policies, jobs, lapse_counts CASCADE`);
  await store.db.transaction(tenant, async (tx) => {
    await upsertPrincipals(
      tx,
      PEOPLE.map((id) => ({ kind: 'principal', id, display_name: id, type: 'user', department: 'Sales' })),
    );
    await upsertAssets(
      tx,
      ASSETS.map((id) => ({ kind: 'asset', id, name: id, type: 'table', platform: 'fabric' })),
    );
    await upsertGrants(
      tx,
      PEOPLE.flatMap((person) =>
        ASSETS.map((asset) => ({
          kind: 'grant' as const,
          id: `${person}-${asset}`,
          principal_id: person,
          asset_id: asset,
          permission: 'read',
          granted_at: new Date(START - 30 * DAY_MS).toISOString(),
        })),
      ),
    );
    await requestRecalculation(tx, 'imported', GRANTS);
  });
  await drain(store, tenant, now);
}

const scores = () =>
  store.admin('SELECT grant_id, lapses_at, standing_days, peer_active FROM grant_scores ORDER BY grant_id');

/** What time alone changes is found by another part of the pipeline, in its own time. */
async function countIdlePeers(): Promise<void> {
  await store.db.transaction(tenant, async (tx) => {
    const before = new Date(now - PEER_WINDOW_DAYS * DAY_MS).toISOString();
    const { idle } = await idlePeers(tx, { after: '', before, limit: 100 });
    await requestRecalculation(tx, 'time', idle);
  });
  await drain(store, tenant, now);
}

const step = fc.record({
  days: fc.integer({ min: 0, max: 70 }),
  uses: fc.array(
    fc.record({
      who: fc.constantFrom(...PEOPLE),
      what: fc.constantFrom(...ASSETS),
      action: fc.constantFrom('query', 'query', 'query', 'login'),
      daysAgo: fc.integer({ min: 0, max: 40 }),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  outage: fc.boolean(),
});

test('what a use makes of a score is what computing it in full makes of it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async (steps) => {
      await begin();
      let count = 0;
      for (const { days, uses, outage } of steps) {
        now += days * DAY_MS;
        if (outage) {
          await store.admin('INSERT INTO telemetry_gaps VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING', [
            tenant,
            'fabric',
            new Date(now - DAY_MS),
            new Date(now - DAY_MS / 2),
          ]);
          await store.db.transaction(tenant, (tx) => requestRecalculation(tx, 'refresh', GRANTS));
          await drain(store, tenant, now);
        }
        await store.db.transaction(tenant, (tx) =>
          appendToInbox(
            tx,
            uses.map(({ who, what, action, daysAgo }) => ({
              event_id: `e${++count}`,
              principal_id: who,
              asset_id: what,
              action,
              platform: 'fabric',
              timestamp: new Date(now - daysAgo * DAY_MS).toISOString(),
              metadata: null,
            })),
          ),
        );
        await drain(store, tenant, now);
        await countIdlePeers();
        const before = await scores();
        await store.db.transaction(tenant, (tx) => requestRecalculation(tx, 'refresh', GRANTS));
        await drain(store, tenant, now);
        expect(await scores()).toEqual(before);
      }
    }),
    { numRuns: 8 },
  );
});
