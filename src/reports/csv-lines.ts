const QUOTE = 34;
const LF = 10;
const CR = 13;

/** Ends the lines that COPY writes as RFC 4180 has it, and counts them. A line feed within quotes is part of a value. */
export class CsvLines {
  #isQuoted = false;
  #lines = 0;

  /** Without the header. */
  get rows(): number {
    return Math.max(0, this.#lines - 1);
  }

  convert(chunk: Uint8Array): Buffer {
    const out = Buffer.allocUnsafe(chunk.length * 2);
    let isQuoted = this.#isQuoted;
    let length = 0;
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i] as number;
      if (byte === QUOTE) isQuoted = !isQuoted;
      else if (byte === LF && !isQuoted) {
        out[length++] = CR;
        this.#lines++;
      }
      out[length++] = byte;
    }
    this.#isQuoted = isQuoted;
    return out.subarray(0, length);
  }
}
