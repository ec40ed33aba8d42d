import { nodeHash, type Subtree, subtreesOf } from './merkle.rules.ts';

/**
 * Which hashes prove something (RFC 6962, 2.1.1 and 2.1.2), as ranges of leaves. Each hash is the root over the perfect
 * subtrees of its range, so whoever has the roots of perfect subtrees can make the proof.
 */
export type ProofHash = Subtree[];

/** That leaf `position` is in the tree of `size` leaves. */
export function inclusionProof(position: number, size: number): ProofHash[] {
  if (!(position >= 0 && position < size))
    throw new RangeError(`leaf ${position} is not in a tree of ${size}`);
  return pathTo(position, 0, size);
}

/** That the tree of `from` leaves is the beginning of the tree of `to` leaves. */
export function consistencyProof(from: number, to: number): ProofHash[] {
  if (!(from >= 0 && from <= to))
    throw new RangeError(`a tree of ${from} is not the beginning of one of ${to}`);
  return from === 0 || from === to ? [] : beginningOf(from, 0, to, true);
}

/** Whether such a proof holds (RFC 9162, 2.1.4.2). */
export function isConsistent(proof: {
  from: number;
  to: number;
  from_root: Buffer;
  to_root: Buffer;
  hashes: readonly Buffer[];
}): boolean {
  const { from, to, from_root, to_root } = proof;
  if (from === 0) return proof.hashes.length === 0;
  if (from === to) return proof.hashes.length === 0 && from_root.equals(to_root);
  // A perfect tree is a node of the later one, which the verifier has already.
  const isPerfect = Number.isInteger(Math.log2(from));
  const hashes = isPerfect ? [from_root, ...proof.hashes] : proof.hashes;
  const [first, ...rest] = hashes;
  if (!first) return false;
  let [at, last] = [from - 1, to - 1];
  const rise = (): void => {
    at = Math.floor(at / 2);
    last = Math.floor(last / 2);
  };
  while (at % 2 === 1) rise();
  let [earlier, later] = [first, first];
  for (const hash of rest) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      earlier = nodeHash(hash, earlier);
      later = nodeHash(hash, later);
      while (at % 2 === 0 && at !== 0) rise();
    } else {
      later = nodeHash(later, hash);
    }
    rise();
  }
  return last === 0 && earlier.equals(from_root) && later.equals(to_root);
}

/** The root that such a proof leads to from a leaf; null when it has not as many hashes as it should. */
export function rootOfInclusion(
  position: number,
  size: number,
  leaf: Buffer,
  hashes: readonly Buffer[],
): Buffer | null {
  if (hashes.length !== inclusionProof(position, size).length) return null;
  // The last hash is the one next to the root.
  const rootOf = (begin: number, end: number, depth: number): Buffer => {
    if (end - begin === 1) return leaf;
    const middle = begin + largestPowerBelow(end - begin);
    const other = hashes[depth - 1] as Buffer;
    return position < middle
      ? nodeHash(rootOf(begin, middle, depth - 1), other)
      : nodeHash(other, rootOf(middle, end, depth - 1));
  };
  return rootOf(0, size, hashes.length);
}

function pathTo(position: number, begin: number, end: number): ProofHash[] {
  if (end - begin === 1) return [];
  const middle = begin + largestPowerBelow(end - begin);
  return position < middle
    ? [...pathTo(position, begin, middle), subtreesOf(middle, end)]
    : [...pathTo(position, middle, end), subtreesOf(begin, middle)];
}

/** `isKnown`: the verifier has the root of exactly these leaves already, from the earlier tree. */
function beginningOf(from: number, begin: number, end: number, isKnown: boolean): ProofHash[] {
  if (from === end) return isKnown ? [] : [subtreesOf(begin, end)];
  const middle = begin + largestPowerBelow(end - begin);
  return from <= middle
    ? [...beginningOf(from, begin, middle, isKnown), subtreesOf(middle, end)]
    : [...beginningOf(from, middle, end, false), subtreesOf(begin, middle)];
}

function largestPowerBelow(size: number): number {
  return 2 ** Math.floor(Math.log2(size - 1));
}
