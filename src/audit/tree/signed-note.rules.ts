import { createPublicKey, hash, type KeyObject, sign, verify } from 'node:crypto';

/**
 * Checkpoints in the form of C2SP (signed-note, tlog-checkpoint): three lines that name the log, the size of its tree
 * and the root, an empty line, and one line per signature. Tools of others can read and verify them.
 */

export interface Checkpoint {
  origin: string;
  tree_size: number;
  root_hash: Buffer;
}

/** What a signature is checked with. Its name is the origin of the log. */
export interface NoteKey {
  name: string;
  public_key: Buffer;
}

const ED25519 = 1;
const KEY_ID_BYTES = 4;
const PUBLIC_KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
/** What DER puts before the 32 bytes of an Ed25519 public key. */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');
const DASH = '\u2014';

export function keyId({ name, public_key }: NoteKey): Buffer {
  const text = Buffer.concat([Buffer.from(`${name}\n`), Buffer.from([ED25519]), public_key]);
  return hash('sha256', text, 'buffer').subarray(0, KEY_ID_BYTES);
}

/** The key as one word, to be written down, sent and passed to `--key`. */
export function formatKey(key: NoteKey): string {
  const encoded = Buffer.concat([Buffer.from([ED25519]), key.public_key]).toString('base64');
  return `${key.name}+${keyId(key).toString('hex')}+${encoded}`;
}

/** `null` when the word is no key, or does not agree with the id it carries. */
export function parseKey(word: string): NoteKey | null {
  const match = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})$/.exec(word.trim());
  const bytes = Buffer.from(match?.[3] ?? '', 'base64');
  if (!match || bytes.length !== 1 + PUBLIC_KEY_BYTES || bytes[0] !== ED25519) return null;
  const key = { name: match[1] as string, public_key: bytes.subarray(1) };
  return keyId(key).toString('hex') === match[2] ? key : null;
}

export function rawPublicKey(key: KeyObject): Buffer {
  return createPublicKey(key).export({ type: 'spki', format: 'der' }).subarray(SPKI_PREFIX.length);
}

export function signCheckpoint(checkpoint: Checkpoint, privateKey: KeyObject): string {
  const body = bodyOf(checkpoint);
  const key = { name: checkpoint.origin, public_key: rawPublicKey(privateKey) };
  const signature = Buffer.concat([keyId(key), sign(null, Buffer.from(body), privateKey)]);
  return `${body}\n${DASH} ${key.name} ${signature.toString('base64')}\n`;
}

export type OpenedNote =
  | { checkpoint: Checkpoint; trouble?: undefined }
  | { checkpoint?: undefined; trouble: string };

/** The checkpoint, if it is one of the log that the key is named after and the key has signed it. */
export function openCheckpoint(note: string, key: NoteKey): OpenedNote {
  const end = note.lastIndexOf('\n\n');
  const body = note.slice(0, end + 1);
  const checkpoint = end === -1 ? null : parseBody(body);
  if (!checkpoint) return { trouble: 'it is not a signed checkpoint' };
  if (checkpoint.origin !== key.name) {
    return { trouble: `it is of the log ${checkpoint.origin}, and the key of ${key.name}` };
  }
  const lines = note.slice(end + 2).split('\n');
  const own = lines
    .filter((line) => line.startsWith(`${DASH} ${key.name} `))
    .map((line) => signatureOf(line));
  const signature = own.find((bytes) => bytes.subarray(0, KEY_ID_BYTES).equals(keyId(key)));
  if (!signature) {
    return { trouble: `it is not signed with the key ${keyId(key).toString('hex')} but with another` };
  }
  const publicKey = createPublicKey({
    key: Buffer.concat([SPKI_PREFIX, key.public_key]),
    format: 'der',
    type: 'spki',
  });
  const isGood =
    signature.length === KEY_ID_BYTES + SIGNATURE_BYTES &&
    verify(null, Buffer.from(body), publicKey, signature.subarray(KEY_ID_BYTES));
  return isGood ? { checkpoint } : { trouble: 'its signature is not valid' };
}

function bodyOf({ origin, tree_size, root_hash }: Checkpoint): string {
  return `${origin}\n${tree_size}\n${root_hash.toString('base64')}\n`;
}

function parseBody(body: string): Checkpoint | null {
  const [origin = '', size = '', root = ''] = body.split('\n');
  const checkpoint = { origin, tree_size: Number(size), root_hash: Buffer.from(root, 'base64') };
  // Written again it must be the same: no other spelling of a number or a hash passes.
  const isRight = Number.isSafeInteger(checkpoint.tree_size) && checkpoint.root_hash.length === 32;
  return origin !== '' && isRight && bodyOf(checkpoint) === body ? checkpoint : null;
}

function signatureOf(line: string): Buffer {
  const encoded = line.slice(line.lastIndexOf(' ') + 1);
  const bytes = Buffer.from(encoded, 'base64');
  return bytes.toString('base64') === encoded ? bytes : Buffer.alloc(0);
}
