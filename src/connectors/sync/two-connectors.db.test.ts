import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createReviewWorld, daysAgo, type ReviewWorld } from '../../../test/support/review-world.ts';
import { unwatchedAssets } from '../../core/scores/sweep/due-crossings.sql.ts';
import { DAY_MS } from '../../platform/iso-instant.ts';
import {
  type Connector,
  ConnectorError,
  type RawAsset,
  type RawGrant,
  type RawPrincipal,
} from '../connector.ts';
import { syncTenant } from './run-syncs.ts';

/** Two systems of one platform, each with somebody who may read its vault, and a third that was imported. */

let world: ReviewWorld;
let down: Set<string>;
let blind: Set<string>;

const IMPORTED = [
  { kind: 'principal', id: 'mia', display_name: 'Mia', type: 'user' },
  { kind: 'principal', id: 'ivy', display_name: 'Ivy', type: 'user', manager_id: 'mia' },
  { kind: 'asset', id: 'archive', name: 'archive', type: 'table', platform: 'fabric', owner_id: 'mia' },
  {
    kind: 'grant',
    id: 'g-ivy',
    principal_id: 'ivy',
    asset_id: 'archive',
    permission: 'read',
    granted_at: daysAgo(400),
  },
];

const raw = {
  principal: (key: string): RawPrincipal => ({
    ...{ key, display_name: key, type: 'user', email: null, department: null, manager_key: null },
    ...{ mfa_enabled: null, last_login_at: null, disabled: false, protected: false, created_at: null },
    details: {},
  }),
  asset: (key: string): RawAsset => ({
    ...{ key, name: key, type: 'table', owner_key: null, container_key: null, created_at: null },
    tags: [],
    details: {},
  }),
  grant: (principal_key: string, asset_key: string): RawGrant => ({
    ...{ key: `g/${principal_key}`, principal_key, asset_key, permission: 'read', via_group_key: null },
    ...{ granted_at: daysAgo(400), revocable: true, details: {} },
  }),
};

function system(id: string): Connector {
  const page = <T>(items: T[]) => {
    if (down.has(id)) throw new ConnectorError('unavailable', `${id} is down`);
    return { items, next_cursor: null };
  };
  return {
    platform: 'fabric',
    check: async () => ({ ok: true, message: 'fine', version: null, latency_ms: 1, missing: [] }),
    principals: async () => page([raw.principal(`user of ${id}`)]),
    assets: async () => page([raw.asset(`vault of ${id}`)]),
    memberships: async () => page([]),
    grants: async () => page([raw.grant(`user of ${id}`, `vault of ${id}`)]),
    readUse: async () => ({
      ...{ events: [], checkpoint: '1', more: false },
      coverage: { observes_use: !blind.has(id), observed_since: null, gaps: [], sources: [] },
    }),
    close: async () => {},
  } as Partial<Connector> as Connector;
}

async function connect(id: string): Promise<void> {
  await world.test.admin(
    `INSERT INTO connectors (tenant_id, id, platform, name, settings, sealed_secrets, secret_names, sync_every_seconds,
       created_by, next_sync_at) VALUES ($1, $2, 'fabric', $2, '{}', '', '{}', 300, 'test', $3)`,
    [world.tenant, id, new Date(world.now).toISOString()],
  );
}

async function syncAll(): Promise<void> {
  const context = {
    ...world.context(),
    openConnector: async (_: number, id: string | null) => system(id as string),
  };
  await world.test.admin('UPDATE connectors SET next_sync_at = $1', [new Date(world.now).toISOString()]);
  while (await syncTenant(context, world.tenant, new AbortController().signal));
  await world.drain();
}

const unwatched = async () => {
  const ids = await world.test.db.transaction(world.tenant, unwatchedAssets);
  const rows = await world.test.admin('SELECT name FROM assets WHERE id = ANY ($1) ORDER BY name', [ids]);
  return rows.map((row) => row.name);
};
const asked = async () => {
  const { items } = (await world.call({ url: '/v1/reviews' })).json();
  const told = items.map(
    (item: {
      asset_name: string;
      evidence_json: { telemetry: { coverage: string } };
      recommendation: string;
    }) => [item.asset_name, item.evidence_json.telemetry.coverage, item.recommendation] as const,
  );
  return told.sort();
};
const gaps = () =>
  world.test.admin(
    'SELECT connector_id, ended_at IS NULL AS open FROM telemetry_gaps ORDER BY 1, started_at',
  );
const lapses = async () => {
  const rows = await world.test.admin(
    'SELECT a.name, s.lapses_at FROM grant_scores s JOIN assets a ON a.id = s.asset_id',
  );
  return Object.fromEntries(rows.map(({ name, lapses_at }) => [name, Date.parse(lapses_at as string)]));
};

beforeEach(async () => {
  world = await createReviewWorld(IMPORTED);
  down = new Set();
  blind = new Set();
});
afterEach(() => world.close());

