import {
  COLOUR,
  destination,
  type Page,
  type PdfDocument,
  pdfNumber,
  pdfText,
  type Section,
  STYLE,
  type StructureElement,
} from '@lapse/pdf';
import { count } from './format-values.ts';

const ROW_HEIGHT = 21;

/** Drawn when all sections have their pages, on a page that was opened before them. */
export function contentsPage(
  document: PdfDocument,
  page: Page,
  element: StructureElement,
  sections: readonly Section[],
): void {
  const { layout } = document;
  page.tagged(element, 'H2', () =>
    page.text([layout.line('Contents', STYLE.h1)], page.left, page.top, { colour: COLOUR.brand }),
  );
  page.artifact(() => page.fill(page.left, page.top + 25, 28, 1.6, COLOUR.brand));
  const list = element.open('TOC');
  for (const [at, section] of sections.entries()) {
    contentsRow(document, page, list, section, page.top + 38 + at * ROW_HEIGHT);
  }
  list.close();
  readingNotes(document, page, element, page.top + 38 + sections.length * ROW_HEIGHT + 30);
}

const READING = [
  'A score from 0 to 100 says how stale a grant of access is: 50 on the day it lapses, more the longer it stays unused. ' +
    'Up to 20 is low, up to 50 medium, up to 80 high, above that critical.',
  'A period begins with its first instant and ends before its last. States, scores and lists are those of its end.',
  'The deadline of a review is the first one it had: when somebody passes it on, a later answer is still late.',
  'A remediation is verified when the platform was read again afterwards, or an import or a sync showed it, and the access was gone. What somebody attests is not verified.',
];

/** What the words of the report mean, where a reader looks first. */
function readingNotes(document: PdfDocument, page: Page, element: StructureElement, top: number): void {
  const { layout } = document;
  page.tagged(element, 'H3', () => page.text([layout.line('How to read it', STYLE.h2)], page.left, top));
  let y = top + STYLE.h2.leading + 4;
  for (const note of READING) {
    page.tagged(element, 'P', () => {
      y = page.text(layout.lines(note, STYLE.body, page.contentWidth), page.left, y);
    });
    y += 5;
  }
}

function contentsRow(
  document: PdfDocument,
  page: Page,
  list: StructureElement,
  section: Section,
  y: number,
): void {
  const { layout, file, tree } = document;
  const item = list.open('TOCI');
  const linked = item.open('Reference');
  const link = linked.open('Link');
  const title = layout.line(section.title, STYLE.lead, page.contentWidth - 60);
  const number = layout.line(count(document.numberOf(section.page)), STYLE.lead);
  for (const [line, align] of [
    [title, 'left'],
    [number, 'right'],
  ] as const) {
    page.tagged(link, 'Span', () => page.text([line], page.left, y, { align, width: page.contentWidth }));
  }
  page.artifact(() => page.line(page.left, y + 18, page.right, y + 18, COLOUR.rule, 0.4));
  const key = tree.reserveKey();
  const box = [page.left, page.height - y - 18, page.right, page.height - y + 2].map(pdfNumber).join(' ');
  const annotation = file.add(
    `<</Type/Annot/Subtype/Link/Rect[${box}]/Border[0 0 0]/F 4/Dest${destination(section)}` +
      `/Contents${pdfText(`Go to ${section.title}`)}/StructParent ${key}>>`,
  );
  tree.annotation(key, link.id);
  page.annotations.push(annotation);
  link.annotation(page.id, annotation);
  link.close();
  linked.close();
  item.close();
}
