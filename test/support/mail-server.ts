import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { receiverTls } from './receiver-tls.ts';

export interface ArrivedMail {
  from: string;
  to: string[];
  /** Was it encrypted, and who had signed in? */
  secure: boolean;
  user: string | null;
  headers: Map<string, string>;
  raw: string;
  /** The parts, decoded. */
  text: string;
  html: string;
}

export interface MailServer {
  port: number;
  mails: ArrivedMail[];
  /** By address; what is not there is accepted. */
  refusals: Map<string, { code: number; message: string; times: number }>;
  connections: number;
  close(): Promise<void>;
}

export const MAIL_USER = { user: 'lapse', password: 'correct horse' };

/** A real mail server on loopback: with TLS from the start, with STARTTLS, or with neither. */
export async function startMailServer({
  security = 'none',
  auth = false,
}: {
  security?: 'tls' | 'starttls' | 'none';
  auth?: boolean;
} = {}): Promise<MailServer> {
  const smtp = new SMTPServer({
    ...receiverTls,
    secure: security === 'tls',
    disabledCommands: security === 'none' ? ['STARTTLS'] : [],
    authOptional: !auth,
    allowInsecureAuth: security === 'none',
    logger: false,
    onConnect(_session, callback) {
      server.connections += 1;
      callback();
    },
    onAuth({ username, password }, _session, callback) {
      if (username === MAIL_USER.user && password === MAIL_USER.password) callback(null, { user: username });
      else callback(new Error('Invalid username or password'));
    },
    onRcptTo({ address }, _session, callback) {
      const refusal = server.refusals.get(address);
      if (!refusal || refusal.times <= 0) return callback();
      refusal.times -= 1;
      callback(Object.assign(new Error(refusal.message), { responseCode: refusal.code }));
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString('latin1');
        const { mailFrom, rcptTo } = session.envelope;
        server.mails.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          secure: session.secure,
          user: session.user ?? null,
          headers: headersOf(raw),
          raw,
          text: partOf(raw, 'text/plain'),
          html: partOf(raw, 'text/html'),
        });
        callback();
      });
    },
  });
  smtp.on('error', () => {});
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  const server: MailServer = {
    port: (smtp.server.address() as AddressInfo).port,
    mails: [],
    refusals: new Map(),
    connections: 0,
    close: () => new Promise((resolve) => smtp.close(() => resolve())),
  };
  return server;
}

function headersOf(raw: string): Map<string, string> {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ');
  return new Map(
    head.split('\r\n').map((line) => {
      const at = line.indexOf(':');
      return [line.slice(0, at).toLowerCase(), decodeWords(line.slice(at + 1).trim())];
    }),
  );
}

const decodeWords = (text: string): string =>
  text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?(q|b)\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString()
        : decodeQuoted(word.replaceAll('_', ' ')),
    );

const decodeQuoted = (text: string): string =>
  Buffer.from(
    text
      .replaceAll(/=\r?\n/g, '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString();

function partOf(raw: string, type: string): string {
  const boundary = /boundary="?([^";\r\n]+)/.exec(raw)?.[1];
  const parts = boundary === undefined ? [raw] : raw.split(`--${boundary}`);
  const part = parts.find((candidate) => candidate.includes(`Content-Type: ${type}`)) ?? '';
  const body = part.slice(part.indexOf('\r\n\r\n') + 4);
  if (/Content-Transfer-Encoding: base64/i.test(part)) return Buffer.from(body, 'base64').toString();
  return decodeQuoted(body).replaceAll('\r\n', '\n');
}