describe('two connectors of one platform', () => {
  test('of which one fails: only what it reads is not watched, and only that waits', async () => {
    await connect('c1');
    await connect('c2');
    await syncAll();
    expect(await unwatched()).toEqual([]);
    down.add('c1');
    await syncAll();
    expect(await gaps()).toEqual([{ connector_id: 'c1', open: true }]);
    expect(await unwatched()).toEqual(['vault of c1']);
    await world.sweep();
    expect(await asked()).toEqual([
      ['archive', 'full', 'REVOKE'],
      ['vault of c2', 'full', 'REVOKE'],
    ]);
    const { items } = (await world.call({ url: '/v1/connectors' })).json();
    expect(items.map(({ health }: { health: string }) => health)).toEqual(['failing', 'healthy']);

    const before = await lapses();
    world.now += 5 * DAY_MS;
    down.clear();
    await syncAll();
    expect(await gaps()).toEqual([{ connector_id: 'c1', open: false }]);
    const after = await lapses();
    const moved = Object.keys(after).map((name) => [
      name,
      (after[name] as number) - (before[name] as number),
    ]);
    expect(Object.fromEntries(moved)).toEqual({
      archive: 0,
      'vault of c1': 5 * DAY_MS,
      'vault of c2': 0,
    });
    await world.sweep();
    expect(await asked()).toEqual([
      ['archive', 'full', 'REVOKE'],
      ['vault of c1', 'partial', 'REVIEW'],
      ['vault of c2', 'full', 'REVOKE'],
    ]);
  });

  test('of which one cannot see use: the other one still can, and the end of it is its own', async () => {
    blind.add('c1');
    await connect('c1');
    await connect('c2');
    await syncAll();
    expect(await unwatched()).toEqual(['vault of c1']);
    blind = new Set(['c2']);
    await syncAll();
    expect(await unwatched()).toEqual(['vault of c2']);
  });

  test('of which one has a host that nobody has: nothing of the platform is unobserved', async () => {
    await connect('c2');
    await syncAll();
    down.add('mistyped');
    await connect('mistyped');
    await syncAll();
    expect([await gaps(), await unwatched()]).toEqual([[], []]);
  });

  test('and the API says of each its own health, age and coverage, and which access is its own', async () => {
    blind.add('c2');
    await connect('c1');
    await connect('c2');
    await syncAll();
    const first = world.now;
    down.add('c1');
    await connect('mistyped');
    down.add('mistyped');
    world.now += DAY_MS;
    await syncAll();
    const { items } = (await world.call({ url: '/v1/connectors' })).json();
    expect(items).toMatchObject([
      {
        id: 'c1',
        health: 'failing',
        error: 'c1 is down',
        coverage: { observes_use: true },
        last_sync_at: new Date(first).toISOString(),
        last_use_read_at: new Date(first).toISOString(),
      },
      {
        id: 'c2',
        health: 'healthy',
        error: null,
        coverage: { observes_use: false },
        last_sync_at: new Date(world.now).toISOString(),
        last_use_read_at: null,
      },
      {
        id: 'mistyped',
        health: 'failing',
        error: 'mistyped is down',
        coverage: null,
        last_sync_at: null,
        last_use_read_at: null,
      },
    ]);
    const accessOf = async (id: string) => {
      const { items: access } = (
        await world.call({ url: `/v1/grants?sort=score&connector_id=${id}` })
      ).json();
      return access.map(({ asset_name }: { asset_name: string }) => asset_name);
    };
    expect([await accessOf('c1'), await accessOf('c2'), await accessOf('mistyped')]).toEqual([
      ['vault of c1'],
      ['vault of c2'],
      [],
    ]);
  });

  test('of which one is removed: its gap ends, and what it did not see stays unseen', async () => {
    await connect('c1');
    await syncAll();
    const before = (await lapses())['vault of c1'] as number;
    down.add('c1');
    await syncAll();
    await world.test.admin("UPDATE telemetry_gaps SET started_at = started_at - interval '3 days'");
    expect((await world.call({ method: 'DELETE', url: '/v1/connectors/c1' })).statusCode).toBe(200);
    await world.drain();
    expect(await unwatched()).toEqual([]);
    expect((await lapses())['vault of c1']).toBe(before + 4 * DAY_MS);
  });
});

test('a gap of the whole platform from before goes on for the connector that still does not see', async () => {
  await connect('c1');
  await connect('c2');
  await syncAll();
  down.add('c1');
  await syncAll();
  const owner = new pg.Client(world.test.owner);
  await owner.connect();
  try {
    await owner.query(`BEGIN; ALTER TABLE assets DROP COLUMN connector_id;
      ALTER TABLE telemetry_gaps DROP CONSTRAINT telemetry_gaps_pkey, DROP COLUMN connector_id,
        ADD PRIMARY KEY (tenant_id, platform, started_at)`);
    const file = '../../platform/database/migrations/0066_telemetry_gaps_of_connectors.sql';
    await owner.query(await readFile(new URL(file, import.meta.url), 'utf8'));
    await owner.query('COMMIT');
  } finally {
    await owner.end();
  }
  expect(await gaps()).toEqual([
    { connector_id: '', open: false },
    { connector_id: 'c1', open: true },
  ]);
  expect(await unwatched()).toEqual(['vault of c1']);
  // What was not watched then, or may not have been, counts for all of them, once.
  const [asked] = await world.test.admin(
    "SELECT cardinality(grant_ids) AS grants FROM recalculations WHERE cause = 'telemetry'",
  );
  expect(asked).toEqual({ grants: 3 });
});
