import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { DAY_MS } from '../../platform/iso-instant.ts';
import {
  upsertAssets,
  upsertGrants,
  upsertMemberships,
  upsertPrincipals,
} from '../directory/directory-import.sql.ts';
import { createBatch } from '../pipeline/batch.ts';
import { STAGES } from '../pipeline/stages.ts';
import { DEFAULT_POLICY } from '../policy/policy.rules.ts';

const NOW = Date.parse('2026-06-01T12:00:00Z');
const REMOVED_AT = NOW - 10 * DAY_MS;
const iso = (at: number): string => new Date(at).toISOString();
let store: TestDatabase;
let worlds = 0;

beforeAll(async () => {
  store = await createTestDatabase();
});
afterAll(() => store.drop());

type Way = 'direct' | 'group' | 'nested_group';
interface World {
  user: string;
  asset: string;
  group: string;
}

/** Somebody of his own with access to an asset of its own, directly or through a group. */
async function newWorld(way: Way): Promise<World> {
  worlds++;
  const [user, asset, group, outer] = ['user', 'asset', 'group', 'outer'].map((name) => `${name}-${worlds}`);
  const holder = { direct: user, group, nested_group: outer }[way] as string;
  await store.db.transaction(store.tenants.a, async (tx) => {
    await upsertPrincipals(tx, [
      { kind: 'principal', id: user as string, display_name: 'Somebody', type: 'user' },
      { kind: 'principal', id: group as string, display_name: 'Inner', type: 'group' },
      { kind: 'principal', id: outer as string, display_name: 'Outer', type: 'group' },
    ]);
    await upsertMemberships(tx, [
      { kind: 'membership', group_id: group as string, member_id: user as string },
      { kind: 'membership', group_id: outer as string, member_id: group as string },
    ]);
    await upsertAssets(tx, [
      { kind: 'asset', id: asset as string, name: 'ledger', type: 'table', platform: 'fabric' },
    ]);
    await upsertGrants(tx, [
      {
        kind: 'grant',
        id: `grant-${worlds}`,
        principal_id: holder,
        asset_id: asset as string,
        permission: 'read',
        granted_at: '2026-01-01T00:00:00Z',
      },
    ]);
  });
  return { user: user as string, asset: asset as string, group: group as string };
}

/** At a known instant, as the triggers of the database note it at theirs. */
async function removeAccess({ user, group, asset }: World, way: Way): Promise<void> {
  await store.db.transaction(store.tenants.a, async (tx) => {
    if (way === 'direct') {
      await tx.query("UPDATE grants SET status = 'revoked' WHERE tenant_id = $1 AND asset_id = $2", [
        tx.tenant_id,
        asset,
      ]);
    } else {
      await tx.query('DELETE FROM memberships WHERE tenant_id = $1 AND member_id = $2 AND group_id = $3', [
        tx.tenant_id,
        user,
        group,
      ]);
    }
  });
  const { a } = store.tenants;
  await store.admin('ALTER TABLE grants DISABLE TRIGGER USER');
  await store.admin(
    "UPDATE grants SET revoked_at = $3 WHERE tenant_id = $1 AND asset_id = $2 AND status = 'revoked'",
    [a, asset, iso(REMOVED_AT)],
  );
  await store.admin('ALTER TABLE grants ENABLE TRIGGER USER');
  await store.admin('UPDATE former_memberships SET ended_at = $3 WHERE tenant_id = $1 AND member_id = $2', [
    a,
    user,
    iso(REMOVED_AT),
  ]);
}

function deliver({ user, asset }: World, instants: readonly number[]): Promise<void> {
  const events = instants.map((at) => ({
    event_id: `${user}-${at}`,
    principal_id: user,
    asset_id: asset,
    action: 'query',
    platform: 'fabric',
    timestamp: iso(at),
    metadata: null,
  }));
  return store.db.transaction(store.tenants.a, async (tx) => {
    const given = { tx, now: NOW, policy: DEFAULT_POLICY, cause: 'use' as const };
    const batch = createBatch(given, { events });
    for (const { run } of STAGES) await run(batch);
  });
}

async function outcome({ user, asset }: World) {
  const { a } = store.tenants;
  const signals = await store.admin(
    "SELECT occurred_at FROM anomaly_signals WHERE tenant_id = $1 AND principal_id = $2 AND kind = 'ungranted_use' ORDER BY 1",
    [a, user],
  );
  const [score] = await store.admin(
    'SELECT last_used_at FROM grant_scores WHERE tenant_id = $1 AND asset_id = $2',
    [a, asset],
  );
  return {
    unallowed_days: signals.map((row) => Math.floor(Number(new Date(String(row.occurred_at))) / DAY_MS)),
    last_used_at: score?.last_used_at ? iso(Number(new Date(String(score.last_used_at)))) : null,
  };
}

const hoursAgo = fc.integer({ min: 1, max: 40 * 24 }).map((hours) => NOW - hours * 3_600_000);

test.each(['direct', 'group', 'nested_group'] as const)(
  '%s access: a use counts for what was there when it happened, in whatever order it is told',
  async (way) => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(hoursAgo, { minLength: 1, maxLength: 8 }),
        fc.nat(),
        fc.boolean(),
        async (instants, cut, isTogether) => {
          const allowed = instants.filter((at) => at < REMOVED_AT);
          const beforehand = allowed.slice(0, cut % (allowed.length + 1));
          const later = instants.filter((at) => !beforehand.includes(at));
          const world = await newWorld(way);
          if (beforehand.length > 0) await deliver(world, beforehand);
          await removeAccess(world, way);
          for (const part of isTogether ? [later] : later.map((at) => [at])) {
            if (part.length > 0) await deliver(world, part);
          }
          const after = instants.filter((at) => at >= REMOVED_AT);
          expect(await outcome(world)).toEqual({
            unallowed_days: [...new Set(after.map((at) => Math.floor(at / DAY_MS)))].sort(),
            last_used_at: allowed.length > 0 ? iso(Math.max(...allowed)) : null,
          });
        },
      ),
      { numRuns: 12 },
    );
  },
  60_000,
);

test('the instant of the remediation itself is after it', async () => {
  const world = await newWorld('direct');
  await removeAccess(world, 'direct');
  await deliver(world, [REMOVED_AT - 1, REMOVED_AT]);
  expect(await outcome(world)).toEqual({
    unallowed_days: [Math.floor(REMOVED_AT / DAY_MS)],
    last_used_at: iso(REMOVED_AT - 1),
  });
});

test('whoever joins again is a member again', async () => {
  const world = await newWorld('group');
  await removeAccess(world, 'group');
  await store.db.transaction(store.tenants.a, (tx) =>
    upsertMemberships(tx, [{ kind: 'membership', group_id: world.group, member_id: world.user }]),
  );
  await deliver(world, [NOW - DAY_MS]);
  expect(await outcome(world)).toEqual({ unallowed_days: [], last_used_at: iso(NOW - DAY_MS) });
});
