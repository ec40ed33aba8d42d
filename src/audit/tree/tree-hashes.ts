import type { Querier } from '../../platform/database/database.ts';
import { loadTiles } from '../log/tiles.sql.ts';
import { foldRoots, type Subtree } from './merkle.rules.ts';
import type { ProofHash } from './merkle-proof.rules.ts';
import { rootFromTile, tileOf } from './merkle-tiles.rules.ts';

/** Reads the tiles that the subtrees need, each once, and computes their roots. */
export async function rootsOfSubtrees(q: Querier, subtrees: readonly Subtree[]): Promise<Buffer[]> {
  const places = subtrees.map(tileOf);
  const wanted = new Map(places.map((place) => [`${place.level}/${place.tile}`, place]));
  const tiles = wanted.size === 0 ? new Map<string, Buffer>() : await loadTiles(q, [...wanted.values()]);
  return places.map(({ level, tile, offset, width }) => {
    const root = rootFromTile(tiles.get(`${level}/${tile}`) ?? Buffer.alloc(0), offset, width);
    if (!root) throw new Error(`The audit log lacks hashes that it should have (tile ${level}/${tile}).`);
    return root;
  });
}

export async function hashesOfProof(q: Querier, proof: readonly ProofHash[]): Promise<Buffer[]> {
  const roots = await rootsOfSubtrees(q, proof.flat());
  let at = 0;
  return proof.map((subtrees) => {
    const own = roots.slice(at, at + subtrees.length);
    at += subtrees.length;
    return foldRoots(own);
  });
}
