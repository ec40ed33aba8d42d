import { existsSync } from 'node:fs';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type PostgresWorld,
  postgresWorld,
  role,
  SHOP,
  tableKey,
} from '../../../test/support/postgres-world.ts';
import { TARGETS, type TargetServer } from '../../../test/support/target-server.ts';
import type { Connector, RawEvent, UsePage } from '../connector.ts';

const HAS_PGAUDIT = existsSync('/usr/lib/postgresql/15/lib/pgaudit.so');

const told = (events: RawEvent[]) =>
  events.map(({ principal_key, asset_key, action }) => `${principal_key} ${action} ${asset_key}`).sort();
const from = (page: UsePage, source: string) =>
  page.events.filter((event) => event.metadata.source === source);
const sourceOf = (page: UsePage, source: string) =>
  page.coverage.sources.find((one) => one.source === source);

describe.each(TARGETS)('with pg_stat_statements on $name', ({ start }) => {
  let server: TargetServer;
  let world: PostgresWorld;
  beforeAll(async () => {
    server = await start({ shared_preload_libraries: 'pg_stat_statements' });
    world = await postgresWorld(server);
    await server.query('CREATE EXTENSION pg_stat_statements');
  });
  afterAll(async () => {
    await world?.close();
    await server?.stop();
  });

  test('use is what was called since the last look, by whom and of what', async () => {
    await server.as('ana', 'SELECT * FROM sales.orders', SHOP);
    const first = await world.connector.readUse(null);
    expect(from(first, 'pg_stat_statements')).toEqual([]);
    expect(first.coverage).toMatchObject({ observes_use: true, gaps: [] });

    await server.as('ana', 'SELECT * FROM sales.orders', SHOP);
    await server.as('ana', 'SELECT * FROM sales.orders', SHOP);
    await server.as('bob', 'INSERT INTO sales.orders (id) VALUES (1)', SHOP);
    await server.as('bob', 'SELECT n.id FROM sales.notices n JOIN sales.orders o USING (id)', SHOP);
    await server.as('ana', 'SET search_path = sales; SELECT count(*) FROM notices', SHOP);
    const second = await world.connector.readUse(first.checkpoint);
    const events = from(second, 'pg_stat_statements');
    expect(told(events)).toEqual(
      [
        `${role('ana')} query ${tableKey('notices')}`,
        `${role('ana')} query ${tableKey('orders')}`,
        `${role('bob')} query ${tableKey('notices')}`,
        `${role('bob')} query ${tableKey('orders')}`,
        `${role('bob')} write ${tableKey('orders')}`,
      ].sort(),
    );
    expect(events[0]?.within).toEqual([`schema/${SHOP}/sales`, `database/${SHOP}`]);
    const reading = events.find(
      ({ principal_key, asset_key }) => principal_key === role('ana') && asset_key === tableKey('orders'),
    );
    expect(reading?.metadata).toMatchObject({ calls: 2 });
    expect(Date.parse(reading?.timestamp as string)).toBeGreaterThan(
      Date.parse(reading?.metadata.not_before as string),
    );
    // Read again from the same place, as after a crash: the same events.
    const again = from(await world.connector.readUse(first.checkpoint), 'pg_stat_statements');
    expect(again.map((event) => event.event_id).sort()).toEqual(events.map((event) => event.event_id).sort());

    const third = await world.connector.readUse(second.checkpoint);
    expect(from(third, 'pg_stat_statements')).toEqual([]);
    expect(third.coverage.observed_since).toBe(first.coverage.observed_since);
  });

  test('a reset is a stretch that nobody saw', async () => {
    const first = await world.connector.readUse(null);
    await server.as('ana', 'SELECT * FROM sales.orders', SHOP);
    await server.query('SELECT pg_stat_statements_reset()');
    const second = await world.connector.readUse(first.checkpoint);
    expect(second.coverage.gaps).toMatchObject([{ reason: expect.stringContaining('reset') }]);
    const [gap] = second.coverage.gaps;
    expect(Date.parse(gap?.to as string)).toBeGreaterThan(Date.parse(gap?.from as string));
    expect(second.coverage.observed_since).toBe(gap?.to);
  });

  test('who may not see the statements of others does not claim to', async () => {
    const blind = world.connect({ user: 'lapse_limited', database: 'postgres' });
    await server.as('ana', 'SELECT * FROM sales.orders', SHOP);
    const page = await blind.readUse(null);
    expect(page.coverage).toMatchObject({ observes_use: false, observed_since: null });
    expect(sourceOf(page, 'pg_stat_statements')).toMatchObject({
      status: 'degraded',
      reason: expect.stringContaining('pg_monitor'),
    });
  });

  test('a session that is open is a use of its database, once', async () => {
    const first = await world.connector.readUse(null);
    const root = await server.open('root', SHOP);
    const second = await world.connector.readUse(first.checkpoint);
    expect(told(from(second, 'pg_stat_activity'))).toEqual([`${role('root')} admin_login database/${SHOP}`]);
    const third = await world.connector.readUse(second.checkpoint);
    expect(from(third, 'pg_stat_activity')).toEqual([]);
    await root.end();
  });

  test('who looks once finds what is remembered, dated no more exactly than it is known', async () => {
    await server.query('SELECT pg_stat_statements_reset()');
    await server.as('ana', 'SELECT * FROM sales.orders', SHOP);
    const [info] = await server.query<{ at: Date }>('SELECT stats_reset AS at FROM pg_stat_statements_info');
    const reset = info?.at.toISOString();
    expect(from(await world.connector.readUse(null), 'pg_stat_statements')).toEqual([]);
    const page = await world.connector.readUse(null, { undated: true });
    expect(page.coverage).toMatchObject({ observes_use: true, observed_since: reset, gaps: [] });
    const events = from(page, 'pg_stat_statements').filter((event) => event.principal_key === role('ana'));
    expect(told(events)).toEqual([`${role('ana')} query ${tableKey('orders')}`]);
    expect(events[0]?.metadata).toMatchObject({ not_before: reset, calls: 1 });
    const next = await world.connector.readUse(page.checkpoint, { undated: true });
    expect(from(next, 'pg_stat_statements').map((event) => event.principal_key)).not.toContain(role('ana'));
  });

  test('a server that was told to count nothing shows nothing', async () => {
    await server.query("ALTER SYSTEM SET pg_stat_statements.track = 'none'");
    await server.query('SELECT pg_reload_conf()');
    await expect
      .poll(async () => (await world.connector.readUse(null, { undated: true })).coverage)
      .toMatchObject({ observes_use: false, observed_since: null });
    await server.query('ALTER SYSTEM RESET pg_stat_statements.track');
    await server.query('SELECT pg_reload_conf()');
    await expect.poll(async () => (await world.connector.readUse(null)).coverage.observes_use).toBe(true);
  });

  test('a checkpoint that is none is refused', async () => {
    await expect(world.connector.readUse('nonsense')).rejects.toMatchObject({ code: 'invalid_checkpoint' });
  });
});

