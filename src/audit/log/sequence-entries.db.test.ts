import { createHash } from 'node:crypto';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { LINE_COLUMNS } from '../columns.sql.ts';
import { type AuditEntry, appendAuditEntries } from '../entries.sql.ts';
import { type AuditLineFields, auditLine } from '../line.rules.ts';
import { openCheckpoint } from '../tree/signed-note.rules.ts';
import { latestCheckpoint } from './checkpoints.sql.ts';
import { findAuditLog } from './logs.sql.ts';
import { runSequencer } from './run-sequencer.ts';
import { type SequencerContext, sequenceEntries } from './sequence-entries.ts';

let store: TestDatabase;
let tenant: number;
const context: SequencerContext = {
  secrets_key: Buffer.alloc(32, 5),
  now: () => Date.parse('2026-06-01T12:00:00Z'),
};

beforeEach(async () => {
  store = await createTestDatabase(12);
  tenant = store.tenants.a;
});
afterEach(() => store.drop());

function entry(changes: Partial<AuditEntry> = {}): AuditEntry & { id: string } {
  return {
    id: uuidv7(),
    principal_id: 'ann',
    event_type: 'grant.created',
    description: 'A “quoted”\nline \\ with \u0001 and 😀',
    actor: 'system',
    at: '2026-06-01T10:00:00.123456Z',
    data: { b: 0.1, a: [1, null, 'é'] },
    ...changes,
  };
}

const append = (...entries: AuditEntry[]) =>
  store.db.transaction(tenant, (tx) => appendAuditEntries(tx, entries));
const turn = (batchMax?: number) =>
  store.db.transaction(tenant, (tx) =>
    sequenceEntries(tx, context, batchMax === undefined ? {} : { batch_max: batchMax }),
  );

async function turnsUntilDone(batchMax?: number): Promise<number> {
  let sequenced = 0;
  for (;;) {
    const done = await turn(batchMax);
    sequenced += done.sequenced;
    if (!done.has_more) return sequenced;
  }
}

const sha = (...parts: (string | Buffer)[]): Buffer =>
  parts.reduce((digest, part) => digest.update(part), createHash('sha256')).digest();
/** RFC 6962 as it is written. */
function mth(lines: string[]): Buffer {
  if (lines.length === 0) return sha('');
  if (lines.length === 1) return sha(Buffer.from([0]), lines[0] as string);
  let k = 1;
  while (k * 2 < lines.length) k *= 2;
  return sha(Buffer.from([1]), mth(lines.slice(0, k)), mth(lines.slice(k)));
}

/** Nothing lost, nothing twice, and the checkpoint is over exactly the entries in their order. */
async function requireWholeLog(expected: number): Promise<string[]> {
  const rows = await store.admin(
    `SELECT p.position, ${LINE_COLUMNS} FROM audit_positions p
     JOIN audit_entries e ON e.tenant_id = p.tenant_id AND e.id = p.entry_id WHERE p.tenant_id = $1 ORDER BY p.position`,
    [tenant],
  );
  expect(rows.map((row) => row.position)).toEqual(Array.from({ length: expected }, (_, i) => i));
  expect(new Set(rows.map((row) => row.id)).size).toBe(expected);
  const q = store.db.tenant(tenant);
  const log = await findAuditLog(q);
  const latest = await latestCheckpoint(q);
  const { checkpoint, trouble } = openCheckpoint(latest?.note ?? '', {
    name: log?.origin as string,
    public_key: log?.public_key as Buffer,
  });
  expect(trouble).toBeUndefined();
  expect(checkpoint).toEqual({
    origin: expect.stringMatching(/^lapse-audit\/tenant-a\/[0-9a-f-]{36}$/),
    tree_size: expected,
    root_hash: mth(rows.map((row) => auditLine(row as AuditLineFields))),
  });
  const [counted] = await store.admin(
    "SELECT amount FROM audit_counts WHERE tenant_id = $1 AND event_type = '' AND actor = '' AND grain = 'all'",
    [tenant],
  );
  expect(counted?.amount ?? 0).toBe(expected);
  return rows.map((row) => String(row.id));
}

