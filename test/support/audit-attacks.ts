import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { fc } from '@fast-check/vitest';
import { LINE_COLUMNS } from '../../src/audit/columns.sql.ts';
import { auditLine } from '../../src/audit/line.rules.ts';
import { GrowingTree, leafHash } from '../../src/audit/tree/merkle.rules.ts';
import { tileOfStored } from '../../src/audit/tree/merkle-tiles.rules.ts';
import { rawPublicKey, signCheckpoint } from '../../src/audit/tree/signed-note.rules.ts';
import { type AuditWorld, ENTRIES, entryId } from './audit-world.ts';

export interface Attack {
  name: string;
  run: () => Promise<unknown>;
}

/** Every way to change a column of an entry, be it ever so little. */
const EDITS: [string, string][] = [
  ['id', "id || 'x'"],
  ['at', "at + interval '1 microsecond'"],
  ['recorded_at', "recorded_at - interval '1 microsecond'"],
  ['asset_id', "coalesce(asset_id, '') || 'x'"],
  ['form', '1'],
  ['event_type', "event_type || ' '"],
  ['actor', "'somebody'"],
  ['principal_id', "coalesce(principal_id || 'x', 'null')"],
  ['review_id', "CASE WHEN review_id IS NULL THEN 'r' END"],
  ['description', 'description || chr(8203)'],
  ['data', "jsonb_set(data, '{n}', to_jsonb((data->>'n')::numeric + 0.0000000000000000000001))"],
  ['data', `data || '{"more": null}'`],
  ['data', "data - 'share'"],
];

/** Of whoever has the database, but not the key of the log. */
export const attackerKey = generateKeyPairSync('ed25519').privateKey;

/** What a superuser can do to the tables of a log. */
export function auditAttacks({ run, key }: Pick<AuditWorld, 'run' | 'key'>) {
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
    const { rows } = await run(
      'SELECT position FROM audit_positions WHERE tenant_id = $1 AND entry_id = $2',
      [entryId(n)],
    );
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

  async function treeNow(): Promise<{ size: number; peaks: Buffer }> {
    const { rows } = await run(
      `SELECT ${LINE_COLUMNS} FROM audit_positions p
       JOIN audit_entries e ON e.tenant_id = $1 AND e.id = p.entry_id WHERE p.tenant_id = $1 ORDER BY p.position`,
    );
    const tree = new GrowingTree();
    for (const row of rows) tree.append(leafHash(Buffer.from(auditLine(row))));
    return { size: tree.size, peaks: Buffer.concat(tree.peaks()) };
  }

  /** Makes tiles, peaks and checkpoint agree with the altered entries again, and signs with whatever key there is. */
  async function rebuild(privateKey: KeyObject | null): Promise<void> {
    const { rows } = await run(
      `SELECT ${LINE_COLUMNS} FROM audit_positions p
       JOIN audit_entries e ON e.tenant_id = $1 AND e.id = p.entry_id WHERE p.tenant_id = $1 ORDER BY p.position`,
    );
    const tiles = new Map<string, Buffer[]>();
    const tree = new GrowingTree(0, [], (subtree, root) => {
      const place = tileOfStored(subtree);
      if (!place) return;
      const name = `${place.level}/${place.tile}`;
      tiles.set(name, [...(tiles.get(name) ?? []), root]);
    });
    for (const row of rows) tree.append(leafHash(Buffer.from(auditLine(row))));
    await run('DELETE FROM audit_tiles WHERE tenant_id = $1');
    for (const [name, hashes] of tiles) {
      const [level, tile] = name.split('/');
      await run('INSERT INTO audit_tiles VALUES ($1, $2, $3, $4)', [level, tile, Buffer.concat(hashes)]);
    }
    if (!privateKey) return;
    const note = signCheckpoint(
      { origin: key.name, tree_size: tree.size, root_hash: tree.root() },
      privateKey,
    );
    await run('DELETE FROM audit_checkpoints WHERE tenant_id = $1');
    await run('INSERT INTO audit_checkpoints VALUES ($1, $2, $3, $4, now())', [tree.size, tree.root(), note]);
    await run('UPDATE audit_logs SET public_key = $2 WHERE tenant_id = $1', [rawPublicKey(privateKey)]);
  }

  return {
    edit,
    removeEntry,
    removePosition,
    removeAndClose,
    insertAt,
    insertEntry,
    swap,
    cutOffAfterCheckpoint,
    rebuild,
    treeNow,
  };
}

/** Any of them, at any place, alone or with everything around it made to fit. */
export function anyAttack(world: AuditWorld): fc.Arbitrary<Attack> {
  const { run } = world;
  const tables = auditAttacks(world);
  const place = fc.nat(ENTRIES - 1);
  const alteration: fc.Arbitrary<Attack> = fc.oneof(
    fc.tuple(place, fc.constantFrom(...EDITS)).map(([n, how]) => ({
      name: `edit ${how[0]} of ${n}`,
      run: () => tables.edit(n, how),
    })),
    place.map((n) => ({ name: `delete entry ${n}`, run: () => tables.removeEntry(n) })),
    place.map((n) => ({ name: `delete entry and position ${n}`, run: () => tables.removePosition(n) })),
    place.map((n) => ({ name: `delete ${n} and close the gap`, run: () => tables.removeAndClose(n) })),
    place.map((n) => ({ name: `insert at ${n}`, run: () => tables.insertAt(n) })),
    fc
      .tuple(place, place)
      .filter(([a, b]) => a !== b)
      .map(([a, b]) => ({ name: `swap ${a} and ${b}`, run: () => tables.swap(a, b) })),
  );
  return fc.oneof(
    { weight: 6, arbitrary: alteration },
    {
      weight: 2,
      arbitrary: alteration.map((a) => ({
        name: `${a.name}, hashes made to fit`,
        run: async () => {
          await a.run();
          await tables.rebuild(null);
        },
      })),
    },
    {
      weight: 2,
      arbitrary: fc.tuple(alteration, fc.boolean()).map(([a, hasKey]) => ({
        name: `${a.name}, forked and signed with ${hasKey ? "the log's own key" : 'another key'}`,
        run: async () => {
          await a.run();
          await tables.rebuild(hasKey ? world.private_key : attackerKey);
        },
      })),
    },
    {
      weight: 1,
      arbitrary: place.map((n) => ({
        name: `cut off after ${n}`,
        run: () => tables.cutOffAfterCheckpoint(n),
      })),
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
        { name: 'an entry put past the sequencer', run: () => tables.insertEntry() },
      ),
    },
  );
}
