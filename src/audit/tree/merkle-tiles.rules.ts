import { foldRoots, HASH_BYTES, type Subtree } from './merkle.rules.ts';

/** The tree as it is stored: rows of up to 256 hashes. A tile of level n holds roots of subtrees of 256^n leaves. */

const TILE_LEVELS = 8;
export const TILE_WIDTH = 2 ** TILE_LEVELS;

export interface TileId {
  level: number;
  tile: number;
}

/** Subtrees whose roots are stored as they are; the others are computed from those. */
export function tileOfStored({ level, index }: Subtree): (TileId & { offset: number }) | null {
  if (level % TILE_LEVELS !== 0) return null;
  return { level: level / TILE_LEVELS, tile: Math.floor(index / TILE_WIDTH), offset: index % TILE_WIDTH };
}

/** The tile that has what the root of a subtree is computed from, and which of its hashes. */
export function tileOf({ level, index }: Subtree): TileId & { offset: number; width: number } {
  const width = 2 ** (level % TILE_LEVELS);
  const first = index * width;
  return {
    level: Math.floor(level / TILE_LEVELS),
    tile: Math.floor(first / TILE_WIDTH),
    offset: first % TILE_WIDTH,
    width,
  };
}

/** `null` when the tile does not reach so far. */
export function rootFromTile(hashes: Buffer, offset: number, width: number): Buffer | null {
  if (hashes.length < (offset + width) * HASH_BYTES) return null;
  let roots = splitHashes(hashes.subarray(offset * HASH_BYTES, (offset + width) * HASH_BYTES));
  while (roots.length > 1) {
    roots = Array.from({ length: roots.length / 2 }, (_, i) => foldRoots(roots.slice(2 * i, 2 * i + 2)));
  }
  return roots[0] ?? null;
}

export function splitHashes(bytes: Buffer): Buffer[] {
  return Array.from({ length: Math.floor(bytes.length / HASH_BYTES) }, (_, i) =>
    bytes.subarray(i * HASH_BYTES, (i + 1) * HASH_BYTES),
  );
}