describe('sequencing', () => {
  test('an empty log is signed too, once', async () => {
    await turn();
    await turn();
    await requireWholeLog(0);
    expect(await store.admin('SELECT tree_size FROM audit_checkpoints')).toEqual([{ tree_size: 0 }]);
  });

  test('numbers entries in the order of their transactions, in batches of any size, over several tiles', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 6; i += 1) {
      const entries = Array.from({ length: 100 }, () => entry());
      await append(...entries);
      ids.push(...entries.map(({ id }) => id));
      if (i % 2 === 1) expect(await turnsUntilDone(37)).toBe(200);
    }
    expect(await requireWholeLog(600)).toEqual(ids);
    expect(
      await store.admin(
        'SELECT level, tile, octet_length(hashes) / 32 AS width FROM audit_tiles ORDER BY 1, 2',
      ),
    ).toEqual([
      { level: 0, tile: 0, width: 256 },
      { level: 0, tile: 1, width: 256 },
      { level: 0, tile: 2, width: 88 },
      { level: 1, tile: 0, width: 2 },
    ]);
  });

  test('the canonical form of an entry is fixed', async () => {
    await append(entry({ id: 'x', review_id: 'r-1' }));
    await store.admin(`SET session_replication_role = replica;
      UPDATE audit_entries SET recorded_at = '2026-06-02T00:00:00.1Z'; SET session_replication_role = origin`);
    const read = async () => {
      const [row] = await store.admin(`SELECT ${LINE_COLUMNS} FROM audit_entries e`);
      return row as AuditLineFields;
    };
    const row = await read();
    const end =
      '"event_type":"grant.created","actor":"system","principal_id":"ann","review_id":"r-1",ASSET' +
      '"description":"A “quoted”\\nline \\\\ with \\u0001 and 😀","data":{"a": [1, null, "é"], "b": 0.1}}';
    expect(auditLine(row)).toBe(
      '{"id":"x","form":2,"timestamp":"2026-06-02T00:00:00.1Z","occurred_at":"2026-06-01T10:00:00.123456Z",' +
        end.replace('ASSET', '"asset_id":null,'),
    );
    // As it was made in the database, before entries had the time they were recorded.
    const signed = `{"id":"x","timestamp":"2026-06-01T10:00:00.123456Z",${end.replace('ASSET', '')}`;
    expect(auditLine({ ...row, form: 1, recorded_at: row.at })).toBe(signed);
    // Its one time is stored as both: one that lists and periods would go by, and nobody signed, makes other bytes.
    expect(auditLine({ ...row, form: 1 })).not.toBe(signed);
    const settings = "SET TimeZone = 'Asia/Kathmandu'; SET DateStyle = 'German'; SET extra_float_digits = -3";
    await store.admin(settings);
    expect(await read()).toEqual(row);
  });

  test('a transaction that takes long holds up nobody, and its entries come when it commits', async () => {
    const slow = new pg.Client(store.application);
    await slow.connect();
    await slow.query('BEGIN');
    await slow.query(`SET LOCAL lapse.tenant_id = '${tenant}'`);
    await appendAuditEntries(
      { tenant_id: tenant, query: async (text, values) => (await slow.query(text, values)).rows },
      [entry({ id: 'slow' })],
    );
    await append(entry({ id: 'quick-1' }));
    expect((await turn()).sequenced).toBe(1);
    await append(entry({ id: 'quick-2' }));
    expect((await turn()).sequenced).toBe(1);
    expect(await requireWholeLog(2)).toEqual(['quick-1', 'quick-2']);
    await slow.query('COMMIT');
    await slow.end();
    await append(entry({ id: 'quick-3' }));
    expect((await turn()).sequenced).toBe(2);
    expect(await requireWholeLog(4)).toEqual(['quick-1', 'quick-2', 'slow', 'quick-3']);
  });

  test('goes on after a batch that was just filled', async () => {
    await turn();
    for (let round = 1; round <= 3; round += 1) {
      await append(entry(), entry());
      expect(await turnsUntilDone(2)).toBe(2);
      await requireWholeLog(2 * round);
    }
  });

  test('many writers, rollbacks and several sequencers: nothing is lost and nothing twice', async () => {
    let isWriting = true;
    await turn();
    const sequencing = Promise.all(
      [1, 2, 3].map(async (batchMax) => {
        while (isWriting) await turn(batchMax * 40);
      }),
    );
    let committed = 0;
    await Promise.all(
      Array.from({ length: 6 }, async (_, writer) => {
        for (let i = 0; i < 60; i += 1) {
          const entries = Array.from({ length: 1 + ((writer + i) % 4) }, () => entry());
          const isAborted = (writer * 60 + i) % 11 === 0;
          await store.db
            .transaction(tenant, async (tx) => {
              await appendAuditEntries(tx, entries);
              if (i % 5 === 0) await tx.query('SELECT pg_sleep(0.01)');
              if (isAborted) throw new Error('rolled back');
            })
            .catch(() => {});
          if (!isAborted) committed += entries.length;
        }
      }),
    );
    isWriting = false;
    await sequencing;
    await turnsUntilDone();
    await requireWholeLog(committed);
  });

  test('the loop serves every tenant and stops', async () => {
    await append(entry());
    const errors: Error[] = [];
    const sequencer = runSequencer({
      name: 'test',
      ...context,
      db: store.db,
      onError: (error) => errors.push(error),
    });
    while ((await store.admin('SELECT FROM audit_checkpoints')).length < 2) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await sequencer.stop();
    expect(errors).toEqual([]);
    expect(await store.admin('SELECT tenant_id, tree_size FROM audit_checkpoints ORDER BY 1')).toEqual([
      { tenant_id: store.tenants.a, tree_size: 1 },
      { tenant_id: store.tenants.b, tree_size: 0 },
    ]);
  });
});

