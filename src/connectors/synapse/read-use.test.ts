import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { expectError } from '../../../test/support/connector-world.ts';
import type { AuditRow } from '../../../test/support/synapse/sql-audit-log.ts';
import {
  OWN_NAME,
  type SynapseServer,
  startSynapseServer,
  synapseError,
} from '../../../test/support/synapse/synapse-server.ts';
import { idOf } from '../../../test/support/synapse/synapse-workspace.ts';
import {
  connectSynapse,
  databaseKey,
  fillSynapse,
  LAKE,
  mail,
  tableKey,
  userKey,
} from '../../../test/support/synapse/synapse-world.ts';
import type { Connector, RawEvent, UsePage } from '../connector.ts';

const HOUR_MS = 3_600_000;

let server: SynapseServer;
let connector: Connector;
let now: Date;

beforeEach(async () => {
  now = new Date('2026-03-01T12:00:00Z');
  server = await startSynapseServer();
  fillSynapse(server);
  connector = connectSynapse(server, { synapse_roles: 'off' }, () => now);
});
afterEach(async () => {
  expect(server.unknown).toEqual([]);
  await connector.close();
  await server.close();
});

const reopen = async (settings: object): Promise<void> => {
  await connector.close();
  connector = connectSynapse(server, { synapse_roles: 'off', ...settings }, () => now);
};

async function readAll(checkpoint: string | null) {
  const events: RawEvent[] = [];
  const gaps: UsePage['coverage']['gaps'] = [];
  for (let [at, pages] = [checkpoint, 1]; ; pages++) {
    expect(pages).toBeLessThan(200);
    const page = await connector.readUse(at);
    events.push(...page.events);
    gaps.push(...page.coverage.gaps);
    if (!page.more) return { events, gaps, last: page };
    at = page.checkpoint;
  }
}

const at = (hours: number): string => new Date(now.getTime() - hours * HOUR_MS).toISOString();
let made = 0;
function entry(who: string, hours: number, more: Partial<AuditRow> = {}): AuditRow {
  const row: AuditRow = {
    IngestedAt: at(hours),
    EventTime: at(hours),
    EventId: `e${++made}`,
    ActionName: 'SELECT',
    Succeeded: 'true',
    ServerPrincipalName: who,
    DatabasePrincipalName: who,
    DatabaseName: 'sales',
    SchemaName: 'dbo',
    ObjectName: 'orders',
    ClientIp: '203.0.113.7',
    Statement: 'SELECT * FROM dbo.orders',
    ...more,
  };
  server.audit.push(row);
  return row;
}
/** Both databases tell that they are audited, and of tables, so that only what a test adds is in question. */
function bothAreAudited(hours = 1): void {
  entry(mail('ana'), hours);
  entry(mail('ana'), hours, { DatabaseName: 'lake' });
}
const facts = (events: RawEvent[]) =>
  [
    ...new Set(
      events.map(
        ({ principal_key, asset_key, within = [], action }) =>
          `${principal_key} ${action} ${[asset_key, ...within].join(' in ')}`,
      ),
    ),
  ].sort();
const ORDERS = tableKey('dbo', 'orders');
const MART = 'schema/dedicated/sales/mart';

describe('what an entry says', () => {
  test('a use of the table, which is in a schema and a database, once', async () => {
    entry(mail('ana'), 5);
    entry(mail('gina'), 5, { SchemaName: 'mart', ObjectName: 'sums', ActionName: 'INSERT' });
    const { events } = await readAll(null);
    expect(facts(events)).toEqual(
      [
        `${userKey(mail('ana'))} query ${ORDERS} in schema/dedicated/sales/dbo in ${databaseKey()}`,
        `${userKey(mail('gina'))} write ${tableKey('mart', 'sums')} in ${MART} in ${databaseKey()}`,
      ].sort(),
    );
  });

  test('who acted: by user, by application id, and through the one group that there is', async () => {
    entry(`${idOf('app', 1)}@99999999-0000-4000-8000-000000000001`, 5);
    entry('stranger@corp.example', 5);
    entry(mail('ANA'), 5);
    const { events } = await readAll(null);
    expect([...new Set(events.map(({ principal_key }) => principal_key))].sort()).toEqual(
      [userKey('nightly-job'), userKey('Data team'), userKey(mail('ana'))].sort(),
    );
  });

  test('nothing, when it failed, is of Lapse itself, or of a database that is not read', async () => {
    entry(mail('ana'), 5, { Succeeded: 'false' });
    entry(OWN_NAME, 5);
    entry(mail('ana'), 5, { DatabaseName: 'elsewhere' });
    entry(mail('ana'), 5, { EventTime: 'never' });
    expect((await readAll(null)).events).toEqual([]);
  });

  test('logins, and logins of whoever may do everything', async () => {
    const login = { ActionName: 'DATABASE AUTHENTICATION SUCCEEDED', SchemaName: '', ObjectName: '' };
    entry(mail('ana'), 5, login);
    entry('admin@corp.example', 5, { ...login, DatabasePrincipalName: 'dbo' });
    const { events } = await readAll(null);
    expect(facts(events)).toEqual(
      [
        `${userKey(mail('ana'))} login ${databaseKey()}`,
        `${userKey('dbo')} admin_login ${databaseKey()}`,
      ].sort(),
    );
  });
});

