import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listedGrant, listedPrincipal } from '../../../test/support/account-world.ts';
import { createSyncWorld, Death, type SyncWorld } from '../../../test/support/sync-world.ts';
import type { RawEvent } from '../connector.ts';

let world: SyncWorld;
beforeAll(async () => {
  world = await createSyncWorld();
});
afterAll(() => world.store.drop());
beforeEach(() => world.begin());

const grants = () =>
  world.store.admin(
    `SELECT p.display_name AS who, g.status, v.display_name AS via FROM grants g
     JOIN principals p ON p.id = g.principal_id LEFT JOIN principals v ON v.id = g.via_group_id ORDER BY 1, 3`,
  );

describe('a sync', () => {
  test('brings what the platform lists, also what is held through groups', async () => {
    await world.sync();
    expect(await grants()).toEqual([
      { who: 'ann', status: 'active', via: null },
      { who: 'bob', status: 'active', via: 'team' },
      { who: 'team', status: 'active', via: null },
    ]);
    expect(await world.connector()).toMatchObject({
      health: 'healthy',
      failures: 0,
      lease: null,
      checkpoint: '1',
    });
    expect(await world.sync()).toBe(false);
    await world.syncAgain();
    expect(await world.store.admin('SELECT count(*)::int AS n FROM grants')).toEqual([{ n: 3 }]);
  });

  test('makes no line for each of those whom the platform counts in by itself', async () => {
    world.platform.memberships = [{ group_key: 'team', member_key: 'bob', details: { implicit: true } }];
    await world.sync();
    expect((await grants()).map((grant) => grant.who)).toEqual(['ann', 'team']);
    expect(await world.store.admin('SELECT 1 FROM memberships')).toHaveLength(1);
  });

  test('takes a date that cannot be for not known, and keeps the access', async () => {
    world.platform.principals = [
      ...world.platform.principals.filter(({ key }) => key !== 'ann'),
      listedPrincipal('ann', { last_login_at: '9999-12-31T00:00:00Z', created_at: '0000-01-01T00:00:00Z' }),
    ];
    world.platform.grants = [{ ...listedGrant('ann'), granted_at: '9999-12-31T00:00:00Z' }];
    await world.sync();
    expect((await grants()).map((grant) => grant.who)).toEqual(['ann']);
    const [stored] = await world.store.admin(
      `SELECT p.last_login_at, p.created_at <= now() AND g.granted_at <= now() AS is_plausible
       FROM grants g JOIN principals p ON p.id = g.principal_id`,
    );
    expect(stored).toEqual({ last_login_at: null, is_plausible: true });
  });

  test('joins those whom the directory knows by their e-mail', async () => {
    await world.store.admin(
      "INSERT INTO principals (tenant_id, id, display_name, email, type, source) VALUES ($1, 'ann-id', 'Ann Known', 'Ann@x.example', 'user', 'import')",
      [world.tenant],
    );
    world.platform.principals = [
      listedPrincipal('ann', { email: 'ann@X.example' }),
      listedPrincipal('team', { type: 'group' }),
    ];
    await world.sync();
    expect(
      await world.store.admin('SELECT principal_id, external_id FROM identities ORDER BY 2'),
    ).toContainEqual({
      principal_id: 'ann-id',
      external_id: 'ann',
    });
    expect(await world.store.admin("SELECT display_name FROM principals WHERE id = 'ann-id'")).toEqual([
      { display_name: 'Ann Known' },
    ]);
    expect(await world.store.admin("SELECT 1 FROM grants WHERE principal_id = 'ann-id'")).toHaveLength(1);
  });

  test('ends what is gone at the source, and brings back what is there again', async () => {
    await world.sync();
    world.platform.memberships = [];
    await world.syncAgain();
    expect((await grants())[1]).toEqual({ who: 'bob', status: 'revoked', via: 'team' });
    expect(await world.store.admin('SELECT * FROM memberships')).toEqual([]);
    world.platform.memberships = [{ group_key: 'team', member_key: 'bob', details: {} }];
    await world.syncAgain();
    expect((await grants())[1]).toEqual({ who: 'bob', status: 'active', via: 'team' });
  });

  test('what it changes is in the audit trail, with the connector that found it', async () => {
    const said = async () =>
      world.store.admin(
        `SELECT event_type, description, actor, data->>'connector_id' AS connector_id FROM audit_entries
         WHERE NOT event_type LIKE 'identity.%' ORDER BY id`,
      );
    const forget = () =>
      world.store.admin(
        'SET session_replication_role = replica; TRUNCATE audit_entries; SET session_replication_role = origin',
      );
    await forget();
    await world.sync();
    expect(new Set((await said()).map(({ actor, connector_id }) => `${actor} ${connector_id}`))).toEqual(
      new Set(['system c1']),
    );
    expect((await said()).filter((entry) => entry.event_type === 'grant.created')).toHaveLength(3);
    await forget();
    await world.syncAgain();
    expect(await said()).toEqual([]);
    world.platform.memberships = [];
    world.platform.principals = world.platform.principals.filter((each) => each.key !== 'bob');
    await world.syncAgain();
    expect((await said()).map((entry) => entry.description)).toEqual([
      'The sync of Fake found read on vault for bob gone; it was removed there.',
      'The sync of Fake removed bob from the group team.',
      'The sync of Fake changed bob: disabled from no to yes.',
    ]);
    await forget();
    world.platform.memberships = [{ group_key: 'team', member_key: 'bob', details: {} }];
    world.platform.principals = [...world.platform.principals, listedPrincipal('bob')];
    await world.syncAgain();
    expect((await said()).map((entry) => entry.event_type)).toEqual([
      'principal.changed',
      'membership.added',
      'grant.reappeared',
    ]);
  });

  test('does not believe a listing that has lost nearly everything, unless an admin does', async () => {
    await world.sync();
    const before = await grants();
    world.platform.grants = [];
    await world.syncAgain();
    expect(await grants()).toEqual(before);
    expect(await world.connector()).toMatchObject({
      health: 'degraded',
      error: expect.stringContaining('3 of 3'),
    });
    await world.store.admin('UPDATE connectors SET accept_removals = true');
    await world.syncAgain();
    expect((await grants()).map((grant) => grant.status)).toEqual(['revoked', 'revoked', 'revoked']);
    expect(await world.connector()).toMatchObject({ health: 'healthy', accept_removals: false });
  });

  test('goes on where a worker that died had stopped', async () => {
    const many = Array.from({ length: 35 }, (_, index) => `u${String(index).padStart(2, '0')}`);
    world.platform.principals = many.map((key) => listedPrincipal(key));
    world.platform.memberships = [];
    world.platform.grants = many.map((key) => listedGrant(key));
    world.platform.diesAt = 'grants 20';
    await expect(world.sync()).rejects.toThrow(Death);
    // As if it had not even been able to say so.
    await world.store.admin("UPDATE connectors SET next_sync_at = $1, lease = 'dead'", [
      new Date(world.now).toISOString(),
    ]);
    world.platform.diesAt = null;
    world.platform.calls = [];
    await world.sync();
    expect(world.platform.calls).toEqual(['grants 20', 'grants 30', 'use null']);
    expect(await world.connector()).toMatchObject({
      sync_number: 1,
      progress: { grants: 35, principals: 35 },
    });
  });

  test('counts the time that it worked, not that in which nobody did, and the next one says what is left', async () => {
    world.platform.answers_after_ms = 2_000;
    world.platform.diesAt = 'memberships first';
    await expect(world.sync()).rejects.toThrow(Death);
    expect(await world.connector()).toMatchObject({ progress: { worked_ms: 4_000, seconds_left: null } });
    world.platform.diesAt = null;
    await world.syncAgain(3_600);
    expect(await world.connector()).toMatchObject({
      progress: { phase: 'done', worked_ms: 8_000, seconds_left: null },
    });
    world.platform.diesAt = 'memberships first';
    world.now += 400_000;
    await expect(world.sync()).rejects.toThrow(Death);
    expect(await world.connector()).toMatchObject({ progress: { phase: 'memberships', seconds_left: 4 } });
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
    world.platform.events = [event('e1'), { ...event('e2'), principal_key: 'nobody' }];
    await world.sync();
    await world.syncAgain();
    await world.settle();
    expect(await world.store.admin('SELECT event_id FROM events')).toEqual([{ event_id: 'c1:e1' }]);
    expect(await world.connector()).toMatchObject({ checkpoint: '2', progress: { events: 1, skipped: 1 } });
    expect(await world.store.admin('SELECT connector, events > 0 AS any FROM ingest_totals')).toEqual([
      { connector: 'c1', any: true },
    ]);
  });
});
