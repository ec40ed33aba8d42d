import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { expectError } from '../../../test/support/connector-world.ts';
import { activity } from '../../../test/support/fabric/activity-events.ts';
import {
  type FabricServer,
  fabricError,
  startFabricServer,
} from '../../../test/support/fabric/fabric-server.ts';
import { idOf, type Row } from '../../../test/support/fabric/fabric-tenant.ts';
import {
  connectFabric,
  fillFabric,
  groupKey,
  itemKey,
  roleKey,
  userKey,
  workspaceKey,
} from '../../../test/support/fabric/fabric-world.ts';
import type { Connector, RawEvent, UsePage } from '../connector.ts';

let server: FabricServer;
let connector: Connector;
let now: Date;

beforeEach(async () => {
  now = new Date('2026-03-01T12:00:00Z');
  server = await startFabricServer();
  fillFabric(server.tenant);
  server.tenant.activity = [];
  connector = connectFabric(server.url, { connections: 'off' }, () => now);
});
afterEach(async () => {
  expect(server.unknown).toEqual([]);
  await connector.close();
  await server.close();
});

/** As a sync does: until there is no more. */
async function readAll(checkpoint: string | null): Promise<{ events: RawEvent[]; last: UsePage }> {
  const events: RawEvent[] = [];
  for (let at = checkpoint; ; ) {
    const page = await connector.readUse(at);
    events.push(...page.events);
    if (!page.more) return { events, last: page };
    at = page.checkpoint;
  }
}

const inLake = { WorkspaceId: idOf('workspace', 1), ArtifactId: idOf('item', 1) };
const upn = (number: number): string => `user${number}@corp.example`;
const did = (id: string, who: string, more: Row = {}): Row =>
  activity(id, { at: '2026-03-01T09:00:00', UserId: who, ...inLake, ...more });
const usesOf = (events: RawEvent[]) =>
  events.map(({ principal_key, asset_key, within = [] }) => [principal_key, asset_key, ...within]);
const logRequests = () =>
  server.seen.map(({ path }) => decodeURIComponent(path)).filter((path) => path.includes('activityevents'));

describe('whose use it is', () => {
  test('of the role in the workspace, whatever the case of names and ids', async () => {
    server.tenant.activity = [
      did('a', 'USER5@corp.example', { ArtifactId: idOf('item', 3).toUpperCase() }),
      did('b', idOf('app', 1).toUpperCase(), { Activity: 'RefreshDataset' }),
    ];
    const { events } = await readAll(null);
    expect(events[0]).toEqual({
      event_id: `fabric-a-${userKey(5)}-${workspaceKey(1)}`,
      principal_key: userKey(5),
      asset_key: workspaceKey(1),
      within: [],
      action: 'query',
      timestamp: '2026-03-01T09:00:00.000Z',
      metadata: {
        source: 'activityevents',
        activity: 'ViewReport',
        source_ip: '203.0.113.7',
        item: idOf('item', 3),
      },
    });
    expect(events[1]).toMatchObject({ principal_key: `entra/${idOf('sp', 1)}`, action: 'write' });
    expect(usesOf(events.slice(1))).toEqual([[`entra/${idOf('sp', 1)}`, itemKey(1), workspaceKey(1)]]);
  });

  test('of the OneLake role too, for who reads no more than that', async () => {
    server.tenant.activity = [did('a', upn(4)), did('b', upn(3))];
    const { events } = await readAll(null);
    const of = (id: string) => usesOf(events.filter(({ event_id }) => event_id.startsWith(`fabric-${id}-`)));
    expect(of('a')).toEqual([
      [userKey(4), itemKey(1), workspaceKey(1)],
      [roleKey('DefaultReader'), itemKey(1)],
    ]);
    // Whom no role in the workspace names came in by a group.
    expect(of('b')).toEqual([
      [userKey(3), itemKey(1)],
      [groupKey(1), workspaceKey(1)],
      [roleKey('DefaultReader'), itemKey(1)],
    ]);
  });

  test('of each group that may have let in whom nobody names', async () => {
    server.tenant.activity = [did('a', 'stranger@corp.example')];
    const { events } = await readAll(null);
    expect(usesOf(events)).toEqual([
      [groupKey(1), workspaceKey(1)],
      [groupKey(2), itemKey(1)],
      [roleKey('DefaultReader'), itemKey(1)],
    ]);
    expect(events[0]?.metadata).toMatchObject({ by: 'stranger@corp.example', one_of_groups: 3 });
    expect(events.map(({ let_in }) => let_in)).toEqual(
      events.map(() => ({ who: 'stranger@corp.example', use_id: 'fabric-a' })),
    );
  });

  test('nobody’s, when it failed, names nobody, or is of another workspace', async () => {
    server.tenant.activity = [
      did('failed', upn(1), { IsSuccess: false }),
      did('nobody', '', {}),
      did('nowhere', upn(1), { WorkspaceId: null }),
      did('elsewhere', upn(1), { WorkspaceId: idOf('workspace', 99) }),
      { ...did('', upn(1)), Id: null },
      did('when', upn(1), { CreationTime: 'once' }),
    ];
    expect((await readAll(null)).events).toEqual([]);
  });
});

