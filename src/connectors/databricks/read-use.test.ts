import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { expectError } from '../../../test/support/connector-world.ts';
import { applicationOf, emailOf } from '../../../test/support/databricks-account.ts';
import {
  type DatabricksServer,
  platformError,
  startDatabricksServer,
} from '../../../test/support/databricks-server.ts';
import {
  CRM,
  connectDatabricks,
  FILES,
  fillAccount,
  job,
  MAIN,
  ORDERS,
  read,
  SALES,
  user,
  WORKSPACE,
} from '../../../test/support/databricks-world.ts';
import type { Connector, RawEvent, UsePage } from '../connector.ts';

const HOUR_MS = 3_600_000;
const TABLES = ['system.access.table_lineage', 'system.access.audit', 'system.query.history'];

let server: DatabricksServer;
let connector: Connector;
let now: Date;

beforeEach(async () => {
  now = new Date('2026-03-01T12:00:00Z');
  server = await startDatabricksServer();
  fillAccount(server.account);
  server.account.lineage = [];
  connector = connectDatabricks(server, {}, () => now);
});
afterEach(async () => {
  expect(server.unknown).toEqual([]);
  await connector.close();
  await server.close();
});

const reopen = async (settings: object): Promise<void> => {
  await connector.close();
  connector = connectDatabricks(server, settings, () => now);
};

/** As a sync does: until there is no more. */
async function readAll(
  checkpoint: string | null,
): Promise<{ events: RawEvent[]; last: UsePage; pages: number }> {
  const events: RawEvent[] = [];
  for (let [at, pages] = [checkpoint, 1]; ; pages++) {
    const page = await connector.readUse(at);
    events.push(...page.events);
    if (!page.more) return { events, last: page, pages };
    at = page.checkpoint;
  }
}

const facts = (events: RawEvent[]) =>
  events
    .map(
      ({ principal_key, asset_key, within = [], action }) =>
        `${principal_key} ${action} ${[asset_key, ...within].join(' in ')}`,
    )
    .sort();
const idsOf = (events: RawEvent[]): string[] => [...new Set(events.map(({ event_id }) => event_id))].sort();
const at = (hours: number): string => new Date(now.getTime() - hours * HOUR_MS).toISOString();
const submitted = () =>
  server.seen
    .filter(({ method, path }) => method === 'POST' && path === '/api/2.0/sql/statements')
    .map(
      ({ body }) => JSON.parse(body) as { statement: string; parameters: { name: string; value: string }[] },
    );
/** How many hours before now the statements about a table begin. */
const begins = (table: string): number[] =>
  submitted()
    .filter(({ statement }) => statement.includes(`FROM ${table}`))
    .map(({ parameters }) => {
      const from = parameters.find(({ name }) => name === 'from_ms')?.value;
      return (now.getTime() - Number(from)) / HOUR_MS;
    });

const audited = (who: string, action_name: string, request_params: object, more: object = {}) => ({
  user_identity: { email: who },
  event_time: at(2),
  workspace_id: 0,
  service_name: 'unityCatalog',
  action_name,
  request_params,
  response: { status_code: 200 },
  ...more,
});

