import { columnWidths } from './column-widths.ts';
import type { Flow } from './flow.ts';
import type { Align } from './page.ts';
import type { StructureElement } from './structure-tree.ts';
import type { TextLine } from './text-line.ts';
import { COLOUR, STYLE } from './theme.ts';

export interface TableColumn {
  label: string;
  /** Its share of the width, against the others. */
  share: number;
  align?: Align;
  /** The longest content that must not be broken. */
  unbroken?: string;
  strong?: boolean;
}

const PAD_X = 4.5;
/** Between numbers that end and words that begin, more. */
const PAD_AFTER_NUMBER = 6;
const PAD_Y = 2.8;
/** A row fits on a page; what a cell has beyond is counted in its last line, and CSV has it all. */
const CELL_LINES_MAX = 38;

interface Placed {
  /** Where its text may begin, and how wide it may be. */
  x: number;
  width: number;
  align: Align;
}

/** A table whose head stands again on every page. Rows are drawn as they come; none is kept. */
export class Table {
  readonly #flow: Flow;
  readonly #columns: readonly TableColumn[];
  readonly #placed: Placed[];
  readonly #head: TextLine[][];
  readonly #headHeight: number;
  #element: StructureElement | null = null;
  #body: StructureElement | null = null;
  #rules: number[] = [];

  constructor(flow: Flow, columns: readonly TableColumn[]) {
    this.#flow = flow;
    this.#columns = columns;
    const { layout } = flow.document;
    const before = columns.map(({ align }, at) =>
      align !== 'right' && columns[at - 1]?.align === 'right' ? PAD_X + PAD_AFTER_NUMBER : PAD_X,
    );
    const widths = columnWidths(
      columns.map(({ label, share, unbroken, strong }, at) => ({
        share,
        least:
          (before[at] as number) +
          PAD_X +
          0.5 +
          Math.max(
            ...label.split(' ').map((word) => layout.widthOf(word, STYLE.cellHead)),
            unbroken === undefined ? 0 : layout.widthOf(unbroken, strong ? STYLE.cellHead : STYLE.cell),
          ),
      })),
      flow.width,
    );
    let x = flow.page.left;
    this.#placed = columns.map(({ align = 'left' }, at) => {
      const width = widths[at] as number;
      const pad = before[at] as number;
      x += width;
      return { x: x - width + pad, width: width - pad - PAD_X, align };
    });
    this.#head = columns.map(({ label }, at) =>
      layout.lines(label, STYLE.cellHead, this.#inner(at), { direction: 'auto' }),
    );
    this.#headHeight =
      Math.max(...this.#head.map((lines) => lines.length)) * STYLE.cellHead.leading + 2 * PAD_Y + 1;
  }

  row(cells: readonly string[]): void {
    const { layout } = this.#flow.document;
    const lines = cells.map((cell, at) =>
      layout.lines(cell, this.#style(at), this.#inner(at), { direction: 'auto', maxLines: CELL_LINES_MAX }),
    );
    let most = 1;
    for (const cell of lines) {
      most = Math.max(most, cell.length);
    }
    const height = most * STYLE.cell.leading + 2 * PAD_Y;
    if (this.#element === null) {
      this.#flow.ensure(this.#headHeight + height + 1);
      this.#begin();
    } else if (height > this.#flow.room) {
      this.#drawRules();
      this.#flow.newPage();
      this.#flow.page.artifact(() => this.#drawHead(), 'Pagination');
      this.#flow.advance(this.#headHeight);
    }
    this.#drawRow(lines);
    this.#flow.advance(height);
    this.#rules.push(this.#flow.y);
  }

  end(): void {
    this.#drawRules();
    this.#body?.close();
    this.#element?.close();
    if (this.#element !== null) {
      this.#flow.advance(10);
    }
  }

  #begin(): void {
    const { page } = this.#flow;
    this.#element = this.#flow.element.open('Table');
    const head = this.#element.open('THead');
    const row = head.open('TR');
    page.artifact(() => this.#drawHeadBack());
    for (const [at, lines] of this.#head.entries()) {
      const cell = row.open('TH', { attributes: '/A<</O/Table/Scope/Column>>' });
      page.marked(cell, () => this.#drawHeadCell(lines, at));
      cell.close();
    }
    row.close();
    head.close();
    this.#body = this.#element.open('TBody');
    this.#flow.advance(this.#headHeight);
  }

  #drawHead(): void {
    this.#drawHeadBack();
    for (const [at, lines] of this.#head.entries()) {
      this.#drawHeadCell(lines, at);
    }
  }

  #drawHeadBack(): void {
    const { page, y } = this.#flow;
    page.fill(page.left, y, page.contentWidth, this.#headHeight, COLOUR.faint);
    page.line(page.left, y, page.right, y, COLOUR.brand, 1);
    page.line(page.left, y + this.#headHeight, page.right, y + this.#headHeight, COLOUR.brand, 0.5);
  }

  #drawHeadCell(lines: TextLine[], at: number): void {
    const { x, align } = this.#placed[at] as Placed;
    // Heads stand on one line with what is below them: the last lines of all are level.
    const y = this.#flow.y + this.#headHeight - PAD_Y - lines.length * STYLE.cellHead.leading;
    this.#flow.page.text(lines, STYLE.cellHead, x, y, {
      colour: COLOUR.brand,
      align,
      width: this.#inner(at),
    });
  }

  #drawRow(lines: readonly TextLine[][]): void {
    const { page, y } = this.#flow;
    const row = (this.#body as StructureElement).open('TR');
    for (const [at, cellLines] of lines.entries()) {
      const { x, align } = this.#placed[at] as Placed;
      const cell = row.open('TD');
      page.marked(cell, () =>
        page.text(cellLines, this.#style(at), x, y + PAD_Y, { align, width: this.#inner(at) }),
      );
      cell.close();
    }
    row.close();
  }

  #drawRules(): void {
    const rules = this.#rules;
    if (rules.length === 0) {
      return;
    }
    this.#rules = [];
    const { page } = this.#flow;
    page.artifact(() => {
      for (const y of rules) {
        page.line(page.left, y, page.right, y, COLOUR.rule, 0.4);
      }
    });
  }

  #style(at: number) {
    return this.#columns[at]?.strong ? STYLE.cellHead : STYLE.cell;
  }

  #inner(at: number): number {
    return (this.#placed[at] as Placed).width;
  }
}
