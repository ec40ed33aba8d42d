import type { Answer } from '@lapse/client';
import { climb, fromBase64, isSame, leafHash, type PathStep } from './merkle.ts';
import { checkSignature, isOver, parseNote, type SignatureVerdict } from './signed-note.ts';

export type Proof = Answer<'/v1/audit/{id}/proof', 'get'>;
export type LogKey = Pick<Answer<'/v1/audit/key', 'get'>, 'origin' | 'key_id' | 'public_key'>;

export interface ProofVerdict {
  is_proved: boolean;
  /** Why not: a key of the strings. */
  reason: 'leaf' | 'size' | 'root' | 'note' | 'signature' | 'entry' | null;
  leaf: Uint8Array;
  steps: PathStep[];
  /** `unsigned`: no checkpoint has exactly this size. */
  signature: SignatureVerdict | 'unsigned';
}

/**
 * Everything is recomputed from the bytes of the entry. What the server says about hashes is compared, never believed.
 * `id` is that of the entry that is shown.
 */
export async function verifyProof(proof: Proof, key: LogKey, id: string): Promise<ProofVerdict> {
  const leaf = await leafHash(new TextEncoder().encode(proof.entry));
  const root = fromBase64(proof.root_hash);
  const steps = await climb(leaf, { ...proof, hashes: proof.hashes.map(fromBase64) });
  const note = proof.checkpoint === null ? null : parseNote(proof.checkpoint);
  const signature =
    proof.checkpoint === null ? 'unsigned' : note === null ? 'invalid' : await checkSignature(note, key);
  const reason = ((): ProofVerdict['reason'] => {
    if (idOf(proof.entry) !== id) return 'entry';
    if (!isSame(leaf, fromBase64(proof.leaf_hash))) return 'leaf';
    if (steps === null) return 'size';
    if (!isSame(steps.at(-1)?.result ?? leaf, root)) return 'root';
    if (note !== null && !isOver(note, proof.tree_size, root)) return 'note';
    return signature === 'invalid' ? 'signature' : null;
  })();
  return { is_proved: reason === null, reason, leaf, steps: steps ?? [], signature };
}

function idOf(entry: string): string | null {
  try {
    return (JSON.parse(entry) as { id?: string }).id ?? null;
  } catch {
    return null;
  }
}
