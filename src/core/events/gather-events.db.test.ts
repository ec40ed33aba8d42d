import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { FaultProxy } from '../../../test/faults/fault-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { drain } from '../../../test/support/drain.ts';
import { type Database, openDatabase, type Querier } from '../../platform/database/database.ts';
import { LapseError } from '../../platform/errors.ts';
import { importDirectory } from '../directory/import/import-directory.ts';
import { readEvent } from './event-lines.ts';
import { createGathering } from './gather-events.ts';
import { unpackEvents } from './inbox.sql.ts';

let database: TestDatabase;
const NOW = Date.parse('2026-03-01T12:00:00Z');
const reading = (event_id: string, principal_id = 'ada') => {
  const value = {
    event_id,
    principal_id,
    asset_id: 'ledger',
    action: 'query',
    timestamp: '2026-03-01T10:00:00Z',
  };
  return { value, reading: readEvent(value, NOW), source: 'single' as const };
};

beforeAll(async () => {
  database = await createTestDatabase();
  const lines = [
    { kind: 'principal', id: 'ada', display_name: 'Ada', type: 'user' },
    { kind: 'asset', id: 'ledger', name: 'Ledger', type: 'table', platform: 'postgres' },
  ];
  for (const tenant_id of [database.tenants.a, database.tenants.b]) {
    await importDirectory(
      { db: database.db, tenant_id },
      (async function* () {
        for (const [i, line] of lines.entries()) yield { number: i + 1, text: JSON.stringify(line) };
      })(),
    );
  }
});
afterAll(() => database.drop());
beforeEach(() => database.admin('DELETE FROM inbox'));

async function stored(): Promise<{ tenant_id: number; ids: string[] }[]> {
  const rows = await database.admin('SELECT tenant_id, payload FROM inbox ORDER BY id');
  return rows.map(({ tenant_id, payload }) => ({
    tenant_id: tenant_id as number,
    ids: unpackEvents(payload as string).map((event) => event.event_id),
  }));
}

test('events that come together are stored together, each with its own verdict, no tenant with another', async () => {
  const gathering = createGathering(database.db);
  const { a, b } = database.tenants;
  const names = Array.from({ length: 40 }, (_, i) => `e${i}`);
  const verdicts = await Promise.all([
    ...names.map((name, i) => gathering.ingest(i % 2 === 0 ? a : b, reading(name))),
    gathering.ingest(a, reading('unknown', 'nobody')),
  ]);
  expect(verdicts.pop()).toMatchObject({ reason: expect.stringContaining('nobody') });
  expect(verdicts.map((verdict) => 'event' in verdict && verdict.event.event_id)).toEqual(names);
  const rows = await stored();
  expect(rows.length).toBe(4); // the first of each tenant alone, the others behind it
  const ofA = rows.filter((row) => row.tenant_id === a).flatMap((row) => row.ids);
  expect(ofA).toEqual(names.filter((_, i) => i % 2 === 0));
});

test('an event is answered only after its commit', async () => {
  const gathering = createGathering(database.db);
  const seen = await Promise.all(
    ['x1', 'x2', 'x3'].map(async (name) => {
      await gathering.ingest(database.tenants.a, reading(name));
      return (await stored()).some((row) => row.ids.includes(name));
    }),
  );
  expect(seen).toEqual([true, true, true]);
});

test('what goes wrong with one event goes wrong for nobody else', async () => {
  const failing: Database = {
    ...database.db,
    alone: (tenantId): Querier => {
      const q = database.db.alone(tenantId);
      return {
        tenant_id: tenantId,
        query: async (text, values = []) => {
          if (JSON.stringify(values).includes('poison')) throw new Error('no room');
          return q.query(text, values);
        },
      };
    },
  };
  const gathering = createGathering(failing);
  const results = await Promise.allSettled(
    ['g1', 'g2', 'poison', 'g3'].map((name) => gathering.ingest(database.tenants.a, reading(name))),
  );
  expect(results.map((result) => result.status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect((await stored()).flatMap((row) => row.ids).sort()).toEqual(['g1', 'g2', 'g3']);
  // And it goes on afterwards.
  await gathering.ingest(database.tenants.a, reading('g4'));
  expect((await stored()).flatMap((row) => row.ids)).toContain('g4');
});

test('a batch whose answer is lost after its commit is stored once, under the ids that were told', async () => {
  const { host, port } = database.application;
  const target = host?.startsWith('/')
    ? { path: `${host}/.s.PGSQL.${port}` }
    : { host: `${host}`, port: port ?? 5432 };
  const proxy = await FaultProxy.open(target);
  const connection = { ...database.application, host: '127.0.0.1', port: proxy.port };
  const db = openDatabase({ connection, pool_size: 2, onError: () => {} });
  try {
    const gathering = createGathering(db);
    const without = (metadata: object = {}) => {
      const { value, source } = reading('unused');
      const { event_id: _, ...event } = { ...value, metadata };
      return { value: event, reading: readEvent(event, NOW), source };
    };
    const MARK = 'the last of the batch';
    let writes = 0;
    const last = {
      ...without({ mark: MARK }),
      // Asked for right before the batch is written, every time that it is.
      get allowance() {
        writes += 1;
        return null;
      },
    };
    proxy.cutAnswerTo(MARK);
    const verdicts = await Promise.all(
      [without(), without(), without(), last].map((event) => gathering.ingest(database.tenants.a, event)),
    );
    expect(writes).toBe(2);
    const told = verdicts.map((verdict) => 'event' in verdict && verdict.event.event_id);
    // The first alone, then three that were stored, answered to nobody, and sent again.
    const ids = (await stored()).map((row) => row.ids);
    expect(ids.map((each) => each.length)).toEqual([1, 3, 3]);
    expect([...new Set(ids.flat())].sort()).toEqual([...told].sort());
    await drain(database, database.tenants.a, NOW);
    const events = await database.admin('SELECT event_id FROM events WHERE event_id = ANY ($1)', [told]);
    expect(events).toHaveLength(4);
    expect(await database.admin('SELECT count(*)::int AS n FROM events')).toEqual([{ n: 4 }]);
  } finally {
    await db.close();
    await proxy.close();
  }
});

test('while the database is away all are told so, without trying each alone', async () => {
  let tries = 0;
  const away: Database = {
    ...database.db,
    alone: (tenantId): Querier => ({
      tenant_id: tenantId,
      query: async () => {
        tries += 1;
        throw new LapseError(
          'unavailable',
          'The database cannot be reached at the moment; try again shortly.',
        );
      },
    }),
  };
  const gathering = createGathering(away);
  const results = await Promise.allSettled(
    ['a1', 'a2', 'a3', 'a4'].map((name) => gathering.ingest(database.tenants.a, reading(name))),
  );
  expect(results.map((result) => result.status)).toEqual(Array(4).fill('rejected'));
  expect(tries).toBe(4);
});