describe('where reading stands', () => {
  test('thirty days are read by the time of coming in, and each entry once', async () => {
    for (let i = 0; i < 60; i++) entry(mail('ana'), 1 + i * 12);
    // It happened long ago, and came in late.
    const late = entry(mail('bob'), 2, { EventTime: at(900) });
    const { events, gaps, last } = await readAll(null);
    const onTable = events.filter(({ asset_key }) => asset_key === ORDERS);
    expect(onTable).toHaveLength(61);
    expect(onTable.map(({ timestamp }) => timestamp)).toContain(late.EventTime);
    expect(gaps).toEqual([]);
    now = new Date(now.getTime() + HOUR_MS);
    entry(mail('carol'), 0.5);
    const later = await readAll(last.checkpoint);
    expect(later.events.map(({ principal_key }) => principal_key)).toContain(userKey(mail('carol')));
    expect(later.events.some(({ timestamp }) => timestamp === late.EventTime)).toBe(false);
  });

  test('what has just come in is read the next time, when it has settled', async () => {
    entry(mail('ana'), 1 / 60);
    const { events, last } = await readAll(null);
    expect(events).toEqual([]);
    now = new Date(now.getTime() + HOUR_MS);
    expect((await readAll(last.checkpoint)).events).not.toEqual([]);
  });

  test('an answer that is not whole is asked for in halves until it is', async () => {
    server.logs.rows_max = 7;
    for (let i = 0; i < 100; i++) entry(mail('ana'), 5 + i / 60);
    const { events, gaps } = await readAll(null);
    expect(events.filter(({ asset_key }) => asset_key === ORDERS)).toHaveLength(100);
    expect(gaps).toEqual([]);
  });

  test('more entries than one answer may have are asked for in halves, too', async () => {
    for (let i = 0; i < 2_500; i++) entry(mail('ana'), 5 + i / 3_600);
    const { events, gaps } = await readAll(null);
    expect(events.filter(({ asset_key }) => asset_key === ORDERS)).toHaveLength(2_500);
    expect(gaps).toEqual([]);
  });

  test.each([
    [
      'PartialError',
      { json: { tables: [], error: { code: 'PartialError', message: 'Some shards failed.' } } },
    ],
    ['504', { status: 504, json: { error: { code: 'GatewayTimeout', message: 'It took too long.' } } }],
  ] as const)('that never is whole (%s) is an outage, and no endless loop', async (_, answer) => {
    server.intercept = ({ path }) => (path.endsWith('/query') ? answer : undefined);
    await expectError(readAll(null), 'unavailable', 'none');
    expect(server.seen.filter(({ path }) => path.endsWith('/query')).length).toBeLessThan(200);
  });

  test('no data is no fault', async () => {
    server.intercept = ({ path }) => (path.endsWith('/query') ? { status: 204 } : undefined);
    const { events, gaps, last } = await readAll(null);
    expect([events, gaps]).toEqual([[], []]);
    expect(last.coverage.observes_use).toBe(false);
  });

  test.each(['', 'x', 'bnVsbA', Buffer.from('{"v":2}').toString('base64url')])(
    '%j is no checkpoint',
    async (checkpoint) => {
      await expectError(connector.readUse(checkpoint), 'invalid_checkpoint');
    },
  );
});