test('what the server forgot before the first look is not taken for silence', async () => {
  const [target] = TARGETS;
  const server = await (target as (typeof TARGETS)[number]).start({
    shared_preload_libraries: 'pg_stat_statements',
    'pg_stat_statements.max': '100',
  });
  const world = await postgresWorld(server);
  try {
    await server.query('CREATE EXTENSION pg_stat_statements');
    await server.query('SELECT pg_stat_statements_reset()');
    for (let i = 1; i <= 250; i += 1) await server.query(`SELECT ${Array(i).fill('1').join(', ')}`);
    const before = new Date().toISOString();
    const page = await world.connector.readUse(null, { undated: true });
    expect(page.coverage.observes_use).toBe(true);
    expect(Date.parse(page.coverage.observed_since as string)).toBeGreaterThanOrEqual(Date.parse(before));
    expect(sourceOf(page, 'pg_stat_statements')).toMatchObject({
      status: 'degraded',
      reason: expect.stringContaining('has forgotten statements'),
    });
  } finally {
    await world.close();
    await server.stop();
  }
});

describe.runIf(HAS_PGAUDIT)('with the log of pgaudit', () => {
  let server: TargetServer;
  let world: PostgresWorld;
  beforeAll(async () => {
    const debian = TARGETS.find((target) => target.name === 'PostgreSQL 15') as (typeof TARGETS)[number];
    server = await debian.start({
      shared_preload_libraries: 'pgaudit',
      logging_collector: 'on',
      log_destination: 'csvlog,jsonlog',
      log_timezone: 'Europe/Berlin',
      log_connections: 'on',
      'pgaudit.log': 'read,write',
      'pgaudit.log_relation': 'on',
    });
    world = await postgresWorld(server);
  });
  afterAll(async () => {
    await world?.close();
    await server?.stop();
  });

  async function readAll(connector: Connector, checkpoint: string | null) {
    const events: RawEvent[] = [];
    let page: UsePage;
    let at = checkpoint;
    do {
      page = await connector.readUse(at);
      events.push(...page.events);
      at = page.checkpoint;
    } while (page.more);
    return { events, page };
  }

  test.each(['csv', 'json'])('the real log as %s tells every read, write and sign-in', async (format) => {
    const [file] = (
      await server.query<{ name: string }>("SELECT name FROM pg_ls_dir('log') AS name ORDER BY 1 DESC")
    ).filter(({ name }) => name.endsWith(format));
    const connector = world.connect({ log_path: path.join(server.log_directory, file?.name as string) });
    const before = await readAll(connector, null);
    const began = Date.now();
    await server.as('ana', 'SELECT *,\n \'multi "line"\' FROM sales.orders', SHOP);
    await server.as('bob', 'INSERT INTO sales.orders (id) VALUES (1)', SHOP);
    await server.as('we"ird; DROP ROLE ana --', 'SELECT id FROM sales."Odd ""table/name"', SHOP);
    const { events, page } = await readAll(connector, before.page.checkpoint);
    const logged = events.filter((event) => event.metadata.source === 'pgaudit');
    expect(told(logged)).toEqual(
      [
        `${role('ana')} query ${tableKey('orders')}`,
        `${role('bob')} write ${tableKey('orders')}`,
        `${role('we"ird; DROP ROLE ana --')} query ${tableKey(encodeURIComponent('Odd "table/name'))}`,
      ].sort(),
    );
    const signIns = events.filter((event) => event.metadata.source === 'log_connections');
    expect(told(signIns)).toContain(`${role('ana')} login database/${SHOP}`);
    // The server's zone is not ours.
    for (const event of logged) expect(Math.abs(Date.parse(event.timestamp) - began)).toBeLessThan(60_000);
    expect(page.coverage).toMatchObject({ observes_use: true, gaps: [] });
    expect(JSON.stringify(events)).not.toContain('multi');
    const again = await readAll(connector, before.page.checkpoint);
    expect(again.events.map((event) => event.event_id)).toEqual(events.map((event) => event.event_id));
  });

  test('a directory is read file by file, and a file that vanished is a gap', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'lapse-log-'));
    const line = (n: number) =>
      `${JSON.stringify({
        timestamp: `2026-02-0${n} 10:00:00.000 CET`,
        user: 'ana',
        dbname: SHOP,
        session_id: 's',
        line_num: n,
        message: `AUDIT: SESSION,${n},1,READ,SELECT,TABLE,sales.orders,"select 1",<none>`,
      })}\n`;
    await writeFile(path.join(directory, 'a.json'), line(1) + line(2).slice(0, 30));
    const connector = world.connect({ log_path: directory });
    const first = await readAll(connector, null);
    expect(from(first.page, 'pgaudit').length + first.events.length).toBeGreaterThan(0);
    const times = (events: RawEvent[]) =>
      events.filter((event) => event.metadata.source === 'pgaudit').map((event) => event.timestamp);
    expect(times(first.events)).toEqual(['2026-02-01T09:00:00.000Z']);
    await writeFile(path.join(directory, 'a.json'), line(1) + line(2));
    await writeFile(path.join(directory, 'b.json'), line(3));
    const second = await readAll(connector, first.page.checkpoint);
    expect(times(second.events)).toEqual(['2026-02-02T09:00:00.000Z', '2026-02-03T09:00:00.000Z']);
    await truncate(path.join(directory, 'b.json'));
    const cut = await readAll(connector, second.page.checkpoint);
    expect(cut.page.coverage.gaps).toMatchObject([{ reason: expect.stringContaining('cut') }]);
    await rm(path.join(directory, 'b.json'));
    await writeFile(path.join(directory, 'c.json'), line(4));
    const gone = await connector.readUse(cut.page.checkpoint);
    expect(gone.coverage.gaps).toMatchObject([{ reason: expect.stringContaining('gone') }]);
    await rm(directory, { recursive: true });
    const none = await connector.readUse(gone.checkpoint);
    expect(sourceOf(none, 'server log')).toMatchObject({ status: 'unavailable' });
    expect(none.coverage.observes_use).toBe(false);
  });
});

describe('without any source', () => {
  test('silence is said to mean nothing', async () => {
    const server = await (TARGETS[0] as (typeof TARGETS)[number]).start();
    const world = await postgresWorld(server);
    try {
      const { coverage } = await world.connector.readUse(null);
      expect(coverage).toMatchObject({ observes_use: false, observed_since: null });
      expect(coverage.sources.map(({ source, status }) => [source, status])).toEqual([
        ['pg_stat_statements', 'unavailable'],
        ['server log', 'unavailable'],
        ['pg_stat_activity', 'available'],
      ]);
    } finally {
      await world.close();
      await server.stop();
    }
  });
});
