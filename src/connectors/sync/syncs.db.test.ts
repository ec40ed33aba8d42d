import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { maintainTenant } from '../../core/pipeline/maintain.ts';
import { processTenant } from '../../core/pipeline/process-tenant.ts';
import { beginWatching } from '../../core/scores/telemetry-gaps.sql.ts';
import type { RemediationContext } from '../../remediation/engine/remediation-context.ts';
import {
  type Connector,
  ConnectorError,
  type RawEvent,
  type RawGrant,
  type RawMembership,
  type RawPrincipal,
} from '../connector.ts';
import { isPlausibleLoss, syncRetrySeconds } from '../sync.rules.ts';
import { syncTenant } from './run-syncs.ts';

/** A platform of the test's own, so that it can be broken in the middle of a listing. */

let store: TestDatabase;
let tenant: number;
let now: number;
let platform: {
  principals: RawPrincipal[];
  memberships: RawMembership[];
  grants: RawGrant[];
  events: RawEvent[];
  observes_use: boolean;
  observed_since: string | null;
  isDown: boolean;
  /** Calls of each kind, and after which of them the worker dies. */
  calls: string[];
  diesAt: string | null;
  answers_after_ms: number;
};

class Death extends Error {}

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
const held = (principal_key: string, key = `g/${principal_key}`): RawGrant => ({
  key,
  principal_key,
  asset_key: 'vault',
  permission: 'read',
  via_group_key: null,
  granted_at: '2025-01-01T00:00:00Z',
  revocable: true,
  details: {},
});

function fake(): Connector {
  const page = <T>(kind: string, items: T[], cursor: string | null) => {
    platform.calls.push(`${kind} ${cursor ?? 'first'}`);
    now += platform.answers_after_ms;
    if (platform.isDown) throw new ConnectorError('unavailable', 'the platform is down');
    if (platform.diesAt === platform.calls.at(-1)) throw new Death();
    const start = Number(cursor ?? 0);
    const next = start + 10;
    return { items: items.slice(start, next), next_cursor: next < items.length ? String(next) : null };
  };
  const vault = {
    key: 'vault',
    name: 'vault',
    type: 'table' as const,
    owner_key: null,
    container_key: null,
    created_at: null,
    tags: [],
    details: {},
  };
  return {
    platform: 'fake',
    check: async () => ({ ok: true, message: 'fine', version: null, latency_ms: 1, missing: [] }),
    principals: async (cursor) => page('principals', platform.principals, cursor),
    assets: async (cursor) => page('assets', [vault], cursor),
    memberships: async (cursor) => page('memberships', platform.memberships, cursor),
    grants: async (cursor) => page('grants', platform.grants, cursor),
    readUse: async (checkpoint) => {
      if (platform.isDown) throw new ConnectorError('unavailable', 'the platform is down');
      platform.calls.push(`use ${checkpoint}`);
      return {
        events: platform.events,
        checkpoint: String(Number(checkpoint ?? 0) + 1),
        more: false,
        coverage: {
          observes_use: platform.observes_use,
          observed_since: platform.observed_since,
          gaps: [],
          sources: [],
        },
      };
    },
    close: async () => {},
  } as Partial<Connector> as Connector;
}

const context = (): RemediationContext => ({
  db: store.db,
  now: () => now,
  onError: () => {},
  openConnector: async () => fake(),
});

const sync = () => syncTenant(context(), tenant, new AbortController().signal);
async function syncAgain(seconds = 400): Promise<void> {
  now += seconds * 1000;
  expect(await sync()).toBe(true);
}
const connector = async () => (await store.admin('SELECT * FROM connectors'))[0] as Record<string, unknown>;
const grants = () =>
  store.admin(
    `SELECT p.display_name AS who, g.status, v.display_name AS via FROM grants g
     JOIN principals p ON p.id = g.principal_id LEFT JOIN principals v ON v.id = g.via_group_id ORDER BY 1, 3`,
  );

const emptyDirectory = () =>
  store.admin(`TRUNCATE grants, memberships, identities, assets, principals, search_terms, tallies, events, inbox,
    recalculations, grant_scores, principal_scores, score_history, peer_groups, telemetry_gaps,
    connector_objects CASCADE`);

beforeAll(async () => {
  store = await createTestDatabase();
  tenant = store.tenants.a;
});
afterAll(() => store.drop());
beforeEach(async () => {
  now = Date.parse('2026-06-01T12:00:00Z');
  platform = {
    principals: [principal('ann'), principal('team', { type: 'group' }), principal('bob')],
    memberships: [{ group_key: 'team', member_key: 'bob', details: {} }],
    grants: [held('ann'), held('team')],
    events: [],
    observes_use: true,
    observed_since: null,
    isDown: false,
    calls: [],
    diesAt: null,
    answers_after_ms: 0,
  };
  await emptyDirectory();
  await store.admin('TRUNCATE connectors CASCADE');
  await store.admin(
    `INSERT INTO connectors (tenant_id, id, platform, name, settings, sealed_secrets, secret_names, sync_every_seconds,
       created_by, next_sync_at) VALUES ($1, 'c1', 'fake', 'Fake', '{}', '', '{}', 300, 'test', $2)`,
    [tenant, new Date(now).toISOString()],
  );
});

