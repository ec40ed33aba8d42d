import { describe, expect, test } from 'vitest';
import { ReadPdf, typesOf } from '../../../packages/pdf/test/read-pdf.ts';
import { pdfBytes, readReport } from '../../../test/support/pdf/read-report.ts';
import { COLUMNS, insurerRow, rowReport } from '../../../test/support/pdf/row-report.ts';
import type { Cell } from '../content.rules.ts';
import { writeRowDocument } from './row-document.ts';

describe('rows as a document', () => {
  test('has the head of the table and the number of pages on every page', async () => {
    const pdf = await readReport(rowReport(120));
    expect(pdf.pageCount).toBeGreaterThan(3);
    for (let page = 1; page <= pdf.pageCount; page++) {
      const text = await pdf.text(page);
      expect(text).toContain(`Page ${page} of ${pdf.pageCount}`);
      if (page < pdf.pageCount) {
        expect(text).toContain('Person Department Asset Platform');
      }
      expect(await pdf.size(page)).toEqual([841.89, 595.28]);
    }
  });

  test('has every cell of every row, in order', async () => {
    const pdf = await readReport(rowReport(60));
    const text = (await pdf.allText()).replaceAll('\n', ' ');
    let from = 0;
    for (let at = 0; at < 60; at++) {
      from = text.indexOf(insurerRow(at)[0] as string, from);
      expect(from, `row ${at}`).toBeGreaterThan(0);
    }
    expect(text).toContain('2026-02-02 01:01:00');
    expect(text).toContain('79,190');
  });

  test('says what it is and what proves it complete', async () => {
    const report = rowReport(5);
    const pdf = await readReport(report);
    const text = await pdf.allText();
    for (const expected of [
      'Northwind Mutual Insurance',
      '1 July 2026 to 30 September 2026',
      '1 October 2026, 00:00 UTC',
      'auditor@northwind.example',
      'Only classification restricted.',
      report.completeness.rows_sha256,
      '120,443',
      report.completeness.audit_checkpoint?.root_hash as string,
      'Grants 48,211',
    ]) {
      expect(text).toContain(expected);
    }
    expect(await pdf.outline()).toEqual(['About this report', 'Rows', 'Completeness']);
    expect(await pdf.metadata()).toMatchObject({
      Title: 'Stale access – Northwind Mutual Insurance',
      CreationDate: 'D:20261001000000Z',
      ModDate: 'D:20261001000000Z',
      Language: 'en',
    });
  });

  test('is tagged: a table with heads, rows and cells; furniture is not content', async () => {
    const pdf = await readReport(rowReport(60));
    const first = typesOf(await pdf.tags(1));
    expect(first.filter((type) => type === 'H1')).toHaveLength(1);
    expect(first.filter((type) => type === 'THead')).toHaveLength(1);
    expect(first.filter((type) => type === 'TH')).toHaveLength(COLUMNS.length + 7);
    const second = typesOf(await pdf.tags(2));
    expect(second).not.toContain('TH');
    const rows = second.filter((type) => type === 'TR').length;
    expect(rows).toBeGreaterThan(20);
    expect(second.filter((type) => type === 'TD')).toHaveLength(rows * COLUMNS.length);
  });

  test('is the same bytes for the same content', async () => {
    const [one, two] = [await pdfBytes(rowReport(40)), await pdfBytes(rowReport(40))];
    expect(one.equals(two)).toBe(true);
    const other = await pdfBytes(rowReport(41));
    const id = (bytes: Buffer) => /\/ID\[<(\w+)>/.exec(bytes.toString('latin1'))?.[1];
    expect(id(one)).toMatch(/^[0-9a-f]{32}$/);
    expect(id(one)).not.toBe(id(other));
  });

  test('keeps long names in their column and numbers at its right edge', async () => {
    const long = 'n'.repeat(300);
    const pdf = await readReport(rowReport(3, {}, (at) => [long, ...insurerRow(at).slice(1)]));
    const pieces = (await Promise.all([1, 2, 3].map((page) => pdf.pieces(page)))).flat();
    const department = pieces.find(({ text }) => text === 'Department')?.x as number;
    const lines = pieces.filter(({ text }) => /^n+$/.test(text.trim()));
    expect(lines.map(({ text }) => text.trim()).join('')).toBe(long.repeat(3));
    for (const line of lines) {
      expect(line.x + line.width).toBeLessThan(department);
    }
    const ends = pieces
      .filter(({ text }) => /^(0|7,919|15,838)$/.test(text))
      .map(({ x, width }) => x + width);
    expect(Math.max(...ends.slice(-2)) - Math.min(...ends.slice(-2))).toBeLessThan(0.1);
  });

  test('folds rows of more columns than a page is wide for, with every label above its cell', async () => {
    const columns = Array.from({ length: 26 }, (_, at) => ({
      key: `c${at}`,
      label: `Label ${at}`,
      kind: at % 4 === 0 ? ('instant' as const) : ('text' as const),
      width: 10 + (at % 5) * 4,
    }));
    const pdf = await readReport(
      rowReport(40, { columns }, (row) =>
        columns.map(({ kind }, at) => (kind === 'instant' ? '2026-03-04T05:06:07.000Z' : `v${row}x${at}`)),
      ),
    );
    expect(pdf.pageCount).toBeGreaterThan(2);
    const pieces = (await pdf.pieces(2)).map((piece) => ({ ...piece, text: piece.text.trim() }));
    const row = pieces.find(({ text }) => /^v\d+x1$/.test(text))?.text.slice(1, -2);
    for (const [at, { kind }] of columns.entries()) {
      if (kind === 'text') {
        const label = pieces.find(({ text }) => text === `Label ${at}`);
        const cell = pieces.find(({ text }) => text === `v${row}x${at}`);
        expect(cell?.x, `column ${at}`).toBeCloseTo(label?.x as number, 1);
        expect((cell?.x ?? 0) + (cell?.width ?? 0)).toBeLessThan(841.89 - 48);
      }
    }
    const types = typesOf(await pdf.tags(2));
    expect(types.filter((type) => type === 'TD').length % 26).toBe(0);
  });

  test('keeps the order of letters of names that are written from right to left', async () => {
    const names = ['محمد بن سلمان الفارسي', 'عبد السلام', 'ישראל ישראלי', 'پژمان'];
    const pdf = await readReport(rowReport(4, {}, (at) => [names[at] as string, ...insurerRow(at).slice(1)]));
    const pieces = await pdf.pieces(1);
    for (const word of names.flatMap((name) => name.split(' '))) {
      expect(readWords(pieces), word).toContain(word);
    }
  });

  test('survives any string', async () => {
    const hostile: Cell[] = [
      '\u0000\u0007\u001b[31m',
      '\ud800 lone \udc00',
      'w'.repeat(10_000),
      '\u202eevil\u202c \u2066x\u2069',
      '\uffff\ufffe\ufeff',
      `${'\u0301'.repeat(500)}`,
      '👩‍👩‍👧‍👦🏴‍☠️',
      ') Tj ET (\\',
      '\n\n\n\t',
      'ﷺ༄꧂\u{10ffff}\u{e0041}',
      '',
      ' '.repeat(5_000),
      'שׁ'.repeat(3_000),
    ];
    const columns = [{ key: 'text', label: ') \u0000 ل \ud800', kind: 'text', width: 1 } as const];
    const head = {
      ...rowReport(0).head,
      tenant_name: hostile.join(''),
      organisation_name: hostile.join(''),
      title: '\u0000(\\',
      requested_by: '',
    };
    const pdf = await readReport(rowReport(hostile.length, { columns, head }, (at) => [hostile[at] as Cell]));
    const text = await pdf.allText();
    expect(text).toContain('[U+0000][U+0007][U+001B][31m');
    expect(text).toContain('[U+D800] lone [U+DC00]');
    expect(text).toMatch(/more characters/);
    expect(text).toContain(') Tj ET (\\');
  });

  test('says so when there is no row, and when there are more than it carries', async () => {
    expect(await (await readReport(rowReport(0))).allText()).toContain('No row matches in this period.');
    const chunks: Uint8Array[] = [];
    const told: number[] = [];
    await writeRowDocument(
      rowReport(2_500),
      async (bytes) => {
        chunks.push(bytes);
      },
      (rows) => told.push(rows),
      1_200,
    );
    const text = await (await ReadPdf.open(Buffer.concat(chunks))).allText();
    const note = 'This document shows the first 1,200 of 2,500 rows. The same report as CSV has all 2,500.';
    expect(text.split(note)).toHaveLength(3);
    expect(text).toContain(insurerRow(1_199)[0]);
    expect(text).not.toContain(insurerRow(1_200)[0]);
    expect(told).toEqual([1_000, 1_200]);
  });

  test('holds a bounded part of 20,000 rows in memory', async () => {
    await pdfBytes(rowReport(500));
    const before = process.memoryUsage().heapUsed + process.memoryUsage().external;
    let most = 0;
    let bytes = 0;
    let largest = 0;
    await writeRowDocument(
      rowReport(20_000),
      async (chunk) => {
        bytes += chunk.length;
        largest = Math.max(largest, chunk.length);
        most = Math.max(most, process.memoryUsage().heapUsed + process.memoryUsage().external);
      },
      () => {},
    );
    // Garbage is counted too; kept pages or elements would be over 200 MB.
    expect((most - before) / 1e6).toBeLessThan(120);
    expect(bytes).toBeGreaterThan(4_000_000);
    expect(largest).toBeLessThan(1_000_000);
  });
});

/** A ligature ends a piece of text: pieces that touch are one word, read from right to left. */
function readWords(pieces: { text: string; x: number; y: number; width: number }[]): string[] {
  const words: string[] = [];
  let last: (typeof pieces)[number] | null = null;
  for (const piece of pieces) {
    const touches = last !== null && last.y === piece.y && piece.x < last.x + last.width + 0.5;
    const word = touches ? `${piece.text}${words.pop()}` : piece.text;
    words.push(word);
    last = piece;
  }
  return words.flatMap((word) => word.split(' '));
}
