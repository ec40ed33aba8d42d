import { readFileSync } from 'node:fs';

const read = (name: string): string => readFileSync(new URL(`tls/${name}`, import.meta.url), 'utf8');

/** A certificate that vouches for itself, for the names and addresses of test receivers; valid from 2020 to 2120. */
export const receiverTls = { key: read('receiver-key.pem'), cert: read('receiver-cert.pem') };

/** The certificate with which an application signs in, of an RSA key as Microsoft wants it. */
export const clientCertificate = {
  certificate: read('client-cert.pem'),
  private_key: read('client-key.pem'),
};