describe('a sync', () => {
  test('brings what the platform lists, also what is held through groups', async () => {
    await sync();
    expect(await grants()).toEqual([
      { who: 'ann', status: 'active', via: null },
      { who: 'bob', status: 'active', via: 'team' },
      { who: 'team', status: 'active', via: null },
    ]);
    expect(await connector()).toMatchObject({ health: 'healthy', failures: 0, lease: null, checkpoint: '1' });
    expect(await sync()).toBe(false);
    await syncAgain();
    expect(await store.admin('SELECT count(*)::int AS n FROM grants')).toEqual([{ n: 3 }]);
  });

  test('makes no line for each of those whom the platform counts in by itself', async () => {
    platform.memberships = [{ group_key: 'team', member_key: 'bob', details: { implicit: true } }];
    await sync();
    expect((await grants()).map((grant) => grant.who)).toEqual(['ann', 'team']);
    expect(await store.admin('SELECT 1 FROM memberships')).toHaveLength(1);
  });

  test('takes a date that cannot be for not known, and keeps the access', async () => {
    platform.principals = [
      ...platform.principals.filter(({ key }) => key !== 'ann'),
      principal('ann', { last_login_at: '9999-12-31T00:00:00Z', created_at: '0000-01-01T00:00:00Z' }),
    ];
    platform.grants = [{ ...held('ann'), granted_at: '9999-12-31T00:00:00Z' }];
    await sync();
    expect((await grants()).map((grant) => grant.who)).toEqual(['ann']);
    const [stored] = await store.admin(
      `SELECT p.last_login_at, p.created_at <= now() AND g.granted_at <= now() AS is_plausible
       FROM grants g JOIN principals p ON p.id = g.principal_id`,
    );
    expect(stored).toEqual({ last_login_at: null, is_plausible: true });
  });

  test('joins those whom the directory knows by their e-mail', async () => {
    await store.admin(
      "INSERT INTO principals (tenant_id, id, display_name, email, type, source) VALUES ($1, 'ann-id', 'Ann Known', 'Ann@x.example', 'user', 'import')",
      [tenant],
    );
    platform.principals = [
      principal('ann', { email: 'ann@X.example' }),
      principal('team', { type: 'group' }),
    ];
    await sync();
    expect(await store.admin('SELECT principal_id, external_id FROM identities ORDER BY 2')).toContainEqual({
      principal_id: 'ann-id',
      external_id: 'ann',
    });
    expect(await store.admin("SELECT display_name FROM principals WHERE id = 'ann-id'")).toEqual([
      { display_name: 'Ann Known' },
    ]);
    expect(await store.admin("SELECT 1 FROM grants WHERE principal_id = 'ann-id'")).toHaveLength(1);
  });

  test('ends what is gone at the source, and brings back what is there again', async () => {
    await sync();
    platform.memberships = [];
    await syncAgain();
    expect((await grants())[1]).toEqual({ who: 'bob', status: 'revoked', via: 'team' });
    expect(await store.admin('SELECT * FROM memberships')).toEqual([]);
    platform.memberships = [{ group_key: 'team', member_key: 'bob', details: {} }];
    await syncAgain();
    expect((await grants())[1]).toEqual({ who: 'bob', status: 'active', via: 'team' });
  });

  test('what it changes is in the audit trail, with the connector that found it', async () => {
    const said = async () =>
      store.admin(
        `SELECT event_type, description, actor, data->>'connector_id' AS connector_id FROM audit_entries
         WHERE NOT event_type LIKE 'identity.%' ORDER BY id`,
      );
    const forget = () =>
      store.admin(
        'SET session_replication_role = replica; TRUNCATE audit_entries; SET session_replication_role = origin',
      );
    await forget();
    await sync();
    expect(new Set((await said()).map(({ actor, connector_id }) => `${actor} ${connector_id}`))).toEqual(
      new Set(['system c1']),
    );
    expect((await said()).filter((entry) => entry.event_type === 'grant.created')).toHaveLength(3);
    await forget();
    await syncAgain();
    expect(await said()).toEqual([]);
    platform.memberships = [];
    platform.principals = platform.principals.filter((each) => each.key !== 'bob');
    await syncAgain();
    expect((await said()).map((entry) => entry.description)).toEqual([
      'The sync of Fake found read on vault for bob gone; it was removed there.',
      'The sync of Fake removed bob from the group team.',
      'The sync of Fake changed bob: disabled from no to yes.',
    ]);
    await forget();
    platform.memberships = [{ group_key: 'team', member_key: 'bob', details: {} }];
    platform.principals = [...platform.principals, principal('bob')];
    await syncAgain();
    expect((await said()).map((entry) => entry.event_type)).toEqual([
      'principal.changed',
      'membership.added',
      'grant.reappeared',
    ]);
  });

  test('does not believe a listing that has lost nearly everything, unless an admin does', async () => {
    await sync();
    const before = await grants();
    platform.grants = [];
    await syncAgain();
    expect(await grants()).toEqual(before);
    expect(await connector()).toMatchObject({ health: 'degraded', error: expect.stringContaining('3 of 3') });
    await store.admin('UPDATE connectors SET accept_removals = true');
    await syncAgain();
    expect((await grants()).map((grant) => grant.status)).toEqual(['revoked', 'revoked', 'revoked']);
    expect(await connector()).toMatchObject({ health: 'healthy', accept_removals: false });
  });

  test('goes on where a worker that died had stopped', async () => {
    const many = Array.from({ length: 35 }, (_, index) => `u${String(index).padStart(2, '0')}`);
    platform.principals = many.map((key) => principal(key));
    platform.memberships = [];
    platform.grants = many.map((key) => held(key));
    platform.diesAt = 'grants 20';
    await expect(sync()).rejects.toThrow(Death);
    // As if it had not even been able to say so.
    await store.admin("UPDATE connectors SET next_sync_at = $1, lease = 'dead'", [
      new Date(now).toISOString(),
    ]);
    platform.diesAt = null;
    platform.calls = [];
    await sync();
    expect(platform.calls).toEqual(['grants 20', 'grants 30', 'use null']);
    expect(await connector()).toMatchObject({ sync_number: 1, progress: { grants: 35, principals: 35 } });
  });

  test('counts the time that it worked, not that in which nobody did, and the next one says what is left', async () => {
    platform.answers_after_ms = 2_000;
    platform.diesAt = 'memberships first';
    await expect(sync()).rejects.toThrow(Death);
    expect(await connector()).toMatchObject({ progress: { worked_ms: 4_000, seconds_left: null } });
    platform.diesAt = null;
    await syncAgain(3_600);
    expect(await connector()).toMatchObject({
      progress: { phase: 'done', worked_ms: 8_000, seconds_left: null },
    });
    platform.diesAt = 'memberships first';
    now += 400_000;
    await expect(sync()).rejects.toThrow(Death);
    expect(await connector()).toMatchObject({ progress: { phase: 'memberships', seconds_left: 4 } });
  });

  test('stores use with its checkpoint, once', async () => {
    const event = (event_id: string): RawEvent => ({
      event_id,
      principal_key: 'ann',
      asset_key: 'vault',
      action: 'query',
      timestamp: '2026-05-31T12:00:00Z',
      metadata: {},
    });
    platform.events = [event('e1'), { ...event('e2'), principal_key: 'nobody' }];
    await sync();
    await syncAgain();
    while (await processTenant(context(), tenant));
    expect(await store.admin('SELECT event_id FROM events')).toEqual([{ event_id: 'c1:e1' }]);
    expect(await connector()).toMatchObject({ checkpoint: '2', progress: { events: 1, skipped: 1 } });
    expect(await store.admin('SELECT connector, events > 0 AS any FROM ingest_totals')).toEqual([
      { connector: 'c1', any: true },
    ]);
  });
});

