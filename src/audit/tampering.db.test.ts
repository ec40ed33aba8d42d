import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { fc } from '@fast-check/vitest';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { isIncluded, referenceLeaf } from '../../test/support/merkle-reference.ts';
import { GrowingTree } from '../domain/merkle.ts';
import { tileOfStored } from '../domain/merkle-tiles.ts';
import { type NoteKey, rawPublicKey, signCheckpoint } from '../domain/signed-note.ts';
import { latestCheckpoint } from '../store/audit-checkpoints.ts';
import { appendAuditEntries } from '../store/audit-entries.ts';
import { findAuditLog } from '../store/audit-logs.ts';
import type { Querier } from '../store/database.ts';
import { bundleText, prepareBundle } from './export-bundle.ts';
import { proveInclusion } from './prove.ts';
import { sequenceEntries } from './sequence-entries.ts';
import { openLog } from './signing-key.ts';
import { type Verification, verifyBundle } from './verify-bundle.ts';

/** Two tiles and a part of a third. */
const ENTRIES = 530;
const SECRETS_KEY = Buffer.alloc(32, 9);

let store: TestDatabase;
let client: pg.Client;
/** As superuser, in the client's open transaction. */
let q: Querier;
/** What an auditor noted: the key when the log began, and a checkpoint. */
let key: NoteKey;
let kept: string;
let realKey: KeyObject;

beforeAll(async () => {
  store = await createTestDatabase();
  const tenant = store.tenants.a;
  for (let i = 0; i < ENTRIES; i += 10) {
    await store.db.transaction(tenant, (tx) =>
      appendAuditEntries(
        tx,
        Array.from({ length: 10 }, (_, k) => ({
          id: `entry-${String(i + k).padStart(4, '0')}`,
          principal_id: k % 2 ? `prin-${k}` : null,
          review_id: k % 3 ? `rev-${k}` : null,
          event_type: 'test',
          description: `Number ${i + k}.`,
          actor: 'system',
          at: new Date(1_780_000_000_000 + (i + k) * 1000).toISOString(),
          data: { n: i + k, share: 0.25 },
        })),
      ),
    );
    if (i % 100 === 0) await sequence();
  }
  await sequence();
  client = new pg.Client({ ...(await superuser()) });
  await client.connect();
  q = {
    tenant_id: tenant,
    query: async (text, values) => (await client.query({ text, values: values ?? [], types })).rows,
  };
  await client.query('SET timezone = UTC');
  const log = await findAuditLog(q);
  key = { name: log?.origin as string, public_key: log?.public_key as Buffer };
  kept = (await latestCheckpoint(q))?.note as string;
  realKey = (await openLog(q, SECRETS_KEY, () => '')).private_key;
});
afterAll(async () => {
  await client.end();
  await store.drop();
});

const types = new pg.TypeOverrides();
types.setTypeParser(20, Number);

async function superuser(): Promise<pg.ClientConfig> {
  const { inject } = await import('vitest');
  return { ...inject('testServer').admin, database: store.name };
}

const sequence = () =>
  store.db.transaction(store.tenants.a, (tx) =>
    sequenceEntries(tx, { secrets_key: SECRETS_KEY, now: () => 0, newId: () => 'log' }),
  );

/** Tampers with the tables past every trigger, exports, verifies, and undoes it. */
async function afterTampering(
  tamper: () => Promise<unknown>,
  options: { key: NoteKey | null; checkpoint: string | null } = { key, checkpoint: kept },
): Promise<Verification> {
  await client.query('BEGIN');
  try {
    await client.query('SET LOCAL session_replication_role = replica');
    await tamper();
    return await verifyBundle(await exported(), options);
  } finally {
    await client.query('ROLLBACK');
  }
}

/** What cannot even be exported has been noticed, too. */
async function exported(): Promise<AsyncIterable<Buffer>> {
  const header = await prepareBundle(q, 0).catch((error: Error) => error.message);
  if (typeof header === 'string') return once(Buffer.from(header));
  const parts: string[] = [];
  for await (const text of bundleText(q, header)) parts.push(text);
  return once(Buffer.from(parts.join('')));
}

const entryId = (n: number): string => `entry-${String(n).padStart(4, '0')}`;
const run = (text: string, values: unknown[] = []) => client.query(text, [q.tenant_id, ...values]);

