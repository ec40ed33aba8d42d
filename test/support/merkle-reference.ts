import { createHash } from 'node:crypto';

/** How RFC 9162 (2.1.3.2 and 2.1.4.2) tells a verifier to check proofs. Shares no code with the product. */

const sha = (...parts: Buffer[]): Buffer =>
  parts.reduce((digest, part) => digest.update(part), createHash('sha256')).digest();
const node = (left: Buffer, right: Buffer): Buffer => sha(Buffer.from([1]), left, right);

export const referenceLeaf = (entry: string): Buffer => sha(Buffer.from([0]), Buffer.from(entry));

export function isIncluded(proof: {
  position: number;
  tree_size: number;
  leaf: Buffer;
  hashes: Buffer[];
  root: Buffer;
}): boolean {
  if (proof.position >= proof.tree_size) return false;
  let fn = proof.position;
  let sn = proof.tree_size - 1;
  let r = proof.leaf;
  for (const p of proof.hashes) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      r = node(p, r);
      while (fn % 2 === 0 && fn !== 0) {
        fn = Math.floor(fn / 2);
        sn = Math.floor(sn / 2);
      }
    } else r = node(r, p);
    fn = Math.floor(fn / 2);
    sn = Math.floor(sn / 2);
  }
  return sn === 0 && r.equals(proof.root);
}

export function isConsistent(proof: {
  from: number;
  to: number;
  from_root: Buffer;
  to_root: Buffer;
  hashes: Buffer[];
}): boolean {
  const { from, to } = proof;
  if (from === to) return proof.hashes.length === 0 && proof.from_root.equals(proof.to_root);
  if (from === 0 || from > to || proof.hashes.length === 0) return from === 0 && proof.hashes.length === 0;
  const path = Number.isInteger(Math.log2(from)) ? [proof.from_root, ...proof.hashes] : proof.hashes;
  let fn = from - 1;
  let sn = to - 1;
  while (fn % 2 === 1) {
    fn = Math.floor(fn / 2);
    sn = Math.floor(sn / 2);
  }
  let fr = path[0] as Buffer;
  let sr = path[0] as Buffer;
  for (const c of path.slice(1)) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      fr = node(c, fr);
      sr = node(c, sr);
      while (fn % 2 === 0 && fn !== 0) {
        fn = Math.floor(fn / 2);
        sn = Math.floor(sn / 2);
      }
    } else sr = node(sr, c);
    fn = Math.floor(fn / 2);
    sn = Math.floor(sn / 2);
  }
  return sn === 0 && fr.equals(proof.from_root) && sr.equals(proof.to_root);
}