describe('telemetry', () => {
  const gaps = () => store.admin('SELECT platform, started_at, ended_at FROM telemetry_gaps');
  const lapse = async () =>
    (await store.admin('SELECT min(lapses_at) AS at FROM grant_scores'))[0]?.at as string;
  const score = async () => {
    while (await processTenant(context(), tenant));
  };
  const aDayLater = async () => {
    now += 86_400_000;
    await maintainTenant(context(), tenant);
    await score();
  };

  test('that fails opens a gap; when it is back every lapse date on the platform is asked for', async () => {
    await sync();
    await score();
    const before = Date.parse(await lapse());
    platform.isDown = true;
    await syncAgain();
    expect(await gaps()).toEqual([
      { platform: 'fake', started_at: '2026-06-01T12:00:00.000Z', ended_at: null },
    ]);
    expect(await connector()).toMatchObject({
      health: 'failing',
      failures: 1,
      error: 'the platform is down',
    });
    now += 5 * 86_400_000;
    platform.isDown = false;
    await syncAgain(0);
    expect(await gaps()).toMatchObject([{ ended_at: new Date(now).toISOString() }]);
    await score();
    // Not watched for five days and some, which counts in whole days.
    expect(Date.parse(await lapse()) - before).toBe(6 * 86_400_000);
  });

  test.each([
    ['fails', { isDown: true }],
    ['sees no use any more', { observes_use: false }],
  ])(
    'of a connector that %s for days: no score rises meanwhile, and the end adds what is left',
    async (_, outage) => {
      await sync();
      await score();
      const before = Date.parse(await lapse());
      Object.assign(platform, outage);
      await syncAgain();
      await score();
      const days = async () => (Date.parse(await lapse()) - before) / 86_400_000;
      for (let day = 1; day <= 3; day++) {
        await aDayLater();
        expect(await days()).toBeGreaterThanOrEqual(day);
        expect(await days()).toBeLessThanOrEqual(day + 1);
        await maintainTenant(context(), tenant);
        expect(await store.admin('SELECT 1 FROM recalculations')).toEqual([]);
        await syncAgain(0);
      }
      expect(await gaps()).toMatchObject([{ ended_at: null }]);
      platform.isDown = false;
      platform.observes_use = true;
      now += 43_200_000;
      await syncAgain(0);
      await score();
      expect(await days()).toBe(4);
    },
  );

  test('of a connector that has never read any leaves the platform as it was', async () => {
    platform.isDown = true;
    await sync();
    expect(await connector()).toMatchObject({ health: 'failing', error: 'the platform is down' });
    expect(await gaps()).toEqual([]);
  });

  describe('of a platform that was just connected', () => {
    const isoDaysAgo = (days: number): string => new Date(now - days * 86_400_000).toISOString();
    const connectNow = () =>
      store.db.transaction(tenant, (tx) =>
        beginWatching(tx, { connector_id: 'c1', platform: 'fake' }, new Date(now).toISOString()),
      );
    /** When access that was never used lapses where all of its life was watched. */
    const lapseWhenWatched = async (): Promise<number> => {
      await sync();
      await score();
      const at = Date.parse(await lapse());
      await emptyDirectory();
      return at;
    };

    test.each([
      ['does not remember use', null, 0],
      ['remembers use of four weeks', 28, 28],
      ['says it remembers what cannot be', 30_000, 0],
    ])('that %s, silence before is no evidence', async (_, remembered, observed_days) => {
      const watched = await lapseWhenWatched();
      const granted = Date.parse('2025-01-01T00:00:00Z');
      await connectNow();
      platform.observed_since = remembered === null ? null : isoDaysAgo(remembered);
      await syncAgain();
      await score();
      const unobserved = Math.ceil((now - 400_000 - granted) / 86_400_000) - observed_days;
      expect((Date.parse(await lapse()) - watched) / 86_400_000).toBe(unobserved);
    });

    test('and shows no use: nothing comes nearer to its lapse date, a day at a time', async () => {
      await connectNow();
      platform.observes_use = false;
      await sync();
      await score();
      const before = Date.parse(await lapse());
      await syncAgain();
      expect(await store.admin('SELECT 1 FROM recalculations')).toEqual([]);
      for (let day = 0; day < 3; day++) await aDayLater();
      expect(Date.parse(await lapse()) - before).toBe(3 * 86_400_000);
    });

    test('the stretch only ever becomes shorter, and then every lapse date is asked for', async () => {
      await connectNow();
      platform.observed_since = isoDaysAgo(28);
      await sync();
      await score();
      const first = await gaps();
      platform.observed_since = isoDaysAgo(3);
      await syncAgain();
      expect(await gaps()).toEqual(first);
      platform.observed_since = isoDaysAgo(90);
      const before = Date.parse(await lapse());
      await syncAgain();
      expect(await gaps()).toMatchObject([{ ended_at: platform.observed_since }]);
      await score();
      expect(before - Date.parse(await lapse())).toBe(62 * 86_400_000);
    });
  });

  test('that sees no use is a gap too', async () => {
    platform.observes_use = false;
    await sync();
    expect(await gaps()).toMatchObject([{ ended_at: null }]);
    expect(await connector()).toMatchObject({ last_use_read_at: null });
  });
});

test('a loss is plausible when it is small, or at most half', () => {
  expect(isPlausibleLoss({ known: 0, vanished: 0 })).toBe(true);
  expect(isPlausibleLoss({ known: 30, vanished: 20 })).toBe(true);
  expect(isPlausibleLoss({ known: 30, vanished: 21 })).toBe(false);
  expect(isPlausibleLoss({ known: 1_000, vanished: 500 })).toBe(true);
  expect(isPlausibleLoss({ known: 3, vanished: 3 })).toBe(false);
  expect(syncRetrySeconds(1, 300)).toBe(10);
  expect(syncRetrySeconds(9, 300)).toBe(300);
});
