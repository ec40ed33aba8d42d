import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { StartupError } from '../platform/errors.ts';

const GZIP_START = Buffer.from([0x1f, 0x8b]);
const CHUNK_BYTES = 1 << 18;
/** Of the beginning, to tell what it is. A first line that is longer is no line of a table. */
const LOOKED_AT_BYTES = 65_536;
const NAMED_MAX = 5;

export interface Input {
  /** As messages name it. */
  place: string;
  bytes: AsyncIterable<Buffer>;
  /** Some of its beginning, or all of it. */
  head: Buffer;
  is_csv: boolean;
}

/**
 * The bytes of a file of NDJSON or CSV, or of standard input (`-`), unpacked if they are gzip. What is a directory or an array is
 * refused with what to do, before anything is stored.
 */
export async function openInput(file: string, example: object): Promise<Input> {
  if (file !== '-') await requireFile(file);
  const raw = file === '-' ? process.stdin : createReadStream(file, { highWaterMark: CHUNK_BYTES });
  const place = file === '-' ? 'standard input' : file;
  const packed = await beginning(raw as AsyncIterable<Buffer>, place, GZIP_START.length);
  const isGzip = packed.head.subarray(0, 2).equals(GZIP_START);
  const text = isGzip
    ? (Readable.from(packed.all).pipe(createGunzip()) as AsyncIterable<Buffer>)
    : packed.all;
  const { head, all } = await beginning(text, place, LOOKED_AT_BYTES);
  const is_csv = isTable(head, file);
  if (!is_csv) requireLines(head, place, JSON.stringify(example));
  return { place, bytes: all, head, is_csv };
}

async function requireFile(file: string): Promise<void> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new StartupError(`There is no file ${file}.`) : unreadable(file, error);
  });
  if (!found.isDirectory()) return;
  const names = (await readdir(file).catch(() => [])).filter((name) =>
    /\.(ndjson|jsonl|csv|tsv)(\.gz)?$/.test(name),
  );
  const inside = names
    .sort()
    .slice(0, NAMED_MAX)
    .map((name) => path.join(file, name));
  throw new StartupError(
    `${file} is a directory; name one file of NDJSON or CSV${inside.length === 0 ? '' : `, such as ${inside.join(' or ')}`}.`,
  );
}

const unreadable = (place: string, { code, message }: NodeJS.ErrnoException): StartupError =>
  new StartupError(
    code?.startsWith('Z_')
      ? `${place} is not whole: ${message}.`
      : `${place} cannot be read (${code ?? message}).`,
  );

/** The first bytes, at least so many unless there are fewer, and all of them. */
async function beginning(
  chunks: AsyncIterable<Buffer>,
  place: string,
  wanted: number,
): Promise<{ head: Buffer; all: AsyncGenerator<Buffer> }> {
  const iterator = chunks[Symbol.asyncIterator]();
  const next = () =>
    iterator.next().catch((error: NodeJS.ErrnoException) => {
      throw unreadable(place, error);
    });
  const first: Buffer[] = [];
  let length = 0;
  while (length < wanted) {
    const { done, value } = await next();
    if (done) break;
    first.push(value);
    length += value.length;
    // A line is enough; somebody may be typing.
    if (wanted > GZIP_START.length && value.includes(10)) break;
  }
  const all = async function* (): AsyncGenerator<Buffer> {
    yield* first;
    for (let step = await next(); !step.done; step = await next()) yield step.value;
  };
  return { head: Buffer.concat(first), all: all() };
}

const firstLine = (head: Buffer): string =>
  head
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart()
    .split('\n', 1)[0] ?? '';

/** By its name, or by a first line that has separators and is no JSON. */
function isTable(head: Buffer, file: string): boolean {
  const line = firstLine(head);
  return /\.(csv|tsv)(\.gz)?$/i.test(file) || (!/^[[{]/.test(line) && /[,;\t|]/.test(line));
}

function requireLines(head: Buffer, place: string, example: string): void {
  if (!firstLine(head).startsWith('[')) return;
  throw new StartupError(
    `${place} is a JSON array; expected NDJSON, one JSON object per line, such as\n${example}\n(jq -c '.[]' turns an array into lines.)`,
  );
}
