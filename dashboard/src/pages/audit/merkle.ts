/** The Merkle tree of RFC 6962 for a browser: the same hashes as src/audit/tree/merkle.rules.ts, with Web Crypto. */

export type Bytes = Uint8Array<ArrayBuffer>;

async function sha256(...parts: Uint8Array[]): Promise<Bytes> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return new Uint8Array(await crypto.subtle.digest('SHA-256', whole));
}

/** Leaves begin with a zero byte, nodes with a one: no node can pass for a leaf. */
export const leafHash = (entry: Uint8Array): Promise<Bytes> => sha256(new Uint8Array([0]), entry);
export const nodeHash = (left: Uint8Array, right: Uint8Array): Promise<Bytes> =>
  sha256(new Uint8Array([1]), left, right);

export interface PathStep {
  /** On which side the hash of the proof stands. */
  side: 'left' | 'right';
  sibling: Bytes;
  result: Bytes;
}

/**
 * From a leaf up to the root, hash by hash (RFC 6962, 2.1.1, read from below). Null: a proof of this place in a tree of
 * this size does not have so many hashes.
 */
export async function climb(
  leaf: Uint8Array,
  { position, tree_size, hashes }: { position: number; tree_size: number; hashes: readonly Bytes[] },
): Promise<PathStep[] | null> {
  if (!(Number.isSafeInteger(position) && position >= 0 && position < tree_size)) return null;
  const steps: PathStep[] = [];
  let [at, last, current] = [position, tree_size - 1, leaf];
  let next = 0;
  while (last > 0) {
    const isRightChild = at % 2 === 1;
    // The last of a level without a partner moves up as it is.
    if (isRightChild || at < last) {
      const sibling = hashes[next];
      if (sibling === undefined) return null;
      next += 1;
      const side = isRightChild ? 'left' : 'right';
      const result = isRightChild ? await nodeHash(sibling, current) : await nodeHash(current, sibling);
      steps.push({ side, sibling, result });
      current = result;
    }
    at = Math.floor(at / 2);
    last = Math.floor(last / 2);
  }
  return next === hashes.length ? steps : null;
}

export function fromBase64(text: string): Bytes {
  const binary = atob(text);
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

export function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

export const isSame = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, place) => byte === b[place]);
