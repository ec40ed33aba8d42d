import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { expectError } from '../../../test/support/connector-world.ts';
import { type EntraServer, graphError, startEntraServer } from '../../../test/support/entra-server.ts';
import { idOf } from '../../../test/support/entra-tenant.ts';
import { connectEntra, fillTenant, SHOP, shopKey, signIn, user } from '../../../test/support/entra-world.ts';
import type { Connector, RawEvent, UsePage } from '../connector.ts';

let server: EntraServer;
let connector: Connector;
let now: Date;

beforeEach(async () => {
  now = new Date('2026-03-01T12:00:00Z');
  server = await startEntraServer();
  fillTenant(server.tenant);
  server.tenant.signIns = [];
  connector = connectEntra(server.url, { page_size: 2 }, () => now);
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

const ana = { userId: idOf('user', 1) };
const idsOf = (events: RawEvent[]): string[] => [...new Set(events.map(({ event_id }) => event_id))].sort();
const eventId = (id: string, app = SHOP): string => `entra-${id}-${app}`;

describe('what a sign-in says', () => {
  test('of people about the application and the resource, of programs about the resource only', async () => {
    server.tenant.signIns = [
      signIn('a', { ...ana, userId: idOf('user', 1).toUpperCase(), at: '2026-03-01T10:00:00Z' }),
      signIn('b', { ...ana, at: '2026-03-01T10:01:00Z', kind: 'nonInteractiveUser', resourceId: SHOP }),
      signIn('c', {
        servicePrincipalId: idOf('sp', 3),
        at: '2026-03-01T10:02:00Z',
        kind: 'managedIdentity',
        resourceId: SHOP,
        appId: idOf('app', 3),
      }),
    ];
    const { events } = await readAll(null);
    expect(events.map(({ principal_key, asset_key, action }) => [principal_key, asset_key, action])).toEqual([
      [user(1), `application/${idOf('app', 2)}`, 'access'],
      [user(1), shopKey, 'login'],
      [user(1), shopKey, 'login'],
      [`service_principal/${idOf('sp', 3)}`, shopKey, 'access'],
    ]);
    expect(events[1]).toMatchObject({
      event_id: eventId('a'),
      timestamp: '2026-03-01T10:00:00.000Z',
      metadata: { source: 'signIns/interactiveUser', source_ip: '203.0.113.7' },
    });
  });

  test('nothing, when it failed or names nobody', async () => {
    server.tenant.signIns = [
      signIn('failed', { ...ana, at: '2026-03-01T10:00:00Z', errorCode: 50126 }),
      { ...signIn('unknown', { ...ana, at: '2026-03-01T10:00:00Z' }), status: null },
      signIn('nobody', { at: '2026-03-01T10:00:00Z' }),
      {
        ...signIn('empty', { ...ana, at: '2026-03-01T10:00:00Z' }),
        appId: '',
        resourceId: null,
        ipAddress: null,
      },
    ];
    expect((await readAll(null)).events).toEqual([]);
  });
});

describe('where reading stands', () => {
  test('every sign-in of thirty days is read, page by page, from any checkpoint', async () => {
    server.paging.empty_pages = true;
    server.tenant.signIns = Array.from({ length: 40 }, (_, i) =>
      signIn(`s${i}`, {
        ...ana,
        at: new Date(now.getTime() - i * 17 * 3_600_000).toISOString(),
        resourceId: SHOP,
      }),
    );
    const { events, last } = await readAll(null);
    expect(idsOf(events)).toEqual(server.tenant.signIns.map(({ id }) => eventId(id as string)).sort());
    expect(last.coverage).toMatchObject({ observes_use: true, gaps: [] });
    expect(last.coverage.observed_since).toBe(server.tenant.signIns.at(-1)?.createdDateTime);
    for (const { path } of server.seen.filter(({ path }) => path.includes('signIns'))) {
      expect(decodeURIComponent(path)).toMatch(/createdDateTime ge \S+ and createdDateTime le \S+/);
    }
  });

  test('a second reading asks for the last minutes, and once an hour for what came late', async () => {
    const { last } = await readAll(null);
    now = new Date('2026-03-01T12:05:00Z');
    server.tenant.signIns = [
      signIn('soon', { ...ana, at: '2026-03-01T11:50:00Z', resourceId: SHOP }),
      signIn('late', { ...ana, at: '2026-03-01T07:00:00Z', resourceId: SHOP }),
    ];
    const second = await readAll(last.checkpoint);
    expect(idsOf(second.events)).toEqual([eventId('soon')]);
    now = new Date('2026-03-01T13:00:00Z');
    const third = await readAll(second.last.checkpoint);
    expect(idsOf(third.events)).toEqual([eventId('late'), eventId('soon')].sort());
  });

  test('what the platform has forgotten meanwhile is a gap', async () => {
    const { last } = await readAll(null);
    now = new Date('2026-04-10T12:00:00Z');
    const first = await connector.readUse(last.checkpoint);
    expect(first.coverage.gaps).toEqual([
      { from: '2026-03-01T12:00:00.000Z', to: '2026-03-11T12:00:00.000Z', reason: expect.any(String) },
    ]);
    const { last: end } = await readAll(first.checkpoint);
    expect(end.coverage).toMatchObject({ gaps: [], observed_since: '2026-03-11T12:00:00.000Z' });
  });

  test.each(['', 'x', 'bnVsbA', Buffer.from('{"v":2,"kinds":{}}').toString('base64url')])(
    '%j is no checkpoint',
    async (checkpoint) => {
      await expectError(connector.readUse(checkpoint), 'invalid_checkpoint');
    },
  );
});

describe('what is not seen', () => {
  test('a tenant without a premium licence is read all the same, and says that use is not observed', async () => {
    server.tenant.isPremium = false;
    const { events, last } = await readAll(null);
    expect(events).toEqual([]);
    expect(last.coverage).toMatchObject({ observes_use: false, observed_since: null });
    for (const source of last.coverage.sources) {
      expect(source).toMatchObject({ status: 'unavailable', reason: expect.stringContaining('P1 or P2') });
    }
    expect((await connector.principals(null)).items.length).toBeGreaterThan(0);
    // A licence later on is noticed.
    server.tenant.isPremium = true;
    const { last: licensed } = await readAll(last.checkpoint);
    expect(licensed.coverage.observes_use).toBe(true);
    // And so is its end.
    server.tenant.isPremium = false;
    expect((await readAll(licensed.checkpoint)).last.coverage).toMatchObject({
      observes_use: false,
      observed_since: null,
    });
  });

  test('one kind that cannot be read leaves the others, but no certainty', async () => {
    server.intercept = ({ path }) =>
      path.includes('managedIdentity') ? graphError(400, 'BadRequest', 'Invalid filter clause') : undefined;
    const { last } = await readAll(null);
    expect(last.coverage.observes_use).toBe(false);
    expect(last.coverage.sources.map(({ status }) => status)).toEqual([
      'available',
      'available',
      'available',
      'unavailable',
    ]);
  });

  test('nothing is claimed before the first reading has come to its end', async () => {
    const { more, coverage } = await connector.readUse(null);
    expect(more).toBe(true);
    expect(coverage).toMatchObject({ observes_use: false, observed_since: null });
    expect(coverage.sources[3]).toMatchObject({ status: 'degraded' });
  });

  test('an outage is no answer about use', async () => {
    server.intercept = ({ path }) => (path.includes('signIns') ? { status: 500 } : undefined);
    await expectError(connector.readUse(null), 'unavailable', 'none');
  });
});