describe('what is not seen', () => {
  test('use is observed where every database tells of tables, since the first time that it did', async () => {
    bothAreAudited(30);
    bothAreAudited();
    entry(mail('ana'), 100);
    const { last } = await readAll(null);
    expect(last.coverage).toMatchObject({ observes_use: true, observed_since: at(30) });
  });

  test('a database of which the log says nothing, or nothing of tables, or nothing any more, is not observed', async () => {
    const reasons = async () => {
      const { last } = await readAll(null);
      expect(last.coverage).toMatchObject({ observes_use: false, observed_since: null });
      return last.coverage.sources.map(({ reason }) => reason);
    };
    entry(mail('ana'), 1);
    expect(await reasons()).toEqual([null, expect.stringContaining('switch auditing')]);
    const login = entry(mail('ana'), 1, { DatabaseName: 'lake', SchemaName: '', ObjectName: '' });
    expect(await reasons()).toEqual([null, expect.stringContaining('name no tables')]);
    login.ObjectName = 'orders';
    login.SchemaName = 'dbo';
    login.IngestedAt = login.EventTime = at(26);
    expect(await reasons()).toEqual([null, expect.stringContaining('is auditing still on')]);
  });

  test('several groups of Entra ID in one database make its silence prove nothing', async () => {
    bothAreAudited();
    server.databases.get('sales')?.addPrincipal('X', 'Another team', idOf('group', 2));
    entry('stranger@corp.example', 5);
    const { events, last } = await readAll(null);
    expect(last.coverage.observes_use).toBe(false);
    expect(last.coverage.sources[0]).toMatchObject({
      status: 'degraded',
      reason: expect.stringContaining('2 groups'),
    });
    const told = events.flatMap(({ principal_key, let_in }) =>
      let_in ? [[principal_key, let_in.who, let_in.or_nobody]] : [],
    );
    expect(told.sort()).toEqual(
      ['Another team', 'Data team'].map((name) => [userKey(name), 'stranger@corp.example', true]),
    );
  });

  test('roles of Synapse, whose use nobody tells', async () => {
    await reopen({ synapse_roles: 'on' });
    bothAreAudited();
    const { last } = await readAll(null);
    expect(last.coverage).toMatchObject({ observes_use: false });
    expect(last.coverage.sources[0]).toMatchObject({ source: 'Synapse roles', status: 'unavailable' });
  });

  test('a log that may not be read is said to be so, and read when it may', async () => {
    bothAreAudited();
    server.logs.is_denied = true;
    const { last } = await readAll(null);
    expect(last.coverage).toMatchObject({ observes_use: false });
    expect(last.coverage.sources[0]).toMatchObject({
      status: 'unavailable',
      reason: expect.stringContaining('InsufficientAccessError'),
    });
    server.logs.is_denied = false;
    const { events, last: later } = await readAll(last.checkpoint);
    expect(events).not.toEqual([]);
    expect(later.coverage.observes_use).toBe(true);
  });

  test('an outage is no answer about use', async () => {
    bothAreAudited();
    server.intercept = ({ path }) =>
      path.endsWith('/query') ? synapseError(503, 'ServiceUnavailable', 'Later.') : undefined;
    await expectError(connector.readUse(null), 'unavailable', 'none');
  });
});

describe('without an audit log', () => {
  const ran = (who: string, minute: number, more: object = {}) =>
    server.databases.get('sales')?.ran({
      submitted: `2026-03-01T11:${String(minute).padStart(2, '0')}:00.0000000`,
      login_name: who,
      command: 'SELECT 1',
      ...more,
    });
  beforeEach(() => reopen({ logs_workspace_id: null }));

  test('the requests of a dedicated pool are use of the database, and observe nothing', async () => {
    ran(mail('ana'), 1, { command: 'INSERT INTO x SELECT 1' });
    ran(mail('bob'), 2);
    ran(mail('carol'), 3, { status: 'Failed' });
    ran(OWN_NAME, 4);
    const { events, last } = await readAll(null);
    expect(facts(events)).toEqual([
      `${userKey(mail('ana'))} write ${databaseKey()}`,
      `${userKey(mail('bob'))} query ${databaseKey()}`,
    ]);
    expect(last.coverage).toMatchObject({ observes_use: false, observed_since: null });
    ran(mail('bob'), 5);
    expect((await readAll(last.checkpoint)).events).toHaveLength(1);
    expect((await readAll(last.checkpoint)).last.coverage.gaps).toEqual([]);
  });

  test('what the pool forgot before it was read is a gap', async () => {
    for (let minute = 0; minute < 3; minute++) ran(mail('ana'), minute);
    const { last } = await readAll(null);
    const sales = server.databases.get('sales');
    sales?.pause();
    const paused = await readAll(last.checkpoint);
    expect(paused.last.coverage.sources.at(-1)).toMatchObject({
      status: 'unavailable',
      reason: expect.stringContaining('paused'),
    });
    if (sales) sales.is_paused = false;
    ran(mail('ana'), 40);
    const { gaps, events } = await readAll(paused.last.checkpoint);
    expect(events).toHaveLength(1);
    expect(gaps).toEqual([
      {
        from: '2026-03-01T11:02:00.000Z',
        to: '2026-03-01T11:40:00.000Z',
        reason: expect.stringContaining('forgot'),
      },
    ]);
  });

  test('the serverless pool says nothing', async () => {
    const { last } = await readAll(null);
    expect(last.coverage.sources).toContainEqual(
      expect.objectContaining({
        source: `SQLSecurityAuditEvents of serverless/${LAKE.database}`,
        status: 'unavailable',
      }),
    );
  });
});
