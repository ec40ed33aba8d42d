import { createPrivateKey, randomUUID, X509Certificate } from 'node:crypto';
import { SignJWT } from 'jose';
import { ConnectorError } from '../connector.ts';

/** PEM. */
export interface ClientCertificate {
  certificate: string;
  private_key: string;
}

const LIFETIME_S = 600;

/** Proves who we are by the key of a certificate, without sending anything secret. */
export async function signAssertion(
  pem: ClientCertificate,
  { client_id, audience, now }: { client_id: string; audience: string; now: Date },
): Promise<string> {
  const { thumbprint, key } = readCertificate(pem);
  const at = Math.floor(now.getTime() / 1000);
  return new SignJWT({})
    .setProtectedHeader({ alg: 'PS256', typ: 'JWT', 'x5t#S256': thumbprint })
    .setIssuer(client_id)
    .setSubject(client_id)
    .setAudience(audience)
    .setJti(randomUUID())
    .setIssuedAt(at)
    .setNotBefore(at)
    .setExpirationTime(at + LIFETIME_S)
    .sign(key);
}

function readCertificate({ certificate, private_key }: ClientCertificate) {
  try {
    const parsed = new X509Certificate(withLines(certificate));
    const key = createPrivateKey(withLines(private_key));
    if (key.asymmetricKeyType !== 'rsa' || !parsed.checkPrivateKey(key))
      throw new Error('they do not belong together');
    return {
      thumbprint: Buffer.from(parsed.fingerprint256.replaceAll(':', ''), 'hex').toString('base64url'),
      key,
    };
  } catch {
    // The parser's own words might quote the key.
    throw new ConnectorError(
      'invalid_settings',
      'the certificate and its private key cannot be read, or do not belong together: expected PEM of an RSA key',
    );
  }
}

/** A form of one line has taken the line ends out of what was pasted into it. */
const withLines = (pem: string): string =>
  pem.replace(
    /-----BEGIN ([A-Z0-9 ]+)-----([\s\S]*?)-----END \1-----/,
    (_, label: string, body: string) =>
      `-----BEGIN ${label}-----\n${body.replace(/\s+/g, '').replace(/.{64}/g, '$&\n')}\n-----END ${label}-----\n`,
  );
