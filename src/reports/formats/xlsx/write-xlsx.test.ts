import fc from 'fast-check';
import { expect, test } from 'vitest';
import { instantOfSerial, readXlsx } from '../../../../test/support/read-xlsx.ts';
import type { Cell, Column, ReportContent, RowReport, SummaryReport } from '../../content.rules.ts';
import { writeXlsx } from './write-xlsx.ts';

const COLUMNS: Column[] = [
  { key: 'text', label: 'Text & more', kind: 'text', width: 10 },
  { key: 'number', label: 'Number', kind: 'number', width: 10 },
  { key: 'at', label: 'At', kind: 'instant', width: 10 },
  { key: 'yes', label: 'Yes', kind: 'boolean', width: 10 },
];
const HEAD = {
  type: 'stale_access',
  title: 'Stale access',
  tenant_name: 'a <b> & "c"',
  organisation_name: 'Ængus & Söhne',
  period_start: '2026-01-01T00:00:00.000Z',
  period_end: '2026-02-01T00:00:00.000Z',
  as_of: '2026-02-01T00:00:00.000Z',
  requested_by: 'x',
  filters: { department: null, platform: null, classification: null },
} as const;
const COMPLETENESS = { sources: [], row_count: 0, rows_sha256: 'abc', audit_checkpoint: null };

async function bytesOf(content: ReportContent): Promise<Buffer> {
  const parts: Buffer[] = [];
  await writeXlsx(
    content,
    async (bytes) => {
      parts.push(Buffer.from(bytes));
    },
    () => {},
  );
  return Buffer.concat(parts);
}

const rowsReport = (rows: Cell[][]): RowReport => ({
  kind: 'rows',
  head: HEAD,
  columns: COLUMNS,
  completeness: COMPLETENESS,
  pages: async function* () {
    yield rows;
  },
});

test('every cell comes back with its type', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('=1+1', '_x0041_', 'a\r\nb', ' ', '&lt;'),
  );
  const at = fc.date({ min: new Date('1900-03-01'), max: new Date('2200-01-01'), noInvalidDate: true });
  const row = fc.tuple(
    fc.option(text),
    fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
    fc.option(at.map((date) => date.toISOString())),
    fc.option(fc.boolean()),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 12 }), async (rows) => {
      const [sheet] = readXlsx(await bytesOf(rowsReport(rows)));
      const read = sheet?.rows.slice(1).map((cells) =>
        COLUMNS.map(({ kind }, i) => {
          const value = cells[i] ?? null;
          return kind === 'instant' && value !== null ? instantOfSerial(value as number) : value;
        }),
      );
      expect(read).toEqual(rows.map((cells) => cells.map((cell) => (Object.is(cell, -0) ? 0 : cell))));
    }),
    { numRuns: 25 },
  );
});

test('a text that no cell can hold is cut, and says so', async () => {
  const [sheet] = readXlsx(await bytesOf(rowsReport([['x'.repeat(40_000), 1, null, null]])));
  const text = String(sheet?.rows[1]?.[0]);
  expect(text.length).toBe(32_767);
  expect(text.endsWith('[cut]')).toBe(true);
});

test('the header is frozen and filtered, dates and numbers have their formats', async () => {
  const [sheet, about] = readXlsx(await bytesOf(rowsReport([['a', 1.5, HEAD.as_of, true]])));
  expect(sheet?.name).toBe('Stale access');
  expect(sheet?.xml).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
  expect(sheet?.xml).toContain('<autoFilter ref="A1:D2"/>');
  expect(sheet?.styles[1]).toEqual([0, 3, 2, 0]);
  expect(about?.rows).toContainEqual(['Organisation', 'Ængus & Söhne']);
  expect(about?.rows).toContainEqual(['Tenant', 'a <b> & "c"']);
});

test('a summary has a sheet for each of its sections, under names that sheets may have', async () => {
  const section: Column = { key: 'section', label: 'Section', kind: 'text', width: 5 };
  const report = {
    kind: 'summary',
    head: { ...HEAD, type: 'compliance_summary' },
    summary: {},
    completeness: COMPLETENESS,
    columns: [section, ...COLUMNS],
    rows: [
      ['Key/figures: all', 'a', 1, null, null],
      ['A name that is longer than what a sheet may have', 'b', 2, null, null],
      ['A name that is longer than what a sheet may be called', 'c', 3, null, null],
      ['Key/figures: all', 'd', 4, null, null],
    ],
  } as unknown as SummaryReport;
  const sheets = readXlsx(await bytesOf(report));
  expect(sheets.map((sheet) => sheet.name)).toEqual([
    'Key figures  all',
    'A name that is longer than what',
    'A name that is longer than  (2)',
    'About this report',
  ]);
  expect(sheets[0]?.rows).toEqual([COLUMNS.map(({ label }) => label), ['a', 1], ['d', 4]]);
});

test.each([1, 4])('a workbook ends with the store that fails at piece %i of it', async (failing) => {
  let pieces = 0;
  let taken = 0;
  const noise = Array.from({ length: 200_000 }, (_, i): Cell[] => [`${i} ${Math.sin(i)}`, i, null, true]);
  const written = writeXlsx(
    rowsReport(noise),
    async () => {
      pieces += 1;
      if (pieces >= failing) throw new Error('The store is full.');
    },
    (rows) => {
      taken = rows;
    },
  );
  await expect(written).rejects.toThrow('The store is full.');
  // It did not go on reading for nobody.
  expect(taken).toBeLessThan(100_000);
});

test('the same content is the same file, whatever zone the machine is in', async () => {
  const before = process.env.TZ;
  try {
    const files: string[] = [];
    for (const zone of ['UTC', 'Asia/Kolkata', 'America/St_Johns']) {
      process.env.TZ = zone;
      files.push((await bytesOf(rowsReport([['a', 1, null, false]]))).toString('base64'));
    }
    expect(new Set(files).size).toBe(1);
  } finally {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  }
});
