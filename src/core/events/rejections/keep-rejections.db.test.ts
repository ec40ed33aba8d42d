import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { storeUse } from '../../../connectors/sync/sync-use.ts';
import type { Database, Querier } from '../../../platform/database/database.ts';
import { importDirectory } from '../../directory/import/import-directory.ts';
import { maintainTenant } from '../../pipeline/maintain.ts';
import { readEvent } from '../event-lines.ts';
import { createGathering } from '../gather-events.ts';
import { unpackEvents } from '../inbox.sql.ts';
import { ingestEventStream } from '../ingest-event-stream.ts';
import { ingestEvents } from '../ingest-events.ts';
import { replayRejections } from './replay.ts';

let database: TestDatabase;
let tenant: number;
const NOW = Date.parse('2026-03-01T12:00:00Z');
const eventOf = (event_id: string, asset_id = 'ledger') => ({
  event_id,
  principal_id: 'ada',
  asset_id,
  action: 'query',
  timestamp: '2026-03-01T10:00:00Z',
});
const arrived = (event_id: string, asset_id?: string) => {
  const value = eventOf(event_id, asset_id);
  return { value, reading: readEvent(value, NOW), source: 'single' as const };
};
const textLines = async function* (texts: readonly string[]) {
  for (const [i, text] of texts.entries()) yield { number: i + 1, text };
};

beforeAll(async () => {
  database = await createTestDatabase();
  tenant = database.tenants.a;
  const lines = [
    { kind: 'principal', id: 'ada', display_name: 'Ada', type: 'user' },
    { kind: 'asset', id: 'ledger', name: 'Ledger', type: 'table', platform: 'postgres' },
  ];
  await importDirectory(
    { db: database.db, tenant_id: tenant },
    textLines(lines.map((line) => JSON.stringify(line))),
  );
});
afterAll(() => database.drop());
beforeEach(() => database.admin('TRUNCATE inbox, event_rejections, connector_objects'));

/** Every statement that goes through it, and whether those about rejections fail. */
function watched({ isBroken = false } = {}): { db: Database; statements: string[] } {
  const statements: string[] = [];
  const watch = (q: Querier): Querier => ({
    ...q,
    query: (text, values) => {
      statements.push(text.trim().split(/\s+/).slice(0, 3).join(' '));
      if (isBroken && text.startsWith('INSERT INTO event_rejections')) {
        return q.query("SELECT 'no room'::integer");
      }
      return q.query(text, values);
    },
  });
  const { db } = database;
  return {
    statements,
    db: {
      ...db,
      tenant: (id) => watch(db.tenant(id)),
      alone: (id) => watch(db.alone(id)),
      transaction: (id, work, plans) => db.transaction(id, (tx) => work(watch(tx)), plans),
    },
  };
}

const counts = async () => {
  const [row] = await database.admin(
    `SELECT (SELECT coalesce(sum(events), 0)::int FROM inbox) AS accepted,
            (SELECT count(*)::int FROM event_rejections) AS rejected`,
  );
  return row;
};
const originOf = () => ({ source: 'batch' as const, text: '{}' });
const mixed = [readEvent(eventOf('good'), NOW), readEvent(eventOf('bad', 'nothing'), NOW)];

describe('statements', () => {
  const LOOK = 'SELECT id, coalesce(linked_to,';
  const STORE = 'INSERT INTO inbox';
  const KEEP = 'INSERT INTO event_rejections';

  test('are those of before when nothing is refused, and one more when something is', async () => {
    const { db, statements } = watched();
    const during = async (work: () => Promise<unknown>) => {
      statements.length = 0;
      await work();
      return [...statements];
    };
    const gathering = createGathering(db);
    expect(await during(() => gathering.ingest(tenant, arrived('good')))).toEqual([LOOK, STORE]);
    expect(await during(() => gathering.ingest(tenant, arrived('bad', 'nothing')))).toEqual([LOOK, KEEP]);
    const stream = (texts: string[]) => ingestEventStream({ db, tenant_id: tenant }, textLines(texts));
    expect(
      await during(() => stream([JSON.stringify(eventOf('g1')), JSON.stringify(eventOf('g2'))])),
    ).toEqual([LOOK, STORE]);
    // A hundred and more are also the time to remove what is too much.
    expect(
      await during(() => stream([JSON.stringify(eventOf('g3')), ...Array.from({ length: 300 }, () => 'x')])),
    ).toEqual([LOOK, STORE, KEEP, 'WITH gone AS']);
    expect(await during(() => stream(['x', 'y']))).toEqual([KEEP]);
    const inTransaction = (readings: typeof mixed) =>
      during(() => db.transaction(tenant, (tx) => ingestEvents({ read: tx, write: tx, originOf }, readings)));
    expect(await inTransaction(mixed.slice(0, 1))).toEqual([LOOK, STORE]);
    expect(await inTransaction(mixed)).toEqual([
      LOOK,
      STORE,
      'SAVEPOINT attempt',
      KEEP,
      'RELEASE SAVEPOINT attempt',
    ]);
  });

  test('a flood of single ones shares them', async () => {
    const { db, statements } = watched();
    const gathering = createGathering(db);
    await Promise.all(
      Array.from({ length: 400 }, (_, n) => gathering.ingest(tenant, arrived(`f${n}`, 'nothing'))),
    );
    expect(statements.filter((statement) => statement === KEEP)).toHaveLength(2);
    expect(await counts()).toEqual({ accepted: 0, rejected: 101 });
  });
});