describe('what a row says', () => {
  test('of lineage: who read or wrote a table, which is in a schema and a catalog, once', async () => {
    server.account.lineage = [
      read(1, 'main.sales.orders', at(5)),
      { created_by: applicationOf(1), target_table_full_name: 'MAIN.Sales.CRM', event_time: at(4) },
      { created_by: null, source_table_full_name: 'main.sales.crm', event_time: at(4) },
      { created_by: 'gone@corp.example', source_table_full_name: 'main.sales.crm', event_time: at(4) },
      { created_by: emailOf(1), source_table_full_name: '`odd name`', event_time: at(4) },
    ];
    const { events } = await readAll(null);
    expect(facts(events)).toEqual(
      [
        `${user(1)} query ${ORDERS} in ${SALES} in ${MAIN}`,
        `${job(1)} write ${CRM} in ${SALES} in ${MAIN}`,
      ].sort(),
    );
    expect(events.find(({ asset_key }) => asset_key === ORDERS)).toMatchObject({
      timestamp: at(5),
      metadata: { source: TABLES[0], times_in_that_hour: 1 },
    });
  });

  test('of the audit log: data that was asked for, changes, and work in a workspace; not what was refused', async () => {
    const [who, workspace_id] = [emailOf(1), 1_234_567_890_123_456];
    const table = { full_name_arg: 'main.sales.orders' };
    server.account.audit = [
      audited(who, 'getTable', table, { workspace_id }),
      audited(emailOf(2), 'generateTemporaryVolumeCredential', {
        volume_full_name: 'main.sales.files',
        operation: 'READ_WRITE',
      }),
      audited(emailOf(3), 'updatePermissions', {
        securable_type: 'schema',
        securable_full_name: 'main.sales',
      }),
      audited(emailOf(4), 'getTable', table, { response: { status_code: 403 } }),
      audited(emailOf(6), 'listTables', { full_name_arg: 'main.sales' }),
    ];
    const { events } = await readAll(null);
    expect(facts(events)).toEqual(
      [
        `${user(1)} access ${WORKSPACE}`,
        `${user(1)} getTable ${ORDERS} in ${SALES} in ${MAIN}`,
        `${user(2)} write ${FILES} in ${SALES} in ${MAIN}`,
        `${user(3)} updatePermissions ${SALES} in ${MAIN}`,
      ].sort(),
    );
  });

  test('of the query history: use of a workspace, when the query came to its end', async () => {
    const query = (number: number, execution_status: string) => ({
      executed_by: emailOf(number),
      workspace_id: '1234567890123456',
      execution_status,
      start_time: at(3),
    });
    server.account.queries = [query(1, 'FINISHED'), query(2, 'FAILED')];
    expect(facts((await readAll(null)).events)).toEqual([`${user(1)} query ${WORKSPACE}`]);
  });

  test('many times in one hour, once', async () => {
    server.account.lineage = Array.from({ length: 50 }, (_, i) =>
      read(1, 'main.sales.orders', new Date(now.getTime() - 5 * HOUR_MS + i * 60_000).toISOString()),
    );
    const { events } = await readAll(null);
    const own = events.filter(({ asset_key }) => asset_key === ORDERS);
    expect(own.map(({ metadata }) => metadata.times_in_that_hour)).toEqual([50]);
  });
});

