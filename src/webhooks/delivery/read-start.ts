import type { Readable } from 'node:stream';

export const ANSWER_BYTES_MAX = 4_096;

/** The beginning of an answer as text that PostgreSQL can keep. The rest is not read, which ends the connection. */
export async function readStart(body: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk as Buffer);
    length += (chunk as Buffer).length;
    if (length > ANSWER_BYTES_MAX) break;
  }
  if (length === 0) return '';
  const start = Buffer.concat(chunks).subarray(0, ANSWER_BYTES_MAX);
  return new TextDecoder().decode(start, { stream: length > ANSWER_BYTES_MAX }).replaceAll('\0', '\u{FFFD}');
}