describe('where reading stands', () => {
  test('every activity of 28 days is read, a UTC day at a time, and once', async () => {
    server.tenant.activity = Array.from({ length: 60 }, (_, i) =>
      did(`a${i}`, upn(5), {
        CreationTime: new Date(now.getTime() - i * 11 * 3_600_000 - 1000).toISOString().slice(0, 19),
      }),
    );
    const { events, last } = await readAll(null);
    const ids = events.map(({ event_id }) => event_id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(60);
    expect(last.coverage).toMatchObject({
      observes_use: true,
      observed_since: '2026-02-01T12:00:00.000Z',
      gaps: [],
    });
    for (const path of logRequests()) {
      if (path.includes('continuationToken')) continue;
      const [, from, to] = /startDateTime='([^']+)'&endDateTime='([^']+)'/.exec(path) ?? [];
      expect(from?.slice(0, 10)).toBe(to?.slice(0, 10));
    }
  });

  test('a second reading asks for the last hour again, because activity comes late', async () => {
    const { last } = await readAll(null);
    now = new Date('2026-03-01T12:30:00Z');
    server.tenant.activity = [
      did('late', upn(5), { CreationTime: '2026-03-01T11:10:00' }),
      did('old', upn(5), { CreationTime: '2026-03-01T10:59:00' }),
    ];
    const second = await readAll(last.checkpoint);
    expect(second.events.map(({ event_id }) => event_id)).toEqual([
      `fabric-late-${userKey(5)}-${workspaceKey(1)}`,
    ]);
    expect(logRequests().at(-2)).toContain("startDateTime='2026-03-01T11:00:00.000Z'");
  });

  test('what the platform has forgotten meanwhile is a gap', async () => {
    const { last } = await readAll(null);
    now = new Date('2026-04-10T12:00:00Z');
    const first = await connector.readUse(last.checkpoint);
    expect(first.coverage.gaps).toEqual([
      { from: '2026-03-01T12:00:00.000Z', to: '2026-03-13T12:00:00.000Z', reason: expect.any(String) },
    ]);
    const { last: end } = await readAll(first.checkpoint);
    expect(end.coverage).toMatchObject({ gaps: [], observed_since: '2026-03-13T12:00:00.000Z' });
  });

  test('a regional address of the next page is not followed; its token is', async () => {
    server.paging.foreign_links = true;
    server.tenant.activity = Array.from({ length: 9 }, (_, i) => did(`a${i}`, upn(5)));
    expect((await readAll(null)).events).toHaveLength(9);
    server.intercept = ({ path }) =>
      path.includes('activityevents')
        ? { json: { activityEventEntities: [], continuationUri: 'https://elsewhere.example/x' } }
        : undefined;
    await expectError(connector.readUse(null), 'protocol');
  });

  test('a token that is no longer known begins its day again, but not for ever', async () => {
    server.tenant.activity = Array.from({ length: 9 }, (_, i) => did(`a${i}`, upn(5)));
    let refused = 0;
    const refuseTokens = (times: number) => {
      server.intercept = ({ path }) =>
        path.includes('continuationToken') && refused++ < times
          ? { status: 400, json: { error: { code: 'InvalidContinuationToken' } } }
          : undefined;
    };
    refuseTokens(1);
    const { events } = await readAll(null);
    expect(new Set(events.map(({ event_id }) => event_id)).size).toBe(9);
    refuseTokens(Number.POSITIVE_INFINITY);
    const { last } = await readAll(null);
    expect(last.coverage).toMatchObject({ observes_use: false });
    expect(last.coverage.sources[0]?.reason).toContain('InvalidContinuationToken');
  });

  test.each(['', 'x', 'bnVsbA', Buffer.from('{"v":2}').toString('base64url')])(
    '%j is no checkpoint',
    async (checkpoint) => {
      await expectError(connector.readUse(checkpoint), 'invalid_checkpoint');
    },
  );
});

describe('what the hour allows', () => {
  test('is not exceeded: the rest is read by the next sync, and meanwhile nothing is claimed', async () => {
    server.tenant.activity = Array.from({ length: 800 }, (_, i) =>
      did(`a${i}`, upn(5), {
        CreationTime: new Date(now.getTime() - (i + 1) * 45 * 60_000).toISOString().slice(0, 19),
      }),
    );
    const first = await readAll(null);
    expect(logRequests().length).toBe(200);
    expect(first.last).toMatchObject({
      more: false,
      coverage: { observes_use: false, observed_since: null },
    });
    now = new Date(now.getTime() + 3_600_000);
    const second = await readAll(first.last.checkpoint);
    const ids = [...first.events, ...second.events].map(({ event_id }) => event_id);
    expect(new Set(ids).size).toBe(800);
    expect(second.last.coverage.observes_use).toBe(true);
  });

  test('is enough in the end for a page of more workspaces than that, each of which takes an admin call', async () => {
    const { tenant } = server;
    server.paging.activities = 1_000;
    const viewer = tenant.user(5);
    tenant.activity = Array.from({ length: 250 }, (_, i) => {
      const place = tenant.addPlace('workspaces', 100 + i, `W${i}`);
      tenant.give(place, viewer, 'Viewer');
      return did(`a${i}`, upn(5), { WorkspaceId: place.id, ArtifactId: null });
    });
    tenant.showAll();
    await connector.close();
    connector = connectFabric(server.url, { connections: 'off', admin_api: 'on' }, () => now);
    const first = await readAll(null);
    expect(first.events).toHaveLength(200);
    expect(first.last.coverage.observes_use).toBe(false);
    now = new Date(now.getTime() + 3_600_000);
    const second = await readAll(first.last.checkpoint);
    const ids = [...first.events, ...second.events].map(({ event_id }) => event_id);
    expect(new Set(ids).size).toBe(250);
    expect(second.events).toHaveLength(50);
    expect(second.last.coverage.observes_use).toBe(true);
  });

  test('is the platform’s to say, too', async () => {
    const { last } = await readAll(null);
    server.intercept = ({ path }) =>
      path.includes('activityevents')
        ? { ...fabricError(429, 'RequestBlocked', 'Too many.'), headers: { 'retry-after': '1800' } }
        : undefined;
    now = new Date('2026-03-01T13:00:00Z');
    const page = await connector.readUse(last.checkpoint);
    expect(page).toMatchObject({ events: [], more: false, coverage: { observes_use: true } });
    // So far behind it has no news.
    now = new Date('2026-03-01T19:00:00Z');
    expect((await connector.readUse(page.checkpoint)).coverage).toMatchObject({ observes_use: false });
  });
});

describe('what is not seen', () => {
  test('is nothing of the log, without the tenant setting; with it again, all since', async () => {
    server.allows.admin_api = false;
    const { events, last } = await readAll(null);
    expect(events).toEqual([]);
    expect(last.coverage).toMatchObject({ observes_use: false, observed_since: null });
    expect(last.coverage.sources[0]).toMatchObject({
      status: 'unavailable',
      reason: expect.stringContaining('401'),
    });
    server.allows.admin_api = true;
    expect((await readAll(last.checkpoint)).last.coverage.observes_use).toBe(true);
  });

  test('is who is in OneLake roles, without Graph; without OneLake roles it is not asked', async () => {
    server.allows.graph = false;
    server.tenant.activity = [did('a', upn(3))];
    const { last } = await readAll(null);
    expect(last.coverage).toMatchObject({ observes_use: false });
    expect(last.coverage.sources[1]).toMatchObject({ source: 'Microsoft Graph', status: 'unavailable' });
    await connector.close();
    connector = connectFabric(server.url, { connections: 'off', onelake_roles: 'off' }, () => now);
    expect((await readAll(null)).last.coverage.observes_use).toBe(true);
  });

  test.each([{ connections: 'on' }, { admin_api: 'on', item_access: 'on' }, { activity: 'off' }])(
    'is said with %j, and then nothing is claimed',
    async (settings) => {
      await connector.close();
      connector = connectFabric(server.url, { connections: 'off', ...settings }, () => now);
      const { coverage } = (await readAll(null)).last;
      expect(coverage).toMatchObject({ observes_use: false, observed_since: null });
      const lacking = coverage.sources.filter(({ status }) => status !== 'available');
      expect(lacking).toHaveLength(1);
    },
  );

  test('nothing is claimed before the first reading has come to its end', async () => {
    const { more, coverage } = await connector.readUse(null);
    expect(more).toBe(true);
    expect(coverage).toMatchObject({ observes_use: false, observed_since: null });
    expect(coverage.sources[0]).toMatchObject({ status: 'degraded' });
  });

  test('an outage is no answer about use', async () => {
    server.intercept = ({ path }) => (path.includes('activityevents') ? { status: 500 } : undefined);
    await expectError(connector.readUse(null), 'unavailable', 'none');
  });
});
