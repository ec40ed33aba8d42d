import { COLOUR, type Page, PdfDocument, STYLE, type TextLayout } from '@lapse/pdf';
import { organisationOf, type ReportHead, type WriteBytes } from '../content.rules.ts';
import { count, longInstant } from './format-values.ts';

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

const HEAD_Y = 30;

/** Whose document this is and which, above every page but the cover. */
function runningHead(page: Page, head: ReportHead, layout: TextLayout): void {
  page.artifact(() => {
    const half = page.contentWidth / 2 - 8;
    const muted = { colour: COLOUR.muted };
    page.text([layout.line(organisationOf(head), STYLE.running, half)], page.left, HEAD_Y, muted);
    page.text([layout.line(head.title, STYLE.running, half)], page.right - half, HEAD_Y, {
      ...muted,
      align: 'right',
      width: half,
    });
    page.line(page.left, HEAD_Y + 14, page.right, HEAD_Y + 14, COLOUR.rule);
  }, 'Pagination');
}

/** How many pages there are, behind the number of each. */
const PAGE_TOTAL = {
  text: (pages: number): string => ` of ${count(pages)}`,
  style: STYLE.running,
  colour: COLOUR.muted,
};

function footer(page: Page, head: ReportHead, number: number, layout: TextLayout): void {
  const y = page.height - 36;
  page.artifact(() => {
    page.line(page.left, y - 6, page.right, y - 6, COLOUR.rule);
    const muted = { colour: COLOUR.muted };
    const line = layout.line(`Page ${count(number)}`, STYLE.running);
    page.text([line], page.left, y, muted);
    page.total(STYLE.running, page.left + line.width, y);
    const width = page.contentWidth - 120;
    const asOf = layout.line(`State as of ${longInstant(head.as_of)}`, STYLE.running, width);
    page.text([asOf], page.right - width, y, { ...muted, align: 'right', width });
  }, 'Pagination');
}
