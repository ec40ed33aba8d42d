import { PdfDocument } from '@lapse/pdf';
import { organisationOf, type ReportHead, type WriteBytes } from '../content.rules.ts';
import { footer, PAGE_TOTAL, runningHead } from './page-furniture.ts';

/** The document of a report: whose it is, and of when, on every page. */
export function reportDocument(write: WriteBytes, head: ReportHead): PdfDocument {
  return new PdfDocument(write, {
    title: `${head.title} – ${organisationOf(head)}`,
    author: head.requested_by,
    creator: 'Lapse',
    as_of: new Date(head.as_of),
    furnish: (page, { number, is_cover, layout }) => {
      if (!is_cover) runningHead(page, head, layout);
      footer(page, head, number, layout);
    },
    total: PAGE_TOTAL,
  });
}