/** Every way to change a column of an entry, be it ever so little. */
const EDITS: [string, string][] = [
  ['id', "id || 'x'"],
  ['at', "at + interval '1 microsecond'"],
  ['event_type', "event_type || ' '"],
  ['actor', "'somebody'"],
  ['principal_id', "coalesce(principal_id || 'x', 'null')"],
  ['review_id', "CASE WHEN review_id IS NULL THEN 'r' END"],
  ['description', 'description || chr(8203)'],
  ['data', "jsonb_set(data, '{n}', to_jsonb((data->>'n')::numeric + 0.0000000000000000000001))"],
  ['data', `data || '{"more": null}'`],
  ['data', "data - 'share'"],
];

const edit = (n: number, [column, value]: [string, string]) =>
  run(`UPDATE audit_entries SET ${column} = ${value} WHERE tenant_id = $1 AND id = $2`, [entryId(n)]);
const removeEntry = (n: number) =>
  run('DELETE FROM audit_entries WHERE tenant_id = $1 AND id = $2', [entryId(n)]);
async function removePosition(n: number): Promise<void> {
  await removeEntry(n);
  await run('DELETE FROM audit_positions WHERE tenant_id = $1 AND entry_id = $2', [entryId(n)]);
}
async function shift(from: number, by: number): Promise<void> {
  // In two steps, because positions are unique.
  await run(
    'UPDATE audit_positions SET position = -1 - position - $3 WHERE tenant_id = $1 AND position >= $2',
    [from, by],
  );
  await run('UPDATE audit_positions SET position = -1 - position WHERE tenant_id = $1 AND position < 0');
}
async function removeAndClose(n: number): Promise<void> {
  const { rows } = await run('SELECT position FROM audit_positions WHERE tenant_id = $1 AND entry_id = $2', [
    entryId(n),
  ]);
  await removePosition(n);
  await shift(Number(rows[0].position), -1);
}
async function insertAt(position: number): Promise<void> {
  await shift(position, 1);
  await insertEntry();
  await run("INSERT INTO audit_positions (tenant_id, position, entry_id) VALUES ($1, $2, 'forged')", [
    position,
  ]);
}
const insertEntry = (xid = '3') =>
  run(
    `INSERT INTO audit_entries (tenant_id, id, event_type, description, actor, at, data, appended_xid)
     VALUES ($1, 'forged', 'test', 'Never happened.', 'system', now(), '{}', $2::text::xid8)`,
    [xid],
  );
async function swap(a: number, b: number): Promise<void> {
  await run(
    `UPDATE audit_positions SET position = -1 - position WHERE tenant_id = $1 AND entry_id IN ($2, $3)`,
    [entryId(a), entryId(b)],
  );
  await run(
    `UPDATE audit_positions p SET position = -1 - o.position FROM audit_positions o
     WHERE p.tenant_id = $1 AND o.tenant_id = $1 AND p.position < 0 AND o.position < 0 AND p.entry_id <> o.entry_id`,
  );
}
async function cutOffAfterCheckpoint(size: number): Promise<void> {
  const { rows } = await run(
    'SELECT max(tree_size) AS size FROM audit_checkpoints WHERE tenant_id = $1 AND tree_size <= $2',
    [size],
  );
  const end = Number(rows[0].size);
  await run(
    `DELETE FROM audit_entries e USING audit_positions p
     WHERE p.tenant_id = $1 AND e.tenant_id = $1 AND p.entry_id = e.id AND p.position >= $2`,
    [end],
  );
  await run('DELETE FROM audit_positions WHERE tenant_id = $1 AND position >= $2', [end]);
  await run('DELETE FROM audit_checkpoints WHERE tenant_id = $1 AND tree_size > $2', [end]);
  await rebuild(null);
}

/** Makes tiles, peaks and checkpoint agree with the altered entries again, and signs with whatever key there is. */
async function rebuild(privateKey: KeyObject | null): Promise<void> {
  const { rows } = await run(
    `SELECT sha256('\\x00'::bytea || convert_to(audit_line(e), 'UTF8')) AS leaf FROM audit_positions p
     JOIN audit_entries e ON e.tenant_id = $1 AND e.id = p.entry_id WHERE p.tenant_id = $1 ORDER BY p.position`,
  );
  const tiles = new Map<string, Buffer[]>();
  const tree = new GrowingTree(0, [], (subtree, root) => {
    const place = tileOfStored(subtree);
    if (!place) return;
    const name = `${place.level}/${place.tile}`;
    tiles.set(name, [...(tiles.get(name) ?? []), root]);
  });
  for (const row of rows) tree.append(row.leaf);
  await run('DELETE FROM audit_tiles WHERE tenant_id = $1');
  for (const [name, hashes] of tiles) {
    const [level, tile] = name.split('/');
    await run('INSERT INTO audit_tiles VALUES ($1, $2, $3, $4)', [level, tile, Buffer.concat(hashes)]);
  }
  if (!privateKey) return;
  const note = signCheckpoint({ origin: key.name, tree_size: tree.size, root_hash: tree.root() }, privateKey);
  await run('DELETE FROM audit_checkpoints WHERE tenant_id = $1');
  await run('INSERT INTO audit_checkpoints VALUES ($1, $2, $3, $4, now())', [tree.size, tree.root(), note]);
  await run('UPDATE audit_logs SET public_key = $2 WHERE tenant_id = $1', [rawPublicKey(privateKey)]);
}