describe('when rejections cannot be kept', () => {
  test('events are accepted and refused as ever, alone and in a transaction', async () => {
    const { db } = watched({ isBroken: true });
    const gathering = createGathering(db);
    const verdicts = await Promise.all([
      gathering.ingest(tenant, arrived('bad', 'nothing')),
      gathering.ingest(tenant, arrived('good')),
      gathering.ingest(tenant, arrived('worse', 'nothing')),
    ]);
    expect(verdicts.map((verdict) => 'event' in verdict)).toEqual([false, true, false]);
    expect(await counts()).toEqual({ accepted: 1, rejected: 0 });
    const [good] = await db.transaction(tenant, async (tx) => {
      const judged = await ingestEvents({ read: tx, write: tx, originOf }, mixed);
      await tx.query('SELECT 1 AS still_alive');
      return judged;
    });
    expect(good).toMatchObject({ event: { event_id: 'good' } });
    expect(await counts()).toEqual({ accepted: 2, rejected: 0 });
  });

  test('a transaction that loses its connection fails as a whole', async () => {
    await expect(
      database.db.transaction(tenant, (tx) =>
        ingestEvents(
          {
            read: tx,
            write: {
              ...tx,
              query: async (text, values) => {
                if (text.startsWith('INSERT INTO event_rejections')) {
                  const [row] = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
                  await database.admin('SELECT pg_terminate_backend($1)', [row?.pid]);
                }
                return tx.query(text, values);
              },
            },
            originOf,
          },
          mixed,
        ),
      ),
    ).rejects.toMatchObject({ code: 'unavailable' });
    expect(await counts()).toEqual({ accepted: 0, rejected: 0 });
  });
});

test('a connector’s events are kept when they were judged, not when they are about something not listed', async () => {
  await database.admin(
    `INSERT INTO connectors (tenant_id, id, platform, name, settings, sealed_secrets, secret_names, sync_every_seconds,
       created_by)
     VALUES ($1, 'c', 'postgres', 'x', '{}', 'x', '{}', 300, 'x')`,
    [tenant],
  );
  await database.admin(
    `INSERT INTO connector_objects (tenant_id, connector_id, kind, external_key, lapse_id, is_owned)
     VALUES ($1, 'c', 'principal', 'ada-key', 'ada', true), ($1, 'c', 'asset', 'ledger-key', 'ledger', true),
       ($1, 'c', 'asset', 'books-key', 'books', true)`,
    [tenant],
  );
  const raw = (event_id: string, more: object = {}) => ({
    event_id,
    principal_key: 'ada-key',
    asset_key: 'ledger-key',
    action: 'query',
    timestamp: '2026-03-01T10:00:00Z',
    metadata: {},
    ...more,
  });
  const result = await database.db.transaction(tenant, (tx) =>
    storeUse(tx, { connector_id: 'c', platform: 'postgres', now: NOW }, [
      raw('good'),
      raw('future', { timestamp: '2026-03-05T00:00:00Z', within: ['books-key', 'elsewhere'] }),
      raw('unlisted', { asset_key: 'elsewhere' }),
    ]),
  );
  expect(result).toEqual({ accepted: 1, skipped: 2 });
  const kept = await database.admin('SELECT event_id, source, reason, payload FROM event_rejections');
  expect(kept).toEqual([
    {
      event_id: 'c:future',
      source: 'connector',
      reason: 'timestamp: is more than 24 hours in the future',
      payload: expect.stringContaining('"principal_id":"ada","asset_id":"ledger"'),
    },
  ]);
  await database.admin('DELETE FROM inbox');
  const later = Date.parse('2026-03-05T00:00:00Z');
  await database.db.transaction(tenant, (tx) => replayRejections(tx, null, later));
  const [row] = await database.admin('SELECT payload FROM inbox');
  expect(unpackEvents(row?.payload as string)).toMatchObject([{ event_id: 'c:future', within: ['books'] }]);
});

test('maintenance removes what is older than 30 days and all but the newest thousand, of its tenant', async () => {
  for (const each of [tenant, database.tenants.b]) {
    await database.admin(
      `INSERT INTO event_rejections (tenant_id, id, payload, is_cut, reason, source, received_at)
       SELECT $1, lpad(n::text, 6, '0'), '{}', false, 'old', 'batch',
              now() - CASE WHEN n > 1100 THEN interval '31 days' ELSE interval '29 days' END
       FROM generate_series(1, 1200) AS n`,
      [each],
    );
  }
  await maintainTenant({ db: database.db, now: () => NOW, onError: () => {} }, tenant);
  const left = await database.admin(
    'SELECT tenant_id, count(*)::int AS n, min(id) AS first, max(id) AS last FROM event_rejections GROUP BY 1 ORDER BY 1',
  );
  expect(left).toEqual([
    { tenant_id: tenant, n: 900, first: '000201', last: '001100' },
    { tenant_id: database.tenants.b, n: 1_200, first: '000001', last: '001200' },
  ]);
});
