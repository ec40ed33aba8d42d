import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** One side of a connection: who signs for both, and its own certificate and key. */
export interface Identity {
  ca: Buffer;
  certificate: Buffer;
  key: KeyObject;
  /** As Go keeps a key: the seed, and the public key behind it. */
  rawKey: Buffer;
}

/** A child is started anew long before. */
const VALID_MS = 30 * 24 * 3_600_000;
/** Clocks are set back at times. */
const BACK_MS = 3_600_000;

const OID = {
  ed25519: '06032b6570',
  commonName: '0603550403',
  basicConstraints: '0603551d13',
  keyUsage: '0603551d0f',
  extendedKeyUsage: '0603551d25',
  subjectAltName: '0603551d11',
  serverAuth: '06082b06010505070301',
  clientAuth: '06082b06010505070302',
};

/** An authority that exists only for one child, and the two that it vouches for. Its own key is forgotten at once. */
export function makeIdentities(): { client: Identity; server: Identity } {
  // Whoever checks them goes by the clock of this machine.
  const now = Date.now();
  const authority = generateKeyPairSync('ed25519');
  const ca = certificate(
    { name: 'lapse-baton-ca', issuer: 'lapse-baton-ca', isAuthority: true },
    authority.publicKey,
  );
  const identity = (name: string): Identity => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const { d, x } = privateKey.export({ format: 'jwk' });
    return {
      ca,
      certificate: certificate({ name, issuer: 'lapse-baton-ca', isAuthority: false }, publicKey),
      key: privateKey,
      rawKey: Buffer.concat([d, x].map((part) => Buffer.from(part as string, 'base64url'))),
    };
  };
  return { client: identity('lapse-baton-client'), server: identity('lapse-baton-server') };

  function certificate(
    { name, issuer, isAuthority }: { name: string; issuer: string; isAuthority: boolean },
    publicKey: KeyObject,
  ): Buffer {
    const algorithm = sequence(hex(OID.ed25519));
    const body = sequence(
      tagged(0xa0, integer(Buffer.from([2]))),
      integer(randomBytes(16)),
      algorithm,
      commonName(issuer),
      sequence(time(now - BACK_MS), time(now + VALID_MS)),
      commonName(name),
      publicKey.export({ format: 'der', type: 'spki' }),
      tagged(0xa3, sequence(...(isAuthority ? AUTHORITY_EXTENSIONS : PEER_EXTENSIONS))),
    );
    return sequence(body, algorithm, bitString(sign(null, body, authority.privateKey)));
  }
}

export const toPem = (certificate: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`;

const hex = (text: string): Buffer => Buffer.from(text, 'hex');

function tagged(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const size: number[] = [];
  for (let rest = body.length; rest > 0; rest >>= 8) size.unshift(rest & 0xff);
  const length = body.length < 0x80 ? [body.length] : [0x80 | size.length, ...size];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}

const sequence = (...parts: Buffer[]): Buffer => tagged(0x30, ...parts);
const bitString = (bits: Buffer, unused = 0): Buffer => tagged(0x03, Buffer.from([unused]), bits);

/** Positive, and without needless zeros in front. */
function integer(bytes: Buffer): Buffer {
  const from = bytes.findIndex((byte) => byte !== 0);
  const plain = from === -1 ? Buffer.from([0]) : bytes.subarray(from);
  return tagged(0x02, ...((plain[0] as number) >= 0x80 ? [Buffer.from([0])] : []), plain);
}

const commonName = (name: string): Buffer =>
  sequence(tagged(0x31, sequence(hex(OID.commonName), tagged(0x0c, Buffer.from(name)))));

/** Two digits of a year are understood until 2049, four from then on. */
function time(ms: number): Buffer {
  const digits = new Date(ms)
    .toISOString()
    .replace(/\.\d+Z/, 'Z')
    .replace(/[-:T]/g, '');
  const isShort = Number(digits.slice(0, 4)) < 2050;
  return tagged(isShort ? 0x17 : 0x18, Buffer.from(isShort ? digits.slice(2) : digits));
}

const extension = (oid: string, value: Buffer, isCritical: boolean): Buffer =>
  sequence(hex(oid), ...(isCritical ? [tagged(0x01, Buffer.from([0xff]))] : []), tagged(0x04, value));

const AUTHORITY_EXTENSIONS = [
  extension(OID.basicConstraints, sequence(tagged(0x01, Buffer.from([0xff]))), true),
  // Signs certificates, and nothing else.
  extension(OID.keyUsage, bitString(Buffer.from([0x04]), 2), true),
];

const PEER_EXTENSIONS = [
  extension(OID.basicConstraints, sequence(), true),
  extension(OID.keyUsage, bitString(Buffer.from([0x80]), 7), true),
  extension(OID.extendedKeyUsage, sequence(hex(OID.serverAuth), hex(OID.clientAuth)), false),
  extension(
    OID.subjectAltName,
    sequence(tagged(0x82, Buffer.from('localhost')), tagged(0x87, Buffer.from([127, 0, 0, 1]))),
    false,
  ),
];
