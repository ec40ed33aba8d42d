import { createHash } from 'node:crypto';
import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { EMPTY_ROOT, foldRoots, GrowingTree, leafHash, type Subtree } from './merkle.rules.ts';
import { consistencyProof, inclusionProof, isConsistent, type ProofHash } from './merkle-proof.rules.ts';
import { rootFromTile, tileOf, tileOfStored } from './merkle-tiles.rules.ts';

/** RFC 6962 as it is written, slowly and without any code of the product. */
const sha = (...parts: (Buffer | string)[]): Buffer => {
  const digest = createHash('sha256');
  for (const part of parts) digest.update(part);
  return digest.digest();
};
const split = (n: number): number => {
  let k = 1;
  while (k * 2 < n) k *= 2;
  return k;
};
function mth(d: string[]): Buffer {
  if (d.length === 0) return sha('');
  if (d.length === 1) return sha(Buffer.from([0]), d[0] as string);
  const k = split(d.length);
  return sha(Buffer.from([1]), mth(d.slice(0, k)), mth(d.slice(k)));
}
function path(m: number, d: string[]): Buffer[] {
  if (d.length === 1) return [];
  const k = split(d.length);
  return m < k
    ? [...path(m, d.slice(0, k)), mth(d.slice(k))]
    : [...path(m - k, d.slice(k)), mth(d.slice(0, k))];
}
function subproof(m: number, d: string[], b: boolean): Buffer[] {
  if (m === d.length) return b ? [] : [mth(d)];
  const k = split(d.length);
  return m <= k
    ? [...subproof(m, d.slice(0, k), b), mth(d.slice(k))]
    : [...subproof(m - k, d.slice(k), false), mth(d.slice(0, k))];
}

/** The product's tree with its tiles, as the store would have them. */
function build(entries: string[]) {
  const tiles = new Map<string, Buffer[]>();
  const tree = new GrowingTree(0, [], (subtree, root) => {
    const place = tileOfStored(subtree);
    if (!place) return;
    const key = `${place.level}/${place.tile}`;
    const tile = tiles.get(key) ?? [];
    expect(tile.length).toBe(place.offset);
    tiles.set(key, [...tile, root]);
  });
  for (const entry of entries) tree.append(leafHash(Buffer.from(entry)));
  const rootOf = (subtree: Subtree): Buffer => {
    const { level, tile, offset, width } = tileOf(subtree);
    const root = rootFromTile(Buffer.concat(tiles.get(`${level}/${tile}`) ?? []), offset, width);
    if (!root) throw new Error('not in the tiles');
    return root;
  };
  const hashes = (proof: ProofHash[]): string[] =>
    proof.map((subtrees) => foldRoots(subtrees.map(rootOf)).toString('hex'));
  return { tree, hashes };
}

const named = (n: number): string[] => Array.from({ length: n }, (_, i) => `entry ${i}`);
const hex = (hashes: Buffer[]): string[] => hashes.map((hash) => hash.toString('hex'));

describe('the tree', () => {
  test('has the roots of the test vectors that Certificate Transparency logs share', () => {
    const inputs = [
      '',
      '00',
      '10',
      '2021',
      '3031',
      '40414243',
      '5051525354555657',
      '606162636465666768696a6b6c6d6e6f',
    ];
    const tree = new GrowingTree();
    expect(tree.root().toString('hex')).toBe(
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    );
    for (const input of inputs) tree.append(leafHash(Buffer.from(input, 'hex')));
    expect(tree.root().toString('hex')).toBe(
      '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
    );
    expect(EMPTY_ROOT.length).toBe(32);
  });

  test.prop([fc.array(fc.string(), { maxLength: 70 })])('has the root of the definition', (entries) => {
    expect(build(entries).tree.root()).toEqual(mth(entries));
  });

  test.prop([fc.nat(300), fc.nat(300)])(
    'goes on from its peaks as if it had never stopped',
    (first, more) => {
      const entries = named(first + more);
      const begun = build(entries.slice(0, first)).tree;
      const tree = new GrowingTree(begun.size, begun.peaks());
      for (const entry of entries.slice(first)) tree.append(leafHash(Buffer.from(entry)));
      expect(tree.root()).toEqual(mth(entries));
    },
  );

  test('refuses peaks that are not of its size', () => {
    expect(() => new GrowingTree(3, [EMPTY_ROOT])).toThrow(/do not make a tree of 3/);
  });
});

describe('proofs from tiles are those of the definition', () => {
  test.prop([fc.integer({ min: 1, max: 700 }), fc.nat(), fc.nat()], { numRuns: 60 })(
    'of inclusion, also in earlier trees',
    (n, a, b) => {
      const entries = named(n);
      const size = 1 + (a % n);
      const position = b % size;
      expect(build(entries).hashes(inclusionProof(position, size))).toEqual(
        hex(path(position, entries.slice(0, size))),
      );
    },
  );

  test.prop([fc.integer({ min: 1, max: 700 }), fc.nat(), fc.nat()], { numRuns: 60 })(
    'of consistency',
    (n, a, b) => {
      const entries = named(n);
      const to = 1 + (a % n);
      const from = 1 + (b % to);
      expect(build(entries).hashes(consistencyProof(from, to))).toEqual(
        hex(subproof(from, entries.slice(0, to), true)),
      );
      const proof = {
        from,
        to,
        from_root: build(entries.slice(0, from)).tree.root(),
        to_root: build(entries.slice(0, to)).tree.root(),
        hashes: build(entries)
          .hashes(consistencyProof(from, to))
          .map((hash): Buffer => Buffer.from(hash, 'hex')),
      };
      expect(isConsistent(proof)).toBe(true);
      expect(isConsistent({ ...proof, from_root: EMPTY_ROOT })).toBe(false);
      expect(isConsistent({ ...proof, to_root: EMPTY_ROOT })).toBe(false);
      expect(isConsistent({ ...proof, hashes: [...proof.hashes, EMPTY_ROOT] })).toBe(false);
      for (let i = 0; i < proof.hashes.length; i += 1) {
        expect(isConsistent({ ...proof, hashes: proof.hashes.with(i, EMPTY_ROOT) })).toBe(false);
      }
    },
  );

  test('in a tree that needs three levels of tiles', () => {
    const { tree, hashes } = build(named(66_000));
    expect(tree.size).toBe(66_000);
    const entries = named(66_000);
    expect(hashes(inclusionProof(300, 66_000))).toEqual(hex(path(300, entries)));
    expect(hashes(inclusionProof(65_999, 66_000))).toEqual(hex(path(65_999, entries)));
    expect(hashes(consistencyProof(65_536, 66_000))).toEqual(hex(subproof(65_536, entries, true)));
    expect(hashes(consistencyProof(777, 66_000))).toEqual(hex(subproof(777, entries, true)));
  });

  test('of what is not there are refused', () => {
    expect(() => inclusionProof(5, 5)).toThrow(RangeError);
    expect(() => consistencyProof(6, 5)).toThrow(RangeError);
    expect(consistencyProof(0, 5)).toEqual([]);
    expect(consistencyProof(5, 5)).toEqual([]);
  });
});
