import { pdfNumber, pdfText } from './pdf-syntax.ts';
import type { ElementOptions, StructureElement } from './structure-tree.ts';
import type { TextLine, TextStyle } from './text-line.ts';
import { COLOUR, type Colour, MARGIN } from './theme.ts';

const n = pdfNumber;
/** Where the base line stands in a line's height. */
const ASCENT_SHARE = 0.78;

export type Align = 'left' | 'right' | 'center';

/** One page while it is drawn. Distances are points from its upper left corner. */
export class Page {
  readonly id: number;
  readonly width: number;
  readonly height: number;
  /** Where content begins and ends. */
  readonly top = MARGIN.top;
  readonly bottom: number;
  readonly left = MARGIN.side;
  readonly right: number;
  readonly marks: number[] = [];
  readonly annotations: number[] = [];
  #content: string[] = [];

  constructor(id: number, width: number, height: number) {
    this.id = id;
    this.width = width;
    this.height = height;
    this.bottom = height - MARGIN.bottom;
    this.right = width - MARGIN.side;
  }

  /** Hands its content over; a bookmarked page is still known when it is long written. */
  takeContent(): string {
    const content = this.#content.join('\n');
    this.#content = [];
    return content;
  }

  get contentWidth(): number {
    return this.right - this.left;
  }

  /** Draws content that belongs to an element. */
  marked(element: StructureElement, draw: () => void): void {
    const mark = this.marks.push(element.id) - 1;
    element.content(this.id, mark);
    this.#content.push(`/${element.type}<</MCID ${mark}>>BDC`);
    draw();
    this.#content.push('EMC');
  }

  /** Draws what is an element of its own. */
  tagged(parent: StructureElement, type: string, draw: () => void, options: ElementOptions = {}): void {
    const element = parent.open(type, options);
    this.marked(element, draw);
    element.close();
  }

  /** Draws what is not content: rules, backgrounds, running heads. */
  artifact(draw: () => void, kind: 'Layout' | 'Pagination' = 'Layout'): void {
    this.#content.push(`/Artifact<</Type/${kind}>>BDC`);
    draw();
    this.#content.push('EMC');
  }

  raw(operators: string): void {
    this.#content.push(operators);
  }

  /** Where the number of pages will stand, which is known after the last of them (`DocumentOptions.total`). */
  total(style: TextStyle, x: number, y: number): void {
    const base = this.height - y - style.leading * ASCENT_SHARE;
    this.#content.push(`q 1 0 0 1 ${n(x)} ${n(base)} cm /Total Do Q`);
  }

  /** Lines below each other; `y` is the upper edge of the first. Returns the lower edge of the last. */
  text(
    lines: readonly TextLine[],
    x: number,
    y: number,
    options: { colour?: Colour; align?: Align; width?: number } = {},
  ): number {
    const { colour = COLOUR.ink, align = 'left', width = 0 } = options;
    let operators = `BT ${colour} rg`;
    let font = '';
    let top = y;
    for (const line of lines) {
      const { size, leading } = line.style;
      const slack = align === 'left' ? 0 : (width - line.width) * (align === 'right' ? 1 : 0.5);
      let at = x + slack;
      const base = n(this.height - top - leading * ASCENT_SHARE);
      for (const run of line.runs) {
        if (run.face.resource !== font) {
          font = run.face.resource;
          operators += ` /${font} ${n(size)} Tf`;
        }
        const shown = ` 1 0 0 1 ${n(at)} ${base} Tm ${run.operators}`;
        operators +=
          run.actual === null ? shown : ` /Span<</ActualText${pdfText(run.actual)}>>BDC${shown} EMC`;
        at += run.width;
      }
      top += leading;
    }
    this.#content.push(`${operators} ET`);
    return top;
  }

  fill(x: number, y: number, width: number, height: number, colour: string): void {
    this.#content.push(`${colour} rg ${this.#box(x, y, width, height)} f`);
  }

  frame(x: number, y: number, width: number, height: number, colour: string, weight = 0.6): void {
    this.#content.push(`${colour} RG ${n(weight)} w ${this.#box(x, y, width, height)} S`);
  }

  line(x1: number, y1: number, x2: number, y2: number, colour: string, weight = 0.5): void {
    this.#content.push(
      `${colour} RG ${n(weight)} w ${n(x1)} ${n(this.height - y1)} m ${n(x2)} ${n(this.height - y2)} l S`,
    );
  }

  /** Draws inside a box only. */
  clipped(x: number, y: number, width: number, height: number, draw: () => void): void {
    this.#content.push(`q ${this.#box(x, y, width, height)} W n`);
    draw();
    this.#content.push('Q');
  }

  #box(x: number, y: number, width: number, height: number): string {
    return `${n(x)} ${n(this.height - y - height)} ${n(width)} ${n(height)} re`;
  }
}
