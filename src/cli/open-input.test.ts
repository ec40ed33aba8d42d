import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openInput } from './open-input.ts';

let place: string;
beforeAll(async () => {
  place = await mkdtemp(path.join(tmpdir(), 'lapse-input-'));
});
afterAll(() => rm(place, { recursive: true }));

const EXAMPLE = { kind: 'asset', id: 'a' };
const LINES = '\n{"kind":"asset"}\n{"kind":"grant","note":"a, b; c"}\n';

async function given(name: string, contents: string | Buffer): Promise<string> {
  const file = path.join(place, name);
  await writeFile(file, contents);
  return file;
}

async function read(file: string): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of (await openInput(file, EXAMPLE)).bytes) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

test('lines come as they are, packed or not, however long', async () => {
  const long = `${LINES}${'{"x":1}\n'.repeat(200_000)}`;
  expect(await read(await given('lines.ndjson', LINES))).toBe(LINES);
  expect(await read(await given('empty.ndjson', ''))).toBe('');
  expect(await read(await given('one.ndjson', '{'))).toBe('{');
  expect(await read(await given('long.ndjson', long))).toBe(long);
  expect(await read(await given('long.ndjson.gz', gzipSync(long)))).toBe(long);
});

test('a directory is named, with what could be meant', async () => {
  await given('lines.ndjson', LINES);
  await expect(openInput(place, EXAMPLE)).rejects.toThrow(
    `${place} is a directory; name one file of NDJSON or CSV, such as ${path.join(place, 'empty.ndjson')}`,
  );
});

test.each([
  ['table.csv', 'name\nx\n', true],
  ['table.txt', '\uFEFFid;name\r\n', true],
  ['table.gz', gzipSync('id\tname\n'), true],
  ['lines.txt', '{"a":"b,c"}\n', false],
  ['empty.txt', '', false],
])('%s is CSV or not', async (name, contents, is_csv) => {
  const input = await openInput(await given(name, contents), EXAMPLE);
  expect(input.is_csv).toBe(is_csv);
  for await (const _ of input.bytes);
});

test('an array is refused with an example of what is expected', async () => {
  const file = await given('array.json', '[{"kind":"asset"}]');
  await expect(openInput(file, EXAMPLE)).rejects.toThrow('is a JSON array');
  await expect(openInput(file, EXAMPLE)).rejects.toThrow(
    'expected NDJSON, one JSON object per line, such as\n{"kind":"asset","id":"a"}',
  );
});

test('what is not there, or not whole, is said', async () => {
  await expect(openInput(path.join(place, 'none'), EXAMPLE)).rejects.toThrow('There is no file');
  const half = gzipSync('{"x":1}\n'.repeat(100_000));
  await expect(read(await given('half.gz', half.subarray(0, 100)))).rejects.toThrow('is not whole');
});
