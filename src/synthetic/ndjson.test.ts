import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeNdjson } from './ndjson.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'lapse-ndjson-'));
});
afterAll(() => rm(directory, { recursive: true }));

function* numbers(count: number, onMade: (number: number) => void = () => {}): Generator<{ n: number }> {
  for (let n = 1; n <= count; n++) {
    onMade(n);
    yield { n };
  }
}

describe('writing NDJSON', () => {
  it('puts one record on each line of a file', async () => {
    const file = path.join(directory, 'numbers.ndjson');
    const written = await writeNdjson(numbers(20_000), JSON.stringify, file);
    const text = await readFile(file, 'utf8');
    expect(
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).n),
    ).toEqual(Array.from({ length: 20_000 }, (_, index) => index + 1));
    expect(text.endsWith('\n')).toBe(true);
    expect(written).toEqual({ lines: 20_000, bytes: Buffer.byteLength(text) });
  });

  it('writes an empty file when there is nothing', async () => {
    const file = path.join(directory, 'empty.ndjson');
    expect(await writeNdjson([], JSON.stringify, file)).toEqual({ lines: 0, bytes: 0 });
    expect(await readFile(file, 'utf8')).toBe('');
  });

  it('leaves a stream it was given open, and reports progress', async () => {
    const chunks: Buffer[] = [];
    const stream = new Writable({
      write(chunk, _encoding, done) {
        chunks.push(chunk);
        done();
      },
    });
    const seen: number[] = [];
    await writeNdjson(numbers(30_000), JSON.stringify, stream, ({ lines }) => seen.push(lines));
    expect(stream.writable).toBe(true);
    expect(seen.length).toBeGreaterThan(3);
    expect(seen.at(-1)).toBe(30_000);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
  });

  it('makes no more than a slow reader takes', async () => {
    let made = 0;
    let release: () => void = () => {};
    const slow = new Writable({
      highWaterMark: 1,
      write(_chunk, _encoding, done) {
        release = done;
      },
    });
    const writing = writeNdjson(
      numbers(1_000_000, (number) => (made = number)),
      JSON.stringify,
      slow,
    );
    await new Promise((resolve) => setTimeout(resolve, 50));
    // A line is about 10 bytes; a few pieces of 64 KiB are on their way, the rest is not made yet.
    expect(made).toBeLessThan(50_000);
    slow.destroy();
    release();
    await expect(writing).rejects.toThrow();
  });
});
