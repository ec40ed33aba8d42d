import { ReadPdf } from '../../../packages/pdf/test/read-pdf.ts';
import type { ReportContent } from '../../../src/reports/content.rules.ts';
import { writePdf } from '../../../src/reports/documents/write-pdf.ts';

export async function pdfBytes(content: ReportContent): Promise<Buffer> {
  const chunks: Buffer[] = [];
  await writePdf(
    content,
    async (bytes) => {
      chunks.push(Buffer.from(bytes));
    },
    () => {},
  );
  return Buffer.concat(chunks);
}

export async function readReport(content: ReportContent): Promise<ReadPdf> {
  return ReadPdf.open(await pdfBytes(content));
}
