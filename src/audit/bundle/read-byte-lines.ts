const NEWLINE = 10;

/** Lines as bytes, without their end. Nothing is decoded: what is hashed are the bytes. */
export async function* readByteLines(input: AsyncIterable<Buffer>): AsyncGenerator<Buffer[]> {
  let rest: Buffer[] = [];
  for await (const chunk of input) {
    const lines: Buffer[] = [];
    let begin = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, begin)) {
      const line = chunk.subarray(begin, end);
      lines.push(rest.length === 0 ? line : Buffer.concat([...rest, line]));
      rest = [];
      begin = end + 1;
    }
    if (begin < chunk.length) rest.push(chunk.subarray(begin));
    yield lines;
  }
  if (rest.length > 0) yield [Buffer.concat(rest)];
}
