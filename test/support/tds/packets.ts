/** Types of messages of TDS 7.4. */
export const MESSAGE = { batch: 1, rpc: 3, answer: 4, attention: 6, login: 16, prelogin: 18 } as const;

const HEADER = 8;
const PACKET_MAX = 4096;
const LAST = 1;

export interface Message {
  type: number;
  payload: Buffer;
}

/** Puts packets together to messages, as bytes come in. */
export class MessageReader {
  #bytes = Buffer.alloc(0);
  #parts: Buffer[] = [];

  push(chunk: Buffer): Message[] {
    this.#bytes = Buffer.concat([this.#bytes, chunk]);
    const messages: Message[] = [];
    while (this.#bytes.length >= HEADER) {
      const length = this.#bytes.readUInt16BE(2);
      if (length < HEADER) throw new Error(`a packet of ${length} bytes`);
      if (this.#bytes.length < length) break;
      const [type, status] = [this.#bytes[0] as number, this.#bytes[1] as number];
      this.#parts.push(Buffer.from(this.#bytes.subarray(HEADER, length)));
      this.#bytes = this.#bytes.subarray(length);
      if ((status & LAST) === 0) continue;
      messages.push({ type, payload: Buffer.concat(this.#parts) });
      this.#parts = [];
    }
    return messages;
  }
}

export function writeMessage({ type, payload }: Message): Buffer {
  const packets: Buffer[] = [];
  for (let at = 0, id = 1; at === 0 || at < payload.length; at += PACKET_MAX - HEADER, id++) {
    const part = payload.subarray(at, at + PACKET_MAX - HEADER);
    const header = Buffer.alloc(HEADER);
    header[0] = type;
    header[1] = at + part.length >= payload.length ? LAST : 0;
    header.writeUInt16BE(HEADER + part.length, 2);
    header[6] = id & 0xff;
    packets.push(header, part);
  }
  return Buffer.concat(packets);
}
