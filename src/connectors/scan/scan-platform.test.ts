import { expect, test } from 'vitest';
import { DAY_MS } from '../../platform/iso-instant.ts';
import type { Connector, Coverage, RawEvent, RawGrant, RawMembership, RawPrincipal } from '../connector.ts';
import { scanPlatform } from './scan-platform.ts';

const NOW = Date.UTC(2026, 5, 1, 12);
const daysAgo = (days: number): string => new Date(NOW - days * DAY_MS).toISOString();

const principal = (key: string, more: Partial<RawPrincipal> = {}): RawPrincipal => ({
  key,
  display_name: key,
  type: 'user',
  email: null,
  department: null,
  manager_key: null,
  mfa_enabled: null,
  last_login_at: null,
  disabled: false,
  protected: false,
  created_at: null,
  details: {},
  ...more,
});
const group = (key: string): RawPrincipal => principal(key, { type: 'group' });
const member = (group_key: string, member_key: string, details = {}): RawMembership => ({
  group_key,
  member_key,
  details,
});
const grant = (principal_key: string, asset_key: string, more: Partial<RawGrant> = {}): RawGrant => ({
  key: `${principal_key} on ${asset_key}`,
  principal_key,
  asset_key,
  permission: 'read',
  via_group_key: null,
  granted_at: null,
  revocable: true,
  details: {},
  ...more,
});
const use = (principal_key: string, asset_key: string, days: number, metadata = {}): RawEvent => ({
  event_id: `${principal_key} ${asset_key} ${days}`,
  principal_key,
  asset_key,
  action: 'query',
  timestamp: daysAgo(days),
  metadata,
});

interface World {
  principals: RawPrincipal[];
  memberships?: RawMembership[];
  grants: RawGrant[];
  uses?: RawEvent[];
  since?: number | null;
  gaps?: Coverage['gaps'];
  /** Use is told in stages, and is observed only when the last of them is read. */
  in_stages?: boolean;
}

/** A platform with a database and three tables in it; a page holds two things. */
async function scan({
  principals,
  memberships = [],
  grants,
  uses = [],
  since = 200,
  gaps = [],
  in_stages = false,
}: World) {
  const asked: unknown[] = [];
  const listing =
    <T>(items: T[]) =>
    async (cursor: string | null) => {
      const from = Number(cursor ?? 0);
      const next_cursor = from + 2 < items.length ? String(from + 2) : null;
      return { items: items.slice(from, from + 2), next_cursor };
    };
  const asset = (key: string, container_key: string | null) => ({
    key,
    name: key,
    type: 'table' as const,
    owner_key: null,
    container_key,
    created_at: null,
    tags: [],
    details: {},
  });
  const connector = {
    platform: 'anything',
    check: async () => ({ ok: true, message: '', version: '1', latency_ms: 1, missing: [] }),
    principals: listing(principals),
    memberships: listing(memberships),
    assets: listing([
      asset('db', null),
      ...['t1', 't2', 'shop.public.orders'].map((key) => asset(key, 'db')),
    ]),
    grants: listing(grants),
    readUse: async (checkpoint: string | null, options: unknown) => {
      asked.push(options);
      const from = Number(checkpoint ?? 0);
      return {
        events: uses.slice(from, from + 1),
        checkpoint: String(from + 1),
        more: from + 1 < uses.length,
        coverage: {
          observes_use: since !== null && !(in_stages && from + 1 < uses.length),
          observed_since: since === null ? null : daysAgo(since),
          gaps: from === 0 ? gaps : [],
          sources: [],
        },
      };
    },
  } as unknown as Connector;
  const found = await scanPlatform(connector, {
    isOwn: ({ key }) => key === 'scanner',
    now: () => NOW,
    refusal: () => null,
  });
  expect(asked.every((options) => (options as { undated: boolean }).undated)).toBe(true);
  const rows = [...found.access.stalest()];
  const row = (who: string, on: string) =>
    rows.find(({ principal: name, asset: what }) => name === who && what === on);
  return { found, rows, row };
}

test('a use is one of the own grant, of the groups above and of what contains the asset', async () => {
  const { row } = await scan({
    principals: [principal('ana'), principal('bob'), group('team'), group('all')],
    memberships: [member('team', 'ana'), member('all', 'team'), member('team', 'bob'), member('all', 'all')],
    grants: [
      grant('ana', 't1'),
      grant('all', 't1'),
      grant('team', 'db'),
      grant('team', 't2'),
      grant('bob', 't1'),
    ],
    uses: [use('ana', 't1', 3)],
  });
  expect(row('ana', 't1')).toMatchObject({ use: 'seen', last_used_at: daysAgo(3), members: null });
  expect(row('all', 't1')).toMatchObject({ use: 'seen', members: 2, members_seen: 1 });
  expect(row('team', 'db')).toMatchObject({ use: 'seen', last_used_at: daysAgo(3) });
  expect(row('team', 't2')).toMatchObject({
    use: 'not_seen',
    last_used_at: null,
    no_use_since: daysAgo(200),
  });
  expect(row('bob', 't1')).toMatchObject({ use: 'not_seen' });
});

test('where nothing is watched, nothing is said to be unused, and nothing has a score', async () => {
  const { rows, found } = await scan({
    principals: [principal('ana'), principal('zoe', { disabled: true })],
    grants: [grant('ana', 't1'), grant('zoe', 't1')],
    since: null,
  });
  expect(rows.map(({ principal: who, use: seen, score }) => [who, seen, score !== null])).toEqual([
    ['zoe', 'not_known', true],
    ['ana', 'not_known', false],
  ]);
  expect(rows[0]?.reasons.join(' ')).toContain('disabled');
  expect(JSON.stringify(rows)).not.toMatch(/[Nn]o use|never/);
  expect(found.access.counts()).toMatchObject({ not_known: 2, not_seen: 0, seen: 0 });
});

