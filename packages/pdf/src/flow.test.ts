import { expect, test } from 'vitest';
import { ReadPdf } from '../test/read-pdf.ts';
import { PdfDocument } from './document.ts';
import { Flow } from './flow.ts';
import { Table } from './table.ts';

test('a heading stands on the page of what it heads, wherever the page ends', async () => {
  const chunks: Buffer[] = [];
  const document = new PdfDocument(
    async (bytes) => {
      chunks.push(Buffer.from(bytes));
    },
    { title: 'Headings', author: 'A. Writer', creator: 'A program', as_of: new Date('2026-10-01T00:00:00Z') },
  );
  const flow = new Flow(document);
  const tall = 'blocked because the account is protected '.repeat(12);
  const offsets = Array.from({ length: 75 }, (_, i) => i * 10);
  for (const [i, offset] of offsets.entries()) {
    flow.newPage();
    flow.advance(offset);
    flow.subheading(`head${i}x`);
    if (i % 2 === 0) {
      const table = new Table(flow, [
        { label: 'A', share: 1 },
        { label: 'B', share: 1 },
      ]);
      table.keepTogether([[`body${i}x`, tall]]);
      table.row([`body${i}x`, tall]);
      table.end();
    } else flow.paragraph(`body${i}x ${tall}`);
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
