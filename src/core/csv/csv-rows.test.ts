import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LINE_BYTES_MAX, readLines } from '../directory/import/read-lines.ts';
import { type CsvRow, readRows } from './csv-rows.ts';

async function rowsOf(text: string, { separator = ',', piece = 5 } = {}): Promise<CsvRow[]> {
  const bytes = Buffer.from(text);
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece);
  }
  const rows: CsvRow[] = [];
  for await (const row of readRows(readLines(pieces()), separator)) rows.push(row);
  return rows;
}
const cellsOf = async (text: string, options = {}) => (await rowsOf(text, options)).map(({ cells }) => cells);

test('what is written as RFC 4180 says is read back, whatever is in it and wherever it is cut', async () => {
  const cell = fc.oneof(
    fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', ' ', 'ü', '\t', '😀') }),
    fc.constant('"'),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
      fc.constantFrom(',', ';', '\t', '|'),
      fc.constantFrom('\n', '\r\n'),
      fc.integer({ min: 1, max: 9 }),
      async (rows, separator, end, piece) => {
        const written = rows.map((cells) =>
          cells.map((each) => `"${each.replaceAll('"', '""')}"`).join(separator),
        );
        expect(await cellsOf(written.join(end), { separator, piece })).toEqual(rows);
      },
    ),
  );
});

test('cells without quotes are taken as they are, a quote inside of one too', async () => {
  expect(await cellsOf('a,b\r\n 5" disk ,\r\n,"x, ""y"""\n')).toEqual([
    ['a', 'b'],
    [' 5" disk ', ''],
    ['', 'x, "y"'],
  ]);
});

test('a row has the number of the line on which it begins, empty lines counted', async () => {
  const rows = await rowsOf('a,b\n\n"one\ntwo\nthree",c\n\nd,e');
  expect(rows.map(({ number, cells }) => [number, cells])).toEqual([
    [1, ['a', 'b']],
    [3, ['one\ntwo\nthree', 'c']],
    [7, ['d', 'e']],
  ]);
});

test('a row that is wrong is named, and the next one is read', async () => {
  const rows = await rowsOf('a,b\n"x"y,z\nc,d\n"open,\ne,f\n');
  expect(rows.map(({ number, cells, fault }) => fault ?? [number, cells])).toEqual([
    [1, ['a', 'b']],
    'a separator was expected after the quote at character 3',
    [3, ['c', 'd']],
    'a quote opens in this row and is never closed; nothing after it was read',
  ]);
});

test('a quote that is never closed does not fill the memory: reading goes on after a mebibyte, and says so', async () => {
  const lines = 'x'.repeat(1_000_000);
  const rows = await rowsOf(`"open\n${lines}\n${lines}\na,b\n`, { piece: 65_536 });
  expect(rows.map(({ number, fault, cells }) => fault ?? [number, cells])).toEqual([
    'a quote opens in this row and is never closed (lines 1 to 3 were not read)',
    [4, ['a', 'b']],
  ]);
  const [long] = await rowsOf('y'.repeat(LINE_BYTES_MAX + 1), { piece: 65_536 });
  expect(long?.fault).toContain('longer than');
});
