import { foldRoots, type Subtree } from '../domain/merkle.ts';
import type { ProofHash } from '../domain/merkle-proof.ts';
import { rootFromTile, tileOf } from '../domain/merkle-tiles.ts';
import { loadTiles } from '../store/audit-tiles.ts';
import type { Querier } from '../store/database.ts';

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
