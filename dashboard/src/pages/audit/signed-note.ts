import { type Bytes, fromBase64, isSame } from './merkle.ts';

/** A signed checkpoint (C2SP signed-note): three lines that name log, size and root, an empty one, signatures. */
export interface SignedNote {
  origin: string;
  tree_size: number;
  root_hash: Bytes;
  /** What the signatures are over. */
  body: string;
  signatures: { name: string; key_id: string; signature: Bytes }[];
}

const KEY_ID_BYTES = 4;

export function parseNote(note: string): SignedNote | null {
  const end = note.lastIndexOf('\n\n');
  if (end === -1) return null;
  const body = note.slice(0, end + 1);
  const [origin = '', size = '', root = ''] = body.split('\n');
  const root_hash = decoded(root);
  if (origin === '' || !/^\d+$/.test(size) || root_hash === null || root_hash.length !== 32) return null;
  const signatures = note
    .slice(end + 2)
    .split('\n')
    .flatMap((line) => {
      const [dash, name, encoded] = line.split(' ');
      const bytes = dash === '\u2014' && name && encoded ? decoded(encoded) : null;
      return bytes === null
        ? []
        : [
            {
              name: name as string,
              key_id: hex(bytes.slice(0, KEY_ID_BYTES)),
              signature: bytes.slice(KEY_ID_BYTES),
            },
          ];
    });
  return { origin, tree_size: Number(size), root_hash, body, signatures };
}

export type SignatureVerdict = 'valid' | 'invalid' | 'unknown';

/** `unknown`: the browser has no Ed25519. */
export async function checkSignature(
  note: SignedNote,
  key: { origin: string; key_id: string; public_key: string },
): Promise<SignatureVerdict> {
  const own = note.signatures.find(({ name, key_id }) => name === key.origin && key_id === key.key_id);
  const publicKey = decoded(key.public_key);
  if (!own || publicKey === null || note.origin !== key.origin) return 'invalid';
  let imported: CryptoKey;
  try {
    imported = await crypto.subtle.importKey('raw', publicKey, { name: 'Ed25519' }, false, ['verify']);
  } catch {
    return 'unknown';
  }
  const text = new TextEncoder().encode(note.body);
  return (await crypto.subtle.verify({ name: 'Ed25519' }, imported, own.signature, text))
    ? 'valid'
    : 'invalid';
}

/** Whether the note was signed over exactly this tree. */
export const isOver = (note: SignedNote, tree_size: number, root: Uint8Array): boolean =>
  note.tree_size === tree_size && isSame(note.root_hash, root);

function decoded(text: string): Bytes | null {
  try {
    return fromBase64(text);
  } catch {
    return null;
  }
}

const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