const place = fc.nat(ENTRIES - 1);
type Attack = { name: string; run: () => Promise<unknown> };
const alteration: fc.Arbitrary<Attack> = fc.oneof(
  fc.tuple(place, fc.constantFrom(...EDITS)).map(([n, how]) => ({
    name: `edit ${how[0]} of ${n}`,
    run: () => edit(n, how),
  })),
  place.map((n) => ({ name: `delete entry ${n}`, run: () => removeEntry(n) })),
  place.map((n) => ({ name: `delete entry and position ${n}`, run: () => removePosition(n) })),
  place.map((n) => ({ name: `delete ${n} and close the gap`, run: () => removeAndClose(n) })),
  place.map((n) => ({ name: `insert at ${n}`, run: () => insertAt(n) })),
  fc
    .tuple(place, place)
    .filter(([a, b]) => a !== b)
    .map(([a, b]) => ({ name: `swap ${a} and ${b}`, run: () => swap(a, b) })),
);
const attacker = generateKeyPairSync('ed25519').privateKey;
const attack: fc.Arbitrary<Attack> = fc.oneof(
  { weight: 6, arbitrary: alteration },
  {
    weight: 2,
    arbitrary: alteration.map((a) => ({
      name: `${a.name}, hashes made to fit`,
      run: async () => {
        await a.run();
        await rebuild(null);
      },
    })),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(alteration, fc.boolean()).map(([a, hasKey]) => ({
      name: `${a.name}, forked and signed with ${hasKey ? "the log's own key" : 'another key'}`,
      run: async () => {
        await a.run();
        await rebuild(hasKey ? realKey : attacker);
      },
    })),
  },
  {
    weight: 1,
    arbitrary: place.map((n) => ({ name: `cut off after ${n}`, run: () => cutOffAfterCheckpoint(n) })),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.nat(2), fc.nat(255 * 32)).map(([tile, at]) => ({
      name: `change byte ${at} of tile ${tile}`,
      run: () =>
        run(
          `UPDATE audit_tiles SET hashes = set_byte(hashes, $3 % octet_length(hashes), 255 - get_byte(hashes, $3 % octet_length(hashes)))
           WHERE tenant_id = $1 AND level = 0 AND tile = $2`,
          [tile, at],
        ),
    })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Attack>(
      {
        name: 'another note',
        run: () =>
          run(
            "UPDATE audit_checkpoints SET note = replace(note, 'tenant-a', 'tenant-b') WHERE tenant_id = $1",
          ),
      },
      {
        name: 'another size in the note',
        run: () =>
          run(
            "UPDATE audit_checkpoints SET note = replace(note, E'\\n530\\n', E'\\n529\\n') WHERE tenant_id = $1",
          ),
      },
      {
        name: 'no checkpoint of the end',
        run: () => run('DELETE FROM audit_checkpoints WHERE tenant_id = $1 AND tree_size = 530'),
      },
      {
        name: 'another public key',
        run: () => run('UPDATE audit_logs SET public_key = sha256(public_key) WHERE tenant_id = $1'),
      },
      { name: 'an entry put past the sequencer', run: () => insertEntry() },
    ),
  },
);

