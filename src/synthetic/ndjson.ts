import { createWriteStream } from 'node:fs';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Written in pieces of this size: fewer calls than a line each, and little enough to wait in memory. */
const PIECE_CHARACTERS = 64 * 1024;

export interface Written {
  lines: number;
  bytes: number;
}

/** One line for each record, to a file or a stream that stays open; made only as fast as they are taken. */
export async function writeNdjson<T>(
  records: Iterable<T>,
  toText: (record: T) => string,
  target: string | Writable,
  onProgress?: (written: Written) => void,
): Promise<Written> {
  const written: Written = { lines: 0, bytes: 0 };
  const source = Readable.from(pieces(records, toText, written, onProgress), {
    objectMode: true,
    highWaterMark: 1,
  });
  if (typeof target === 'string') await pipeline(source, createWriteStream(target));
  else await pipeline(source, target, { end: false });
  return written;
}

function* pieces<T>(
  records: Iterable<T>,
  toText: (record: T) => string,
  written: Written,
  onProgress: ((written: Written) => void) | undefined,
): Generator<Buffer> {
  let piece = '';
  const flush = (): Buffer => {
    const bytes = Buffer.from(piece);
    written.bytes += bytes.length;
    piece = '';
    onProgress?.(written);
    return bytes;
  };
  for (const record of records) {
    piece += `${toText(record)}\n`;
    written.lines += 1;
    if (piece.length >= PIECE_CHARACTERS) yield flush();
  }
  if (piece !== '') yield flush();
}
