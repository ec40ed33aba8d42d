/** What clients send: the login, batches, and calls of sp_executesql. */

export interface Login {
  user: string;
  password: string;
  database: string;
  application: string;
  /** An access token of Entra ID instead. */
  token: string | null;
}

const FEDERATED = 2;
const END = 0xff;

export function readLogin(payload: Buffer): Login {
  if (payload.readUInt32BE(4) !== 0x04000074) throw new Error('not TDS 7.4');
  const text = (at: number): Buffer => {
    const [offset, length] = [payload.readUInt16LE(at), payload.readUInt16LE(at + 2)];
    return payload.subarray(offset, offset + 2 * length);
  };
  const plain = (at: number): string => text(at).toString('utf16le');
  // The nibbles of each byte change places, after an exclusive or.
  const password = Buffer.from(text(44)).map((byte) => {
    const turned = byte ^ 0xa5;
    return ((turned << 4) | (turned >> 4)) & 0xff;
  });
  return {
    user: plain(40),
    password: Buffer.from(password).toString('utf16le'),
    application: plain(48),
    database: plain(68),
    token: readToken(payload),
  };
}

function readToken(payload: Buffer): string | null {
  const hasExtensions = ((payload[27] as number) & 0x10) !== 0;
  if (!hasExtensions) return null;
  let at = payload.readUInt32LE(payload.readUInt16LE(56));
  while (payload[at] !== END) {
    const [id, length] = [payload[at], payload.readUInt32LE(at + 1)];
    const data = payload.subarray(at + 5, at + 5 + length);
    // A library of one bit, an echo of what was said before, the length of the token, and the token.
    if (id === FEDERATED) return data.subarray(5, 5 + data.readUInt32LE(1)).toString('utf16le');
    at += 5 + length;
  }
  return null;
}

export interface SqlRequest {
  text: string;
  parameters: Record<string, string | number | null>;
}

/** Behind the headers, which say how long they are. */
const withoutHeaders = (payload: Buffer): Buffer => payload.subarray(payload.readUInt32LE(0));

export const readBatch = (payload: Buffer): SqlRequest => ({
  text: withoutHeaders(payload).toString('utf16le'),
  parameters: {},
});

const EXECUTE_SQL = 10;

export function readCall(payload: Buffer): SqlRequest {
  const reader = new Reader(withoutHeaders(payload));
  if (reader.u16() !== 0xffff || reader.u16() !== EXECUTE_SQL)
    throw new Error('only sp_executesql is called');
  reader.u16();
  const values: { name: string; value: string | number | null }[] = [];
  while (!reader.isAtEnd()) values.push(reader.parameter());
  const [statement, , ...parameters] = values;
  if (typeof statement?.value !== 'string') throw new Error('a call without a statement');
  return {
    text: statement.value,
    parameters: Object.fromEntries(parameters.map(({ name, value }) => [name.replace(/^@/, ''), value])),
  };
}

class Reader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  u8(): number {
    this.#at += 1;
    return this.#bytes.readUInt8(this.#at - 1);
  }

  u16(): number {
    this.#at += 2;
    return this.#bytes.readUInt16LE(this.#at - 2);
  }

  take(length: number): Buffer {
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  parameter(): { name: string; value: string | number | null } {
    const name = this.take(2 * this.u8()).toString('utf16le');
    this.u8();
    return { name, value: this.value(this.u8()) };
  }

  value(type: number): string | number | null {
    if (type === 0x26) {
      this.u8();
      const length = this.u8();
      return length === 0 ? null : this.take(length).readIntLE(0, Math.min(length, 6));
    }
    if (type !== 0xe7) throw new Error(`parameters of type ${type} are not read`);
    const max = this.u16();
    this.take(5);
    if (max !== 0xffff) {
      const length = this.u16();
      return length === 0xffff ? null : this.take(length).toString('utf16le');
    }
    const length = this.take(8);
    if (length.equals(Buffer.alloc(8, 0xff))) return null;
    const chunks: Buffer[] = [];
    for (;;) {
      const size = this.take(4).readUInt32LE(0);
      if (size === 0) return Buffer.concat(chunks).toString('utf16le');
      chunks.push(this.take(size));
    }
  }
}