describe('whatever a superuser does to the tables', () => {
  test('without tampering, the bundle verifies', async () => {
    const found = await afterTampering(async () => {});
    expect([found.faults, found.entries, found.outside]).toEqual([[], ENTRIES, 0]);
  });

  test('is found', async () => {
    await fc.assert(
      fc.asyncProperty(attack, async ({ name, run: tamper }) => {
        const { faults } = await afterTampering(tamper);
        expect([name, faults.length > 0]).toEqual([name, true]);
      }),
      { numRuns: 150 },
    );
  }, 120_000);

  test('the first fault says where', async () => {
    const first = async (tamper: () => Promise<unknown>) => (await afterTampering(tamper)).faults[0];
    const { rows } = await run(
      "SELECT position FROM audit_positions WHERE tenant_id = $1 AND entry_id = 'entry-0300'",
    );
    const at = rows[0].position;
    expect(await first(() => edit(300, ['actor', "'x'"]))).toMatch(
      `Entry ${at} (id entry-0300, line ${Number(at) + 3} of the bundle) is not the one that was recorded there`,
    );
    expect(await first(() => removeEntry(300))).toBe(
      `Entry ${at} (id entry-0300) is missing: it was removed from the database.`,
    );
    expect(await first(() => insertEntry())).toMatch('The database has 1 entries that are not in the log');
    expect(await first(() => cutOffAfterCheckpoint(300))).toMatch(/over 530 entries.*entries were cut off/);
    expect(
      await first(async () => {
        await edit(300, ['actor', "'x'"]);
        await rebuild(realKey);
      }),
    ).toMatch('history was rewritten after it was signed');
    expect(
      await first(async () => {
        await edit(300, ['actor', "'x'"]);
        await rebuild(attacker);
      }),
    ).toMatch('which is not the one you gave');
  });

  test('a fork with another key passes only when the bundle itself is believed', async () => {
    const fork = async () => {
      await edit(300, ['actor', "'x'"]);
      await rebuild(attacker);
    };
    expect((await afterTampering(fork, { key: null, checkpoint: null })).faults).toEqual([]);
    expect((await afterTampering(fork, { key, checkpoint: null })).faults).not.toEqual([]);
  });

  test('an altered entry, or a hash above the entries, breaks the proofs that are served', async () => {
    const isProved = async (n: number): Promise<boolean> => {
      const proof = await proveInclusion(q, entryId(n), undefined);
      const note = (await latestCheckpoint(q))?.note.split('\n') as string[];
      return isIncluded({
        ...proof,
        leaf: referenceLeaf(proof.entry),
        hashes: proof.hashes.map((hash) => Buffer.from(hash, 'base64')),
        root: Buffer.from(note[2] as string, 'base64'),
      });
    };
    expect(await isProved(7)).toBe(true);
    await client.query('BEGIN');
    await client.query('SET LOCAL session_replication_role = replica');
    await edit(7, ['actor', "'x'"]);
    expect([await isProved(7), await isProved(8)]).toEqual([false, true]);
    await run(
      'UPDATE audit_tiles SET hashes = sha256(hashes) || sha256(hashes) WHERE tenant_id = $1 AND level = 1',
    );
    expect(await isProved(529)).toBe(false);
    await client.query('ROLLBACK');
  });
});

describe('whatever happens to a bundle on its way', () => {
  test('any byte that is changed, any line that is dropped, doubled or moved is found', async () => {
    const bundle = await wholeBundle();
    const lines = bundle.toString('utf8').split('\n').slice(0, -1);
    const verdict = async (bytes: Buffer) =>
      (await verifyBundle(once(bytes), { key, checkpoint: kept })).faults;
    expect(await verdict(bundle)).toEqual([]);
    const joined = (changed: string[]): Buffer => Buffer.from(changed.map((line) => `${line}\n`).join(''));
    const line = (at: number): string => lines[at] as string;
    const ways = {
      drop: (at: number) => joined(lines.toSpliced(at, 1)),
      double: (at: number) => joined(lines.toSpliced(at, 0, line(at))),
      move: (at: number) => joined(lines.toSpliced(at - 1, 2, line(at), line(at - 1))),
      cut: (at: number) => joined(lines.slice(0, at)),
      change: (at: number, by: number) => {
        const changed = Buffer.from(bundle);
        changed[at] = (changed[at] as number) ^ by;
        return changed;
      },
    };
    const lineNumber = fc.integer({ min: 1, max: lines.length - 1 });
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.record({
            way: fc.constantFrom('drop', 'double', 'move', 'cut'),
            at: lineNumber,
            by: fc.constant(0),
          }),
          // The last byte is the end of the last line, which may be missing.
          fc.record({
            way: fc.constant('change'),
            at: fc.oneof(fc.nat(1_000), fc.nat(bundle.length - 2)),
            by: fc.integer({ min: 1, max: 255 }),
          }),
        ),
        async ({ way, at, by }) => {
          const faults = await verdict(ways[way as keyof typeof ways](at, by));
          expect([way, at, by, faults.length > 0]).toEqual([way, at, by, true]);
        },
      ),
      { numRuns: 400 },
    );
  }, 120_000);
});

async function wholeBundle(): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const piece of await exported()) parts.push(piece);
  return Buffer.concat(parts);
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
