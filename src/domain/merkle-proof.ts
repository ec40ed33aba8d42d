import { type Subtree, subtreesOf } from './merkle.ts';

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
