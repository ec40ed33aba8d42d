import { organisationOf, type ReportHead } from '../content.rules.ts';
import type { Page } from '../formats/pdf/page.ts';
import type { PdfFile } from '../formats/pdf/pdf-file.ts';
import { pdfNumber } from '../formats/pdf/pdf-syntax.ts';
import type { TextLayout } from '../formats/pdf/text-layout.ts';
import { COLOUR, STYLE } from '../formats/pdf/theme.ts';
import { count, longInstant } from './format-values.ts';

const HEAD_Y = 30;

/** Whose document this is and which, above every page but the cover. */
export function runningHead(page: Page, head: ReportHead, layout: TextLayout): void {
  page.artifact(() => {
    const half = page.contentWidth / 2 - 8;
    const muted = { colour: COLOUR.muted };
    page.text(
      [layout.line(organisationOf(head), STYLE.running, half)],
      STYLE.running,
      page.left,
      HEAD_Y,
      muted,
    );
    page.text([layout.line(head.title, STYLE.running, half)], STYLE.running, page.right - half, HEAD_Y, {
      ...muted,
      align: 'right',
      width: half,
    });
    page.line(page.left, HEAD_Y + 14, page.right, HEAD_Y + 14, COLOUR.rule);
  }, 'Pagination');
}

/**
 * The number of pages is known after the last of them. Every page shows one shared form for it, which is written then:
 * no page is kept or laid out again.
 */
export function footer(page: Page, head: ReportHead, number: number, layout: TextLayout): void {
  const y = page.height - 36;
  page.artifact(() => {
    page.line(page.left, y - 6, page.right, y - 6, COLOUR.rule);
    const muted = { colour: COLOUR.muted };
    const line = layout.line(`Page ${count(number)}`, STYLE.running);
    page.text([line], STYLE.running, page.left, y, muted);
    const base = page.height - y - STYLE.running.leading * 0.78;
    page.raw(`q 1 0 0 1 ${pdfNumber(page.left + line.width)} ${pdfNumber(base)} cm /Total Do Q`);
    const width = page.contentWidth - 120;
    const asOf = layout.line(`State as of ${longInstant(head.as_of)}`, STYLE.running, width);
    page.text([asOf], STYLE.running, page.right - width, y, { ...muted, align: 'right', width });
  }, 'Pagination');
}

export function totalForm(file: PdfFile, id: number, pages: number, layout: TextLayout): void {
  const line = layout.line(` of ${count(pages)}`, STYLE.running);
  const face = layout.fonts.main('regular');
  const show = line.runs.map((run) => run.operators).join(' ');
  file.putStream(
    id,
    `/Type/XObject/Subtype/Form/BBox[0 -4 ${pdfNumber(line.width + 4)} 12]` +
      `/Resources<</Font<</${face.resource} ${face.id(file)} 0 R>>>>`,
    `BT ${COLOUR.muted} rg /${face.resource} ${STYLE.running.size} Tf ${show} ET`,
  );
}
