import { isUtf8 } from 'node:buffer';

/** A line longer than this is not a record; without a limit one line could fill the memory. */
export const LINE_BYTES_MAX = 1_048_576;

export interface TextLine {
  /** Counted from 1, empty lines included, as an editor shows it. */
  number: number;
  text: string;
  /** The bytes were not UTF-8, or too many; the text is empty then. */
  fault?: string;
}

/** Splits a stream into lines without holding more than one line and one chunk. */
export async function* readLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<TextLine> {
  let pieces: Buffer[] = [];
  let length = 0;
  let number = 0;

  const finish = (): TextLine => {
    number += 1;
    const line = length > LINE_BYTES_MAX ? null : Buffer.concat(pieces, length);
    pieces = [];
    length = 0;
    if (line === null) return { number, text: '', fault: `the line is longer than ${LINE_BYTES_MAX} bytes` };
    if (!isUtf8(line)) return { number, text: '', fault: 'the line is not valid UTF-8' };
    return { number, text: line.toString('utf8') };
  };

  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      length += end - start;
      pieces.push(chunk.subarray(start, end));
      yield finish();
      start = end + 1;
    }
    length += chunk.length - start;
    // What is too long already is counted but not kept.
    if (length <= LINE_BYTES_MAX) pieces.push(chunk.subarray(start));
    else pieces = [];
  }
  if (length > 0) yield finish();
}
