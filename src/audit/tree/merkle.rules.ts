import { hash } from 'node:crypto';

/** The Merkle tree of RFC 6962, section 2.1. Leaves and nodes are hashed with different prefixes, so that no node can pass for a leaf. */

export const HASH_BYTES = 32;
const LEAF_PREFIX = Buffer.from([0]);

const sha256 = (bytes: Uint8Array): Buffer => hash('sha256', bytes, 'buffer');

export const EMPTY_ROOT: Buffer = sha256(new Uint8Array());

export function leafHash(entry: Uint8Array): Buffer {
  return sha256(Buffer.concat([LEAF_PREFIX, entry]));
}

/** Reused: a buffer per node would cost as much as its hash. */
const node = Buffer.alloc(1 + 2 * HASH_BYTES, 1);

export function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  node.set(left, 1);
  node.set(right, 1 + HASH_BYTES);
  return sha256(node);
}

/** A perfect subtree: `2 ** level` leaves, beginning with leaf `index * 2 ** level`. */
export interface Subtree {
  level: number;
  index: number;
}

/** The perfect subtrees that the leaves from `begin` up to `end` consist of, the largest first. `begin` is where one of at least that size begins. */
export function subtreesOf(begin: number, end: number): Subtree[] {
  const subtrees: Subtree[] = [];
  let at = begin;
  while (at < end) {
    const level = Math.floor(Math.log2(end - at));
    subtrees.push({ level, index: at / 2 ** level });
    at += 2 ** level;
  }
  return subtrees;
}

/** The root over the perfect subtrees of a range, given in its order. */
export function foldRoots(roots: readonly Buffer[]): Buffer {
  if (roots.length === 0) return EMPTY_ROOT;
  return roots.reduceRight((right, left) => nodeHash(left, right));
}

/** A tree that is only added to: it remembers the roots of its perfect subtrees, one per bit of its size. */
export class GrowingTree {
  #size: number;
  /** By level; of the levels whose bit in the size is not set there is none. */
  readonly #roots: (Buffer | undefined)[] = [];
  readonly #onSubtree: ((subtree: Subtree, root: Buffer) => void) | undefined;

  /** `peaks`: the roots of the perfect subtrees of `size` leaves, the largest first. `onSubtree` is told of every one that is complete. */
  constructor(size = 0, peaks: readonly Buffer[] = [], onSubtree?: (subtree: Subtree, root: Buffer) => void) {
    this.#size = size;
    this.#onSubtree = onSubtree;
    const subtrees = subtreesOf(0, size);
    if (subtrees.length !== peaks.length)
      throw new Error(`${peaks.length} roots do not make a tree of ${size}`);
    subtrees.forEach(({ level }, i) => {
      this.#roots[level] = peaks[i];
    });
  }

  get size(): number {
    return this.#size;
  }

  append(leaf: Buffer): void {
    let root = leaf;
    let level = 0;
    let index = this.#size;
    this.#onSubtree?.({ level, index }, root);
    for (let left = this.#roots[level]; left !== undefined; left = this.#roots[level]) {
      root = nodeHash(left, root);
      this.#roots[level] = undefined;
      level += 1;
      index = (index - 1) / 2;
      this.#onSubtree?.({ level, index }, root);
    }
    this.#roots[level] = root;
    this.#size += 1;
  }

  peaks(): Buffer[] {
    return this.#roots.filter((root) => root !== undefined).reverse();
  }

  root(): Buffer {
    return foldRoots(this.peaks());
  }
}
