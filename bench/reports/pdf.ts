import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { ReadPdf } from '../../packages/pdf/test/read-pdf.ts';
import { cellText } from '../../src/reports/documents/format-values.ts';
import { writePdf } from '../../src/reports/documents/write-pdf.ts';
import { COLUMNS, insurerRow, rowReport } from '../../test/support/pdf/row-report.ts';
import { median, record } from '../result.ts';

const run = promisify(execFile);
const FONT = '@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf';

/**
 * A document of 5,000 rows, and one of 500 pages against WeasyPrint (Debian's package `weasyprint`) with the same rows,
 * columns, font, page size and a repeated head. WeasyPrint writes no tags; ours does.
 */
export async function benchPdf({ quick }: { quick: boolean }): Promise<void> {
  const rounds: number[] = [];
  for (let round = 0; round < 3; round++) {
    const { seconds, bytes, peak_mb } = await makePdf(5_000);
    rounds.push(seconds);
    console.log(
      `PDF, 5,000 rows of ${COLUMNS.length} columns: ${seconds.toFixed(2)} s, ${megabytes(bytes.length)} MB, ` +
        `process at most ${peak_mb.toFixed(0)} MB`,
    );
  }
  record({ line: 'PDF of 5,000 rows', unit: 's', values: rounds, at_most: 10 });

  const rows = quick ? 1_400 : 14_600;
  const ours = await makePdf(rows);
  const pages = (await ReadPdf.open(ours.bytes)).pageCount;
  console.log(`PDF, ${rows} rows on ${pages} pages: ${ours.seconds.toFixed(2)} s`);
  const theirs = await weasyPrint(rows);
  if (theirs === null) {
    console.log('WeasyPrint is not installed (apt-get install weasyprint): not compared.');
    return;
  }
  const ratio = theirs.seconds / ours.seconds;
  console.log(
    `WeasyPrint, the same rows on ${theirs.pages} pages: ${theirs.seconds.toFixed(1)} s; ` +
      `${ratio.toFixed(0)} times slower, ${(ratio * (pages / theirs.pages)).toFixed(0)} times per page`,
  );
  record({
    line: `PDF of ${pages} pages: times faster than WeasyPrint`,
    unit: 'ratio',
    values: [ratio],
    at_least: 5,
  });
  record({ line: 'PDF of 5,000 rows, median', unit: 's', values: [median(rounds)] });
}

async function makePdf(rows: number): Promise<{ seconds: number; bytes: Buffer; peak_mb: number }> {
  const chunks: Uint8Array[] = [];
  let peak = 0;
  const start = performance.now();
  await writePdf(
    rowReport(rows),
    async (bytes) => {
      chunks.push(bytes);
      peak = Math.max(peak, process.memoryUsage.rss());
    },
    () => {},
  );
  return { seconds: (performance.now() - start) / 1000, bytes: Buffer.concat(chunks), peak_mb: peak / 1e6 };
}

async function weasyPrint(rows: number): Promise<{ seconds: number; pages: number } | null> {
  const directory = await mkdtemp(path.join(tmpdir(), 'lapse-bench-'));
  try {
    const [source, target] = [path.join(directory, 'table.html'), path.join(directory, 'table.pdf')];
    await writeFile(source, htmlTable(rows));
    const start = performance.now();
    await run('weasyprint', [source, target], { maxBuffer: 1e9 });
    const seconds = (performance.now() - start) / 1000;
    return { seconds, pages: (await ReadPdf.open(await readFile(target))).pageCount };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

function htmlTable(rows: number): string {
  const font = pathToFileURL(createRequire(import.meta.url).resolve(FONT)).href;
  const total = COLUMNS.reduce((sum, column) => sum + column.width, 0);
  const cells = (at: number) =>
    insurerRow(at).map(
      (cell, index) => `<td>${escaped(cellText(cell, COLUMNS[index]?.kind ?? 'text'))}</td>`,
    );
  return [
    `<!doctype html><html lang="en"><title>Stale access</title><style>
@font-face { font-family: report; src: url(${font}) }
@page { size: A4 landscape; margin: 62pt 48pt 54pt; @bottom-left { content: "Page " counter(page) " of " counter(pages) } }
body { font: 7.8pt/9.8pt report }
table { table-layout: fixed; width: 100%; border-collapse: collapse }
th, td { text-align: left; vertical-align: top; padding: 2.8pt 4.5pt; border-bottom: .4pt solid #ccc; overflow-wrap: anywhere }
</style><table><colgroup>`,
    ...COLUMNS.map(({ width }) => `<col style="width: ${((width / total) * 100).toFixed(2)}%">`),
    `</colgroup><thead><tr>${COLUMNS.map(({ label }) => `<th scope="col">${label}</th>`).join('')}</tr></thead><tbody>`,
    ...Array.from({ length: rows }, (_, at) => `<tr>${cells(at).join('')}</tr>`),
    '</tbody></table></html>',
  ].join('\n');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(2);
}