test('what tells use in stages is watched when all of it was read', async () => {
  const { row, found } = await scan({
    principals: [principal('ana'), principal('bob')],
    grants: [grant('ana', 't1'), grant('bob', 't1')],
    uses: [use('ana', 't1', 3), use('ana', 't1', 2), use('ana', 't1', 1)],
    in_stages: true,
  });
  expect(found.coverage.observes_use).toBe(true);
  expect(row('bob', 't1')).toMatchObject({ use: 'not_seen' });
});

test('what the account of the scan uses is left out', async () => {
  const { row, found } = await scan({
    principals: [principal('scanner', { protected: true }), principal('ana'), group('team')],
    memberships: [member('team', 'scanner')],
    grants: [grant('scanner', 't1'), grant('team', 't1'), grant('ana', 't1')],
    uses: [use('scanner', 't1', 1)],
  });
  expect(found.totals.use).toBe(0);
  expect(row('scanner', 't1')).toMatchObject({ use: 'not_known', last_used_at: null });
  expect(row('team', 't1')).toMatchObject({ use: 'not_known' });
  expect(row('ana', 't1')).toMatchObject({ use: 'not_seen' });
});

test('only the time that was watched counts: a grant without a date is idle since then', async () => {
  const world = { principals: [principal('ana')], grants: [grant('ana', 't1')] };
  const long = (await scan({ ...world, since: 90 })).rows[0];
  expect(long).toMatchObject({ score: 50, lapses_at: daysAgo(0) });
  const short = (await scan({ ...world, since: 2 })).rows[0];
  // 88 days before its lapse date, with the half-life of a patience of 90 days.
  expect(short?.score).toBeCloseTo(100 / (1 + 2 ** (88 / 40)), 4);
  // A date that the platform keeps does not make unwatched time count.
  const dated = { ...world, grants: [grant('ana', 't1', { granted_at: daysAgo(1000) })] };
  expect((await scan({ ...dated, since: 90 })).rows[0]?.score).toBe(50);
  const later = { ...world, grants: [grant('ana', 't1', { granted_at: daysAgo(40) })] };
  expect((await scan({ ...later, since: 90 })).rows[0]).toMatchObject({ no_use_since: daysAgo(40) });
});

test('a gap after the latest use puts the lapse date off', async () => {
  const world = {
    principals: [principal('ana')],
    grants: [grant('ana', 't1')],
    uses: [use('ana', 't1', 120)],
  };
  expect((await scan(world)).rows[0]?.score).toBe(50);
  const gaps = [{ from: daysAgo(60), to: daysAgo(50), reason: 'a reset' }];
  const [row] = (await scan({ ...world, gaps })).rows;
  expect(row?.lapses_at).toBe(daysAgo(-10));
});

test.each([
  ['alone', [], 200],
  ['after a use that is dated', [['dated', 30]], 30],
  ['before a use that is dated', [['dated', 0]], null],
] as const)('a use without a time, %s, lies between two instants', async (_, others, since) => {
  const undated = use('ana', 't1', 1, { not_before: daysAgo(200) });
  const dated = others.map(([, days]) => use('ana', 't1', days));
  for (const uses of [
    [undated, ...dated],
    [...dated, undated],
  ]) {
    const { rows } = await scan({ principals: [principal('ana')], grants: [grant('ana', 't1')], uses });
    expect(rows[0]).toMatchObject({
      use: 'seen',
      last_used_at: daysAgo(since === null ? 0 : 1),
      last_used_not_before: since === null ? null : daysAgo(since),
    });
  }
});

test('what cannot be revoked is marked, and comes after what can', async () => {
  const { rows, found } = await scan({
    principals: [
      principal('root', { protected: true, details: { is_superuser: true } }),
      principal('ana'),
      principal('scanner', { protected: true }),
      principal('pg_x', { type: 'group', protected: true }),
    ],
    memberships: [member('everybody', 'scanner', { implicit: true })],
    grants: [
      grant('ana', 't1', { permission: 'owner', revocable: false }),
      grant('root', 't1'),
      grant('scanner', 't1'),
      grant('pg_x', 't1'),
      grant('ana', 't2'),
      grant('nobody', 't2'),
    ],
  });
  expect(rows.map((row) => [row.principal, row.not_revocable_because])).toEqual([
    ['ana', null],
    ['ana', 'it is ownership'],
    ['pg_x', 'it is built in'],
    ['root', 'a superuser reaches everything'],
    ['scanner', 'it is the account of this scan'],
  ]);
  expect(found.superusers).toEqual(['root']);
  expect(found.totals).toMatchObject({ grants: 6, skipped: 1 });
  // Its own use is left out, so silence about it says nothing.
  expect(rows.at(-1)).toMatchObject({ use: 'not_known', score: null });
});

test('peers count only when their use could have been seen', async () => {
  const people = ['ana', 'bob', 'cleo', 'dan'];
  const world = {
    principals: people.map((name) => principal(name)),
    grants: people.map((name) => grant(name, 't1')),
    uses: ['bob', 'cleo', 'dan'].map((name) => use(name, 't1', 1)),
  };
  expect((await scan(world)).row('ana', 't1')?.reasons.join(' ')).toContain('3 of 3 peers used it');
  expect((await scan({ ...world, since: 60 })).row('ana', 't1')?.reasons.join(' ')).not.toContain('peers');
});
