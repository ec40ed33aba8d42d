import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/**
 * Secrets at rest: AES-256-GCM under a key derived from the configured one. The purpose is authenticated with the
 * text, so a sealed value that is copied to another tenant or another use does not open there. Name both in it, for
 * example `tenant 3 webhook 0198… signing secret`.
 */

const VERSION = 'v1';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export function sealSecret(key: Buffer, purpose: string, plaintext: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', sealingKey(key), nonce);
  cipher.setAAD(associatedData(purpose));
  const text = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
  return `${VERSION}.${Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url')}`;
}

/** Throws when the key or the purpose is another one, or the value was altered; the message holds no part of it. */
export function openSecret(key: Buffer, purpose: string, sealed: string): string {
  const [version, encoded = ''] = sealed.split('.', 2);
  const bytes = Buffer.from(encoded, 'base64url');
  if (version !== VERSION || bytes.length < NONCE_BYTES + TAG_BYTES) throw unreadable(purpose);
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(key), bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(associatedData(purpose));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    throw unreadable(purpose);
  }
}

/** The configured key has other uses too (cursors); each gets a key of its own. */
function sealingKey(key: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', 'lapse sealed secret', 32));
}

function associatedData(purpose: string): Buffer {
  return Buffer.from(`lapse ${VERSION} ${purpose}`, 'utf8');
}

function unreadable(purpose: string): Error {
  return new Error(
    `The secret of "${purpose}" cannot be decrypted: SECRETS_KEY (or keys/secrets.key in the data directory) is not the one it was stored with, or the stored value was altered.`,
  );
}
