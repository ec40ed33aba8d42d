import { expect, test } from 'vitest';
import { ReadPdf } from '../../../../test/support/pdf/read-pdf.ts';
import { summaryReport } from '../../../../test/support/pdf/summary-report.ts';
import { ReportDocument } from '../../documents/report-document.ts';
import { fillTable } from '../../documents/summary-tables.ts';
import { Flow } from './flow.ts';

test('a heading stands on the page of what it heads, wherever the page ends', async () => {
  const chunks: Buffer[] = [];
  const document = new ReportDocument(async (bytes) => {
    chunks.push(Buffer.from(bytes));
  }, summaryReport().head);
  const flow = new Flow(document);
  const tall = 'blocked because the account is protected '.repeat(12);
  const offsets = Array.from({ length: 75 }, (_, i) => i * 10);
  for (const [i, offset] of offsets.entries()) {
    flow.newPage();
    flow.advance(offset);
    flow.subheading(`head${i}x`);
    if (i % 2 === 0)
      fillTable(
        flow,
        [
          { label: 'A', share: 1 },
          { label: 'B', share: 1 },
        ],
        [[`body${i}x`, tall]],
      );
    else flow.paragraph(`body${i}x ${tall}`);
  }
  document.closePage(flow.page);
  await document.finish();

  const pdf = await ReadPdf.open(Buffer.concat(chunks));
  const pageOf = new Map<string, number>();
  for (let page = 1; page <= pdf.pageCount; page++) {
    for (const word of (await pdf.text(page)).match(/\b(head|body)\d+x/g) ?? []) {
      if (!pageOf.has(word)) pageOf.set(word, page);
    }
  }
  for (const i of offsets.keys()) {
    expect([i, pageOf.get(`head${i}x`)]).toEqual([i, pageOf.get(`body${i}x`)]);
  }
});
