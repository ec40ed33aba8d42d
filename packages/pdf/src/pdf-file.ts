import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { reference } from './pdf-syntax.ts';

/** Takes what is finished; the next is written when it is done. */
export type WriteBytes = (bytes: Uint8Array) => Promise<void>;

/** Objects per compressed group: large enough to compress well, small enough to be read one by one. */
const GROUP_SIZE = 200;
/** What may wait to be taken by the store. */
const CHUNK_BYTES = 64 * 1024;

/**
 * The objects of a PDF file, written as they are finished. A number is reserved before its object is known, so what
 * belongs on the first page but is known on the last (the number of pages, the contents) is simply written late.
 * Small objects go into compressed groups (object streams): a tagged table has one per cell, and written one by one
 * they were nine tenths of the file.
 */
export class PdfFile {
  readonly #write: WriteBytes;
  readonly #hash = createHash('sha256');
  readonly #entries = new EntryList();
  #chunks: Buffer[] = [];
  #chunkBytes = 0;
  #offset = 0;
  #group: { id: number; numbers: number[]; bodies: string[] } | null = null;

  constructor(write: WriteBytes) {
    this.#write = write;
    this.#append(Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1'));
  }

  reserve(): number {
    return this.#entries.reserve();
  }

  /** A value without a stream. */
  put(id: number, body: string): void {
    this.#group ??= { id: this.reserve(), numbers: [], bodies: [] };
    const group = this.#group;
    this.#entries.inGroup(id, group.id, group.numbers.length);
    group.numbers.push(id);
    group.bodies.push(body);
    if (group.numbers.length === GROUP_SIZE) {
      this.#closeGroup();
    }
  }

  add(body: string): number {
    const id = this.reserve();
    this.put(id, body);
    return id;
  }

  putStream(id: number, dictionary: string, content: Buffer | string, compress = true): void {
    const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : content;
    const stored = compress ? deflateSync(bytes, { level: 5 }) : bytes;
    const filter = compress ? '/Filter/FlateDecode' : '';
    this.#entries.at(id, this.#offset);
    this.#append(
      Buffer.from(`${id} 0 obj\n<<${dictionary}${filter}/Length ${stored.length}>>\nstream\n`, 'latin1'),
    );
    this.#append(stored);
    this.#append(Buffer.from('\nendstream\nendobj\n', 'latin1'));
  }

  addStream(dictionary: string, content: Buffer | string, compress = true): number {
    const id = this.reserve();
    this.putStream(id, dictionary, content, compress);
    return id;
  }

  /** Waits until the store has taken what is finished. */
  async drain(): Promise<void> {
    if (this.#chunkBytes >= CHUNK_BYTES) {
      await this.#flush();
    }
  }

  async finish(root: number, info: number): Promise<void> {
    this.#closeGroup();
    const id = this.reserve();
    const start = this.#offset;
    this.#entries.at(id, start);
    // The name of the file follows from its content, so that the same content is the same file.
    const name = this.#hash.copy().digest('hex').slice(0, 32);
    this.putStream(
      id,
      `/Type/XRef/Size ${this.#entries.size}/W[1 5 2]/Root ${reference(root)}/Info ${reference(info)}` +
        `/ID[<${name}><${name}>]`,
      this.#entries.toBuffer(),
    );
    this.#append(Buffer.from(`startxref\n${start}\n%%EOF\n`, 'latin1'));
    await this.#flush();
  }

  #closeGroup(): void {
    const group = this.#group;
    if (group === null) {
      return;
    }
    this.#group = null;
    let offset = 0;
    const index: string[] = [];
    for (const [at, body] of group.bodies.entries()) {
      index.push(`${group.numbers[at]} ${offset}`);
      offset += body.length + 1;
    }
    const head = `${index.join(' ')}\n`;
    this.putStream(
      group.id,
      `/Type/ObjStm/N ${group.bodies.length}/First ${head.length}`,
      head + group.bodies.join('\n'),
    );
  }

  #append(bytes: Buffer): void {
    this.#hash.update(bytes);
    this.#chunks.push(bytes);
    this.#chunkBytes += bytes.length;
    this.#offset += bytes.length;
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.concat(this.#chunks);
    this.#chunks = [];
    this.#chunkBytes = 0;
    await this.#write(bytes);
  }
}

/** Where each object is: 8 bytes per object, kept until the end. */
class EntryList {
  #bytes = Buffer.alloc(8 * 1024);
  size = 0;

  constructor() {
    this.reserve();
    this.#bytes.writeUInt16BE(0xffff, 6);
  }

  reserve(): number {
    const id = this.size;
    this.size += 1;
    if (this.size * 8 > this.#bytes.length) {
      const larger = Buffer.alloc(this.#bytes.length * 2);
      this.#bytes.copy(larger);
      this.#bytes = larger;
    }
    return id;
  }

  at(id: number, offset: number): void {
    this.#set(id, 1, offset, 0);
  }

  inGroup(id: number, group: number, index: number): void {
    this.#set(id, 2, group, index);
  }

  #set(id: number, kind: number, first: number, second: number): void {
    this.#bytes.writeUInt8(kind, id * 8);
    this.#bytes.writeUIntBE(first, id * 8 + 1, 5);
    this.#bytes.writeUInt16BE(second, id * 8 + 6);
  }

  toBuffer(): Buffer {
    return this.#bytes.subarray(0, this.size * 8);
  }
}
