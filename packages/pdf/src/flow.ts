import type { PdfDocument } from './document.ts';
import type { Page } from './page.ts';
import type { StructureElement } from './structure-tree.ts';
import type { TextLine, TextStyle } from './text-line.ts';
import { COLOUR, type Colour, STYLE } from './theme.ts';

export interface Section {
  title: string;
  page: Page;
  y: number;
}

const SUBHEADING_GAP = 8;

/** Content from top to bottom, over as many pages as it takes. */
export class Flow {
  readonly document: PdfDocument;
  readonly sections: Section[] = [];
  page: Page;
  y: number;
  element: StructureElement;
  #landscape: boolean;
  /** Content above which nothing was drawn on this page. */
  #fresh = true;
  /** A heading that waits for what follows, to stand on the same page. */
  #waiting: string | null = null;

  constructor(document: PdfDocument, landscape = false) {
    this.document = document;
    this.#landscape = landscape;
    this.page = document.openPage(landscape);
    this.y = this.page.top;
    this.element = document.tree.document;
  }

  get width(): number {
    return this.page.contentWidth;
  }

  get room(): number {
    return this.page.bottom - this.y;
  }

  newPage(landscape = this.#landscape): void {
    this.document.closePage(this.page);
    this.#landscape = landscape;
    this.page = this.document.openPage(landscape);
    this.y = this.page.top;
    this.#fresh = true;
  }

  /** Goes on at the top of the page that was set. */
  restart(): void {
    this.y = this.page.top;
    this.#fresh = true;
  }

  /** Begins a new page when the height does not fit on this one. */
  ensure(height: number): void {
    const heading = this.#waiting;
    const above = heading === null ? 0 : this.#subheadingHeight();
    if (above + height > this.room && !this.#fresh) {
      this.newPage();
    }
    if (heading !== null) {
      this.#waiting = null;
      this.#drawSubheading(heading);
    }
  }

  advance(height: number): void {
    this.y += height;
    this.#fresh = false;
  }

  /**
   * A section's heading with its bookmark. `follow` is the height of what must stand on the same page: a
   * heading alone at the end of a page helps nobody.
   */
  section(title: string, options: { follow?: number; landscape?: boolean } = {}): void {
    const { follow = 90, landscape = false } = options;
    this.endSection();
    if (landscape !== this.#landscape) {
      if (this.#fresh) {
        throw new Error('A page was opened for nothing.');
      }
      this.newPage(landscape);
    }
    const style = STYLE.h1;
    const lines = this.document.layout.lines(title, style, this.width);
    if (!this.#fresh) {
      this.y += 18;
    }
    this.ensure(lines.length * style.leading + 10 + follow);
    this.element = this.document.tree.document.open('Sect');
    this.sections.push({ title, page: this.page, y: this.y - 6 });
    this.document.bookmark(title, { page: this.page, y: this.y - 6 });
    this.#block('H2', title, style, COLOUR.brand);
    this.page.artifact(() => this.page.fill(this.page.left, this.y + 3, 28, 1.6, COLOUR.brand));
    this.advance(12);
  }

  endSection(): void {
    if (this.element !== this.document.tree.document) {
      this.element.close();
      this.element = this.document.tree.document;
    }
  }

  /** Stands on the page of what follows: text and tables tell how high they begin, of anything else `follow` does. */
  subheading(title: string, follow?: number): void {
    this.#waiting = title;
    if (follow !== undefined) {
      this.ensure(follow);
    }
  }

  #subheadingHeight(): number {
    return (this.#fresh ? 0 : SUBHEADING_GAP) + STYLE.h2.leading + 4;
  }

  #drawSubheading(title: string): void {
    if (!this.#fresh) {
      this.y += SUBHEADING_GAP;
    }
    this.#block('H3', title, STYLE.h2, COLOUR.ink);
    this.advance(4);
  }

  paragraph(text: string, style: TextStyle = STYLE.body, colour: Colour = COLOUR.ink): void {
    this.#block('P', text, style, colour);
    this.advance(style.leading * 0.5);
  }

  list(items: readonly string[], style: TextStyle = STYLE.body): void {
    this.ensure(style.leading);
    const list = this.element.open('L', { attributes: '/A<</O/List/ListNumbering/Disc>>' });
    const indent = 12;
    for (const item of items) {
      const lines = this.document.layout.lines(item, style, this.width - indent);
      this.ensure(Math.min(lines.length, 3) * style.leading);
      const entry = list.open('LI');
      this.page.tagged(entry, 'Lbl', () =>
        this.page.text([this.document.layout.line('•', style)], this.page.left, this.y, {
          colour: COLOUR.brand,
        }),
      );
      const body = entry.open('LBody');
      this.#lines(body, lines, style, this.page.left + indent, COLOUR.ink);
      body.close();
      entry.close();
      this.advance(style.leading * 0.35);
    }
    list.close();
  }

  #block(type: string, text: string, style: TextStyle, colour: Colour): void {
    const lines = this.document.layout.lines(text, style, this.width);
    this.ensure(Math.min(lines.length, 2) * style.leading);
    const element = this.element.open(type);
    this.#lines(element, lines, style, this.page.left, colour);
    element.close();
  }

  #lines(
    element: StructureElement,
    lines: readonly TextLine[],
    style: TextStyle,
    x: number,
    colour: Colour,
  ): void {
    let rest = lines;
    while (rest.length > 0) {
      this.ensure(Math.min(rest.length, 2) * style.leading);
      const fit = Math.max(1, Math.floor(this.room / style.leading));
      const now = rest.slice(0, fit);
      this.page.marked(element, () => this.page.text(now, x, this.y, { colour }));
      this.advance(now.length * style.leading);
      rest = rest.slice(fit);
    }
  }
}
