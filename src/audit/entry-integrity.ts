import type { Querier } from '../platform/database/database.ts';
import { latestCheckpoint } from './log/checkpoints.sql.ts';
import type { LogKeys } from './log/log-keys.ts';
import { findAuditLog } from './log/logs.sql.ts';
import { loadTiles } from './log/tiles.sql.ts';
import { foldRoots, HASH_BYTES, leafHash } from './tree/merkle.rules.ts';
import { inclusionProof, type ProofHash, rootOfInclusion } from './tree/merkle-proof.rules.ts';
import { rootFromTile, TILE_WIDTH, type TileId, tileOf } from './tree/merkle-tiles.rules.ts';
import { openCheckpoint } from './tree/signed-note.rules.ts';

/**
 * verified: its bytes are under the latest signature of the log's own key. pending: it has no place yet. altered: no such
 * signature is over it.
 */
export type Integrity = 'verified' | 'pending' | 'altered';

export interface ToCheck {
  line: string;
  position: number | null;
  is_outside: boolean;
}

export type IntegrityCheck = ReturnType<typeof createIntegrityCheck>;

/** 16 MB of hashes. A row of them that was once found under a signature can only have been changed wrongly since. */
const KNOWN_ROWS_MAX = 2_000;
const NO_ROWS: { tree_size: number; rows: ReadonlyMap<number, Buffer> } = { tree_size: 0, rows: new Map() };
const rowOf = (position: number): number => Math.floor(position / TILE_WIDTH);
const nameOf = ({ level, tile }: TileId): string => `${level}/${tile}`;

export function createIntegrityCheck(keys: LogKeys) {
  const known = new Map<string, Buffer>();

  /** The hashes of entries, 256 to a row, that lead to the signed root. */
  async function signedRows(q: Querier, wanted: readonly number[]) {
    const log = await findAuditLog(q);
    const latest = await latestCheckpoint(q);
    const key = log && keys.of(q.tenant_id, log).key;
    const { checkpoint } = key && latest ? openCheckpoint(latest.note, key) : {};
    if (!checkpoint) return NO_ROWS;
    const { tree_size, root_hash, origin } = checkpoint;
    const rows = new Map<number, Buffer>();
    const unknown: number[] = [];
    for (const row of wanted) {
      const before = known.get(`${q.tenant_id} ${origin} ${row}`);
      if (before) rows.set(row, before);
      else if (row * TILE_WIDTH < tree_size) unknown.push(row);
    }
    const found = unknown.length === 0 ? new Map() : await soundRows(q, unknown, { tree_size, root_hash });
    for (const [row, hashes] of found) {
      rows.set(row, hashes);
      if ((row + 1) * TILE_WIDTH > tree_size) continue;
      if (known.size >= KNOWN_ROWS_MAX) known.delete(known.keys().next().value as string);
      known.set(`${q.tenant_id} ${origin} ${row}`, hashes);
    }
    return { tree_size, rows };
  }

  /** Whether entries are what was signed, from the bytes of what is shown up to the signature. */
  async function of(q: Querier, entries: readonly ToCheck[]): Promise<Integrity[]> {
    const wanted = new Set(entries.flatMap(({ position }) => (position === null ? [] : [rowOf(position)])));
    const { tree_size, rows } = wanted.size === 0 ? NO_ROWS : await signedRows(q, [...wanted]);
    return entries.map(({ line, position, is_outside }) => {
      if (position === null) return is_outside ? 'altered' : 'pending';
      // It got its place after the checkpoint was read.
      if (tree_size > 0 && position >= tree_size) return 'pending';
      const at = (position % TILE_WIDTH) * HASH_BYTES;
      const leaf = rows.get(rowOf(position))?.subarray(at, at + HASH_BYTES);
      return leaf?.equals(leafHash(Buffer.from(line))) ? 'verified' : 'altered';
    });
  }

  return {
    of,
    /** The same entries, each with its integrity in place of what it was found by. */
    async add<Entry extends ToCheck>(q: Querier, entries: readonly Entry[]) {
      const integrities = await of(q, entries);
      return entries.map(({ line: _, is_outside: __, ...entry }, i) => ({
        ...entry,
        integrity: integrities[i] as Integrity,
      }));
    },
  };
}

/** One path per row is followed up to the root: all hashes of the row take part in it. */
async function soundRows(
  q: Querier,
  rows: readonly number[],
  signed: { tree_size: number; root_hash: Buffer },
): Promise<Map<number, Buffer>> {
  const paths = rows.map((row) => inclusionProof(row * TILE_WIDTH, signed.tree_size));
  const needed = [...rows.map((tile) => ({ level: 0, tile })), ...paths.flat(2).map(tileOf)];
  const tiles = await loadTiles(q, [...new Map(needed.map((tile) => [nameOf(tile), tile])).values()]);
  const sound = new Map<number, Buffer>();
  rows.forEach((row, i) => {
    const hashes = tiles.get(`0/${row}`) ?? Buffer.alloc(0);
    const path = hashesFrom(tiles, paths[i] as ProofHash[]);
    const root =
      path && rootOfInclusion(row * TILE_WIDTH, signed.tree_size, hashes.subarray(0, HASH_BYTES), path);
    if (root?.equals(signed.root_hash)) sound.set(row, hashes);
  });
  return sound;
}

function hashesFrom(tiles: ReadonlyMap<string, Buffer>, path: readonly ProofHash[]): Buffer[] | null {
  const hashes: Buffer[] = [];
  for (const subtrees of path) {
    const roots = subtrees.map((subtree) => {
      const place = tileOf(subtree);
      return rootFromTile(tiles.get(nameOf(place)) ?? Buffer.alloc(0), place.offset, place.width);
    });
    if (roots.includes(null)) return null;
    hashes.push(foldRoots(roots as Buffer[]));
  }
  return hashes;
}
