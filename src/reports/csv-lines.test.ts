import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCsv } from '../../test/support/read-csv.ts';
import { CsvLines } from './content/content.ts';
import type { Column } from './content.rules.ts';
import { csvText } from './csv-text.ts';

const COLUMNS: Column[] = ['a', 'b', 'c'].map((key) => ({ key, label: key, kind: 'text', width: 1 }));
const value = fc.oneof(
  fc.constant(null),
  fc.string({ unit: fc.constantFrom('"', ',', '\n', '\r', 'x', '=', '-', ' ', 'é', '\t') }),
);
const rows = fc.array(fc.tuple(value, value, value), { maxLength: 20 });

test('lines end in CRLF however the bytes are cut, and line feeds within values stay', () => {
  fc.assert(
    fc.property(rows, fc.array(fc.nat({ max: 40 }), { maxLength: 30 }), (cells, cuts) => {
      const expected = csvText(COLUMNS, cells);
      // As COPY writes it: the same with bare line feeds between records.
      const copied = Buffer.from(unterminated(expected));
      const lines = new CsvLines();
      const parts: Buffer[] = [];
      let at = 0;
      for (const cut of [...cuts, copied.length]) {
        parts.push(Buffer.from(lines.convert(copied.subarray(at, at + cut))));
        at += cut;
      }
      expect(Buffer.concat(parts).toString()).toBe(expected);
      expect(lines.rows).toBe(cells.length);
    }),
  );
});

function unterminated(text: string): string {
  let out = '';
  let isQuoted = false;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '"') isQuoted = !isQuoted;
    if (text[i] === '\r' && text[i + 1] === '\n' && !isQuoted) continue;
    out += text[i];
  }
  return out;
}

test('what is written is read back, but for the mark before what looks like a formula', () => {
  fc.assert(
    fc.property(rows, (cells) => {
      const [header, ...read] = readCsv(csvText(COLUMNS, cells));
      expect(header).toEqual(['a', 'b', 'c']);
      const marked = cells.map((row) =>
        row.map((cell) => (cell !== null && /^[=+\-@\t\r\n]/.test(cell) ? `'${cell}` : cell)),
      );
      expect(read).toEqual(marked);
    }),
  );
});

test('numbers keep their sign', () => {
  const columns: Column[] = [{ key: 'n', label: 'n', kind: 'number', width: 1 }];
  expect(csvText(columns, [[-1.5]])).toBe('n\r\n-1.5\r\n');
});
