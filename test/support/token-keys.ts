import {
  constants,
  createHmac,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  randomUUID,
  sign,
} from 'node:crypto';

export const SIGNATURES = {
  RS256: 'rsa',
  RS384: 'rsa',
  RS512: 'rsa',
  PS256: 'rsa',
  PS384: 'rsa',
  PS512: 'rsa',
  ES256: 'P-256',
  ES384: 'P-384',
  ES512: 'P-521',
  EdDSA: 'Ed25519',
} as const;
export type Algorithm = keyof typeof SIGNATURES;
export type KeyKind = (typeof SIGNATURES)[Algorithm];
const KINDS: KeyKind[] = ['rsa', 'P-256', 'P-384', 'P-521', 'Ed25519'];

export interface TokenKey {
  kid: string;
  private_key: KeyObject;
  public_key: KeyObject;
}

/** One key of each kind, enough to sign with every algorithm. */
export type TokenKeys = Record<KeyKind, TokenKey>;

export function makeTokenKey(kind: KeyKind): TokenKey {
  const { privateKey, publicKey } =
    kind === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : kind === 'Ed25519'
        ? generateKeyPairSync('ed25519')
        : generateKeyPairSync('ec', { namedCurve: kind });
  return { kid: `${kind}-${randomUUID()}`, private_key: privateKey, public_key: publicKey };
}

export function makeTokenKeys(): TokenKeys {
  return Object.fromEntries(KINDS.map((kind) => [kind, makeTokenKey(kind)])) as TokenKeys;
}

export function privateJwk({ kid, private_key }: TokenKey): JsonWebKey {
  return { ...private_key.export({ format: 'jwk' }), kid, use: 'sig' };
}

type Json = Record<string, unknown>;

export interface Forgery {
  /** An object, or the exact text, for what no JSON library would write. */
  header: Json | string;
  payload: Json | string;
  /** `null`: no signature. A string is a shared secret. */
  key: TokenKey | string | null;
  /** How it is really signed; otherwise as the header says. */
  signed_as?: Algorithm | 'HS256';
}

/** Signs anything at all with any key: the compact form, made by hand. */
export function forgeToken({ header, payload, key, signed_as }: Forgery): string {
  const algorithm = signed_as ?? (typeof header === 'object' ? header.alg : undefined);
  const input = `${encode(header)}.${encode(payload)}`;
  return `${input}.${key === null ? '' : signature(input, key, String(algorithm)).toString('base64url')}`;
}

export function encode(value: unknown): string {
  return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
}

function signature(input: string, key: TokenKey | string, algorithm: string): Buffer {
  if (typeof key === 'string') return createHmac('sha256', key).update(input).digest();
  const data = Buffer.from(input);
  if (algorithm === 'EdDSA') return sign(null, data, key.private_key);
  const digest = `sha${algorithm.slice(2)}`;
  if (algorithm.startsWith('PS')) {
    const padding = constants.RSA_PKCS1_PSS_PADDING;
    const saltLength = constants.RSA_PSS_SALTLEN_DIGEST;
    return sign(digest, data, { key: key.private_key, padding, saltLength });
  }
  return sign(digest, data, { key: key.private_key, dsaEncoding: 'ieee-p1363' });
}