describe('where reading stands', () => {
  test('ninety days are read a week at a time, from any checkpoint, each use once', async () => {
    server.account.lineage = Array.from({ length: 40 }, (_, i) =>
      read(1, 'main.sales.orders', at(1 + 53 * i)),
    );
    server.statements.looks = 3;
    server.statements.chunk_rows = 1;
    const { events, last, pages } = await readAll(null);
    const own = events.filter(({ asset_key }) => asset_key === ORDERS);
    expect(own.map(({ timestamp }) => timestamp).sort()).toEqual(
      server.account.lineage.map(({ event_time }) => event_time).sort(),
    );
    expect(idsOf(events)).toHaveLength(events.length);
    expect(pages).toBeGreaterThan(3);
    expect(Math.max(...begins(TABLES[0] as string))).toBe(90 * 24);
    expect(last.coverage).toMatchObject({ observes_use: true, gaps: [] });
  });

  test('the same checkpoint tells the same use again, under the same ids', async () => {
    server.account.lineage = [read(1, 'main.sales.orders', at(1))];
    const first = await readAll(null);
    const [again, oncemore] = [await readAll(first.last.checkpoint), await readAll(first.last.checkpoint)];
    expect(idsOf(again.events)).toEqual(idsOf(oncemore.events));
    expect(idsOf(again.events)).toEqual(idsOf(first.events));
  });

  test('the last hours are read again each time, the last day four times a day', async () => {
    let { last } = await readAll(null);
    const since: number[] = [];
    for (let hour = 1; hour <= 7; hour++) {
      now = new Date(now.getTime() + HOUR_MS);
      const before = begins(TABLES[0] as string).length;
      server.seen.length = 0;
      ({ last } = await readAll(last.checkpoint));
      expect(before).toBeGreaterThan(0);
      since.push(...begins(TABLES[0] as string));
    }
    expect(since).toEqual([4, 4, 4, 4, 4, 25, 4]);
  });

  test('a use that is told a day late is found', async () => {
    const { last } = await readAll(null);
    now = new Date('2026-03-01T18:30:00Z');
    server.account.lineage = [read(1, 'main.sales.orders', '2026-02-28T15:00:00.000Z')];
    const { events } = await readAll(last.checkpoint);
    expect(events.map(({ timestamp }) => timestamp)).toContain('2026-02-28T15:00:00.000Z');
  });

  test('more than one answer holds is read from where the answer ends', async () => {
    server.account.lineage = Array.from({ length: 2_300 }, (_, i) =>
      read(1 + (i % 8), `main.sales.t${i}`, new Date(now.getTime() - 2 * HOUR_MS + i).toISOString()),
    );
    const { events, last } = await readAll(null);
    const tables = new Set(
      events.flatMap(({ asset_key }) => (asset_key.startsWith('table/') ? [asset_key] : [])),
    );
    expect(tables.size).toBe(2_300);
    expect(last.coverage.gaps).toEqual([]);
  });

  test('more in one instant than one answer holds is a gap, and no endless loop', async () => {
    const instant = at(2);
    server.account.lineage = Array.from({ length: 2_300 }, (_, i) => read(1, `main.sales.t${i}`, instant));
    const gaps = [];
    for (let checkpoint: string | null = null, pages = 0; ; pages++) {
      const page: UsePage = await connector.readUse(checkpoint);
      gaps.push(...page.coverage.gaps);
      if (!page.more) break;
      expect(pages).toBeLessThan(100);
      checkpoint = page.checkpoint;
    }
    expect(gaps).toEqual([
      {
        from: instant,
        to: new Date(Date.parse(instant) + 1).toISOString(),
        reason: expect.stringContaining('more at once'),
      },
    ]);
  });

  test('a statement that waits for its warehouse is asked for under its id, and sent again when it is lost', async () => {
    await reopen({ history_days: 1 });
    server.statements.looks = 100;
    const first = await connector.readUse(null);
    expect(first.more).toBe(true);
    expect(submitted()).toHaveLength(1);
    const second = await connector.readUse(first.checkpoint);
    expect(submitted()).toHaveLength(1);
    server.statements.running.clear();
    server.statements.looks = 0;
    const { last } = await readAll(second.checkpoint);
    expect(submitted()).toHaveLength(4);
    expect(last.coverage.observes_use).toBe(true);
  });

  test('what Databricks has forgotten meanwhile is a gap', async () => {
    const { last } = await readAll(null);
    now = new Date('2027-03-11T12:00:00Z');
    const first = await connector.readUse(last.checkpoint);
    expect(first.coverage.gaps).toHaveLength(3);
    expect(first.coverage.gaps[0]).toMatchObject({
      from: '2026-03-01T12:00:00.000Z',
      to: '2026-03-11T12:00:00.000Z',
    });
    const { last: end } = await readAll(first.checkpoint);
    expect(end.coverage).toMatchObject({ gaps: [], observed_since: '2026-03-11T12:00:00.000Z' });
  });

  test.each(['', 'x', 'bnVsbA', Buffer.from('{"v":2,"sources":{},"round":null}').toString('base64url')])(
    '%j is no checkpoint',
    async (checkpoint) => {
      await expectError(connector.readUse(checkpoint), 'invalid_checkpoint');
    },
  );

  test('a checkpoint cannot lead to another address', async () => {
    const reading = { source: 'lineage', from: 0, statement_id: '../../2.1/unity-catalog/catalogs' };
    const checkpoint = Buffer.from(
      JSON.stringify({ v: 1, sources: {}, round: { until: now.getTime(), reading } }),
    ).toString('base64url');
    await expectError(connector.readUse(checkpoint), 'invalid_checkpoint');
  });
});

