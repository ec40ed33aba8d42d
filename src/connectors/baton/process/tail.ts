/** The end of a stream, however long it was. */
export function createTail(bytesMax: number): { add: (chunk: Buffer) => void; text: () => string } {
  let kept = Buffer.alloc(0);
  return {
    add: (chunk) => {
      kept =
        chunk.length >= bytesMax
          ? Buffer.from(chunk.subarray(-bytesMax))
          : Buffer.concat([kept, chunk]).subarray(-bytesMax);
    },
    text: () => kept.toString('utf8'),
  };
}
