import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { ZipFile } from 'yazl';
import type { WriteBytes } from '../../content.rules.ts';

export type Put = (text: string) => Promise<void>;

const PIECE_CHARACTERS = 1 << 16;
/** Fast: a third more bytes than the default level, in a third of its time. */
const LEVEL = 2;
/** Beyond it a ZIP needs another form, which not every reader of workbooks takes. */
const BYTES_MAX = 0xffff_ffff;

/** A ZIP archive that is written as its contents come: nothing is held but what is being compressed. */
export class ZipWriter {
  readonly #zip = new ZipFile();
  readonly #mtime: Date;
  /** Ends with the archive, or fails with whoever takes its bytes. */
  readonly #written: Promise<void>;
  #bytes = 0;

  constructor(write: WriteBytes, modified: Date) {
    this.#mtime = asLocal(modified);
    this.#written = this.#writeAll(write);
    // Whoever adds or finishes hears of it.
    this.#written.catch(() => {});
  }

  async add(name: string, produce: (put: Put) => Promise<void>): Promise<void> {
    const content = new PassThrough({ highWaterMark: PIECE_CHARACTERS });
    this.#zip.addReadStream(content, name, {
      mtime: this.#mtime,
      forceDosTimestamp: true,
      compressionLevel: LEVEL,
    });
    let waiting = '';
    let size = 0;
    const send = async (): Promise<void> => {
      const bytes = Buffer.from(waiting);
      waiting = '';
      size += bytes.length;
      if (!content.write(bytes)) await Promise.race([once(content, 'drain'), this.#written]);
    };
    await produce(async (text) => {
      waiting += text;
      if (waiting.length >= PIECE_CHARACTERS) await send();
    });
    await send();
    content.end();
    if (size > BYTES_MAX || this.#bytes > BYTES_MAX) {
      throw new Error('The workbook would be larger than 4 GiB; ask for CSV, or for a shorter period.');
    }
  }

  async finish(): Promise<void> {
    this.#zip.end();
    await this.#written;
  }

  async #writeAll(write: WriteBytes): Promise<void> {
    for await (const bytes of this.#zip.outputStream as AsyncIterable<Buffer>) {
      this.#bytes += bytes.length;
      await write(bytes);
    }
  }
}

/** The archive keeps the time of day without a zone, and the library takes that of this machine: the same file everywhere. */
function asLocal(at: Date): Date {
  return new Date(
    at.getUTCFullYear(),
    at.getUTCMonth(),
    at.getUTCDate(),
    at.getUTCHours(),
    at.getUTCMinutes(),
    at.getUTCSeconds(),
  );
}
