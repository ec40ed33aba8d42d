/** What servers answer, token by token. */

export type Value = string | number | boolean | Buffer | null;
export type Rows = Record<string, Value>[];

/** Columns are told apart by name: so many catalogue columns of a kind need no declaration of their own. */
export type ColumnKind = 'text' | 'int' | 'bit' | 'binary';

export interface RowSet {
  columns: Record<string, ColumnKind>;
  rows: Rows;
}

export interface ServerError {
  number: number;
  message: string;
}

const u8 = (value: number): Buffer => Buffer.from([value]);
const u16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
};
const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
};
const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');
const shortText = (text: string): Buffer => Buffer.concat([u8(text.length), utf16(text)]);

const COLLATION = Buffer.from([0x09, 0x04, 0xd0, 0x00, 0x34]);
const TYPES: Record<ColumnKind, Buffer> = {
  text: Buffer.concat([u8(0xe7), u16(8000), COLLATION]),
  int: Buffer.from([0x26, 4]),
  bit: Buffer.from([0x68, 1]),
  binary: Buffer.concat([u8(0xa5), u16(85)]),
};

function valueBytes(kind: ColumnKind, value: Value): Buffer {
  switch (kind) {
    case 'text':
      return value === null
        ? u16(0xffff)
        : Buffer.concat([u16(utf16(String(value)).length), utf16(String(value))]);
    case 'int': {
      if (value === null) return u8(0);
      const bytes = Buffer.alloc(4);
      bytes.writeInt32LE(Number(value));
      return Buffer.concat([u8(4), bytes]);
    }
    case 'bit':
      return value === null ? u8(0) : Buffer.from([1, value ? 1 : 0]);
    case 'binary':
      return value === null ? u16(0xffff) : Buffer.concat([u16((value as Buffer).length), value as Buffer]);
  }
}

const DONE = { whole: 0, failed: 2, counted: 16, attention: 32 } as const;

const done = (token: 0xfd | 0xfe, status: number, rows = 0): Buffer =>
  Buffer.concat([u8(token), u16(status), u16(0), u32(rows), u32(0)]);

function errorToken({ number, message }: ServerError): Buffer {
  const body = Buffer.concat([
    u32(number),
    u8(1),
    u8(14),
    u16(message.length),
    utf16(message),
    shortText('loopback'),
    shortText(''),
    u32(1),
  ]);
  return Buffer.concat([u8(0xaa), u16(body.length), body]);
}

export function answerRows({ columns, rows }: RowSet, isCall: boolean): Buffer {
  const names = Object.entries(columns);
  const described = names.map(([name, kind]) =>
    Buffer.concat([u32(0), u16(1), TYPES[kind], shortText(name)]),
  );
  const written = rows.map((row) =>
    Buffer.concat([u8(0xd1), ...names.map(([name, kind]) => valueBytes(kind, row[name] ?? null))]),
  );
  return Buffer.concat([
    Buffer.concat([u8(0x81), u16(names.length), ...described]),
    ...written,
    ...(isCall ? [Buffer.concat([u8(0x79), u32(0)])] : []),
    done(isCall ? 0xfe : 0xfd, DONE.counted, rows.length),
  ]);
}

export const answerDone = (isCall: boolean): Buffer => done(isCall ? 0xfe : 0xfd, DONE.whole);

export const answerError = (error: ServerError, isCall: boolean): Buffer =>
  Buffer.concat([errorToken(error), done(isCall ? 0xfe : 0xfd, DONE.failed)]);

export const answerAttention = (): Buffer => done(0xfd, DONE.attention);

export function answerLogin({ database, is_federated }: { database: string; is_federated: boolean }): Buffer {
  const changed = Buffer.concat([u8(1), shortText(database), shortText('master')]);
  const accepted = Buffer.concat([
    u8(1),
    Buffer.from([0x74, 0, 0, 4]),
    shortText('Loopback SQL'),
    Buffer.from([12, 0, 0, 0]),
  ]);
  return Buffer.concat([
    Buffer.concat([u8(0xe3), u16(changed.length), changed]),
    Buffer.concat([u8(0xad), u16(accepted.length), accepted]),
    ...(is_federated ? [Buffer.concat([u8(0xae), u8(2), u32(0), u8(0xff)])] : []),
    done(0xfd, DONE.whole),
  ]);
}

/** Encryption is on, and tokens of Entra ID are taken. */
export function answerPrelogin(asksForFederation: boolean): Buffer {
  const options: [number, Buffer][] = [
    [0, Buffer.from([12, 0, 0, 0, 0, 0])],
    [1, u8(1)],
    ...(asksForFederation ? [[6, u8(1)] as [number, Buffer]] : []),
  ];
  const head = 5 * options.length + 1;
  const heads: Buffer[] = [];
  let at = head;
  for (const [token, data] of options) {
    const entry = Buffer.alloc(5);
    entry[0] = token;
    entry.writeUInt16BE(at, 1);
    entry.writeUInt16BE(data.length, 3);
    heads.push(entry);
    at += data.length;
  }
  return Buffer.concat([...heads, u8(0xff), ...options.map(([, data]) => data)]);
}

/** Whether a client asks for it at all. */
export function readPrelogin(payload: Buffer): { federation: boolean } {
  for (let at = 0; payload[at] !== 0xff && at < payload.length; at += 5) {
    if (payload[at] === 6) return { federation: payload[payload.readUInt16BE(at + 1)] === 1 };
  }
  return { federation: false };
}