describe('after a dump was restored to another server', () => {
  /** There, transactions are numbered from a small number again, or from a larger one. */
  async function pretendRestored(shift: bigint): Promise<void> {
    await store.admin('SET session_replication_role = replica');
    await store.admin(
      'UPDATE audit_entries SET appended_xid = (appended_xid::text::bigint + $1)::text::xid8',
      [String(shift)],
    );
    await store.admin(
      `UPDATE audit_sequencers SET cluster = 'another', sequenced = format('%s:%s:',
         pg_snapshot_xmin(sequenced)::text::bigint + $1, pg_snapshot_xmax(sequenced)::text::bigint + $1)::pg_snapshot`,
      [String(shift)],
    );
    await store.admin('SET session_replication_role = origin');
  }

  for (const shift of [1_000_000n, 3n, -200n]) {
    test(`numbered ${shift} apart, what had no position gets one and nothing is doubled`, async () => {
      for (let i = 0; i < 20; i += 1) await append(entry(), entry());
      await turnsUntilDone();
      for (let i = 0; i < 5; i += 1) await append(entry());
      await pretendRestored(shift);
      for (let i = 0; i < 5; i += 1) await append(entry());
      expect(await turnsUntilDone(7)).toBe(10);
      await requireWholeLog(50);
      for (let i = 0; i < 300; i += 1) await append(entry());
      expect(await turnsUntilDone(7)).toBe(300);
      await requireWholeLog(350);
      expect((await turn()).sequenced).toBe(0);
    });
  }
});

describe('what was recorded stays', () => {
  const TABLES = ['audit_entries', 'audit_logs', 'audit_positions', 'audit_checkpoints', 'audit_tiles'];
  const changes = (table: string): string[] => [
    `UPDATE ${table} SET tenant_id = tenant_id`,
    `DELETE FROM ${table}`,
    `TRUNCATE ${table}`,
  ];

  test('the application may not change it', async () => {
    await append(entry());
    await turn();
    for (const statement of TABLES.flatMap(changes)) {
      if (statement.startsWith('UPDATE audit_tiles')) continue;
      await expect(store.db.transaction(tenant, (tx) => tx.query(statement))).rejects.toThrow(
        /permission denied/,
      );
    }
    await expect(
      store.db.transaction(tenant, (tx) => tx.query(`UPDATE audit_tiles SET hashes = sha256(hashes)`)),
    ).rejects.toThrow(/only ever added to/);
  });

  test('nor may its owner, or a superuser, by mistake', async () => {
    await append(entry());
    await turn();
    const owner = new pg.Client(store.owner);
    await owner.connect();
    await owner.query(`SET lapse.tenant_id = '${tenant}'`);
    for (const statement of TABLES.flatMap(changes)) {
      if (statement.startsWith('UPDATE audit_tiles')) continue;
      await expect(owner.query(statement)).rejects.toThrow(/only ever added to/);
      await expect(store.admin(statement)).rejects.toThrow(/only ever added to/);
    }
    await owner.end();
  });

  test('a tree that was altered is not signed again', async () => {
    await append(entry(), entry(), entry());
    await turn();
    await store.admin('UPDATE audit_sequencers SET peaks = sha256(peaks) || sha256(peaks)');
    await append(entry());
    await expect(turn()).rejects.toThrow(/somebody changed its tables/);
    expect(await store.admin('SELECT tree_size FROM audit_checkpoints')).toEqual([{ tree_size: 3 }]);
  });

  test('another secrets key cannot sign, and says what is wrong', async () => {
    await append(entry());
    await turn();
    await append(entry());
    await expect(
      store.db.transaction(tenant, (tx) =>
        sequenceEntries(tx, { ...context, secrets_key: Buffer.alloc(32, 6) }),
      ),
    ).rejects.toThrow(/SECRETS_KEY/);
  });
});