describe('what is not seen', () => {
  test('observation begins with the first use that is told, and not before all has been read', async () => {
    server.account.lineage = [read(1, 'main.sales.orders', at(40 * 24))];
    server.account.audit = [
      audited(emailOf(1), 'getTable', { full_name_arg: 'main.sales.crm' }, { event_time: at(20 * 24) }),
    ];
    const first = await connector.readUse(null);
    expect(first.more).toBe(true);
    expect(first.coverage).toMatchObject({ observes_use: false, observed_since: null });
    const { last } = await readAll(first.checkpoint);
    // Both tables are needed, so the later one counts.
    expect(last.coverage).toMatchObject({ observes_use: true, observed_since: at(20 * 24) });
  });

  test.each(TABLES)('where %s cannot be read the others are, and nothing is certain', async (table) => {
    server.account.lineage = [read(1, 'main.sales.orders', at(5))];
    server.account.lacks.add(table);
    const { events, last } = await readAll(null);
    expect(events.length > 0).toBe(table !== TABLES[0]);
    const isNeeded = table !== TABLES[2];
    expect(last.coverage.observes_use).toBe(!isNeeded);
    expect(last.coverage.observed_since === null).toBe(isNeeded);
    expect(last.coverage.sources.map(({ source, status }) => [source, status])).toEqual(
      TABLES.map((one) => [one, one === table ? 'unavailable' : 'available']),
    );
    expect(last.coverage.sources.find(({ source }) => source === table)?.reason).toContain(
      `SELECT on ${table}`,
    );
    // It is asked for again the next time, from where it was.
    server.account.lacks.clear();
    now = new Date(now.getTime() + HOUR_MS);
    const later = await readAll(last.checkpoint);
    expect(later.last.coverage.observes_use).toBe(true);
    if (table === TABLES[0])
      expect(facts(later.events)).toContain(`${user(1)} query ${ORDERS} in ${SALES} in ${MAIN}`);
  });

  test('a table that can be read no longer leaves no gap when it can again: it keeps a year', async () => {
    const { last } = await readAll(null);
    server.account.lacks.add(TABLES[0] as string);
    now = new Date('2026-03-03T12:00:00Z');
    const blind = await readAll(last.checkpoint);
    expect(blind.last.coverage).toMatchObject({ observes_use: false, gaps: [] });
    server.account.lacks.clear();
    server.account.lineage = [read(1, 'main.sales.orders', '2026-03-02T12:00:00.000Z')];
    const { events, last: end } = await readAll(blind.last.checkpoint);
    expect(events.map(({ timestamp }) => timestamp)).toContain('2026-03-02T12:00:00.000Z');
    expect(end.coverage).toMatchObject({ observes_use: true, gaps: [] });
  });

  test('without a warehouse nothing is', async () => {
    await reopen({ warehouse_id: null });
    const { events, more, coverage } = await connector.readUse(null);
    expect({ events, more }).toEqual({ events: [], more: false });
    expect(coverage).toMatchObject({ observes_use: false, observed_since: null });
    for (const { status, reason } of coverage.sources) {
      expect([status, reason]).toEqual(['unavailable', expect.stringContaining('warehouse_id')]);
    }
  });

  test.each([
    ['a statement that fails for now', () => ({ json: failed('TEMPORARILY_UNAVAILABLE') })],
    ['an answer that never comes', () => ({ cut: 'before' as const })],
    ['503', () => platformError(503, 'TEMPORARILY_UNAVAILABLE', 'Later.')],
  ])('an outage is no answer about use: %s', async (_, answer) => {
    const { last } = await readAll(null);
    server.intercept = ({ path }) => (path.startsWith('/api/2.0/sql/') ? answer() : undefined);
    const error = await expectError(connector.readUse(last.checkpoint), 'unavailable', 'none');
    expect(error.retryable).toBe(true);
    server.intercept = null;
    expect((await readAll(last.checkpoint)).last.coverage.observes_use).toBe(true);
  });
});

const failed = (error_code: string) => ({
  statement_id: '01f0',
  status: { state: 'FAILED', error: { error_code, message: 'Later.' } },
});
